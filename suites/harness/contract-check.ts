import type { z } from 'zod';
import type { Reply } from '../../spec/client.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { cursorPageInfoSchema, envelopeEntrySchema, resultInfoSchema } from '../../spec/envelope.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { notMoment, notUtc, rfc3339Pattern } from '../../spec/schema.ts';
import { isObject, pointerToken, show, showMore } from './assertions.ts';
import type { Difference } from './errors.ts';
import { getEndpoint, type OperationName } from './operations.ts';
import { isOfTokenValidation } from './reply-paths.ts';

/** A difference between an answer and the contract. */
export interface Mismatch {
  /** The requirement that the difference violates. */
  readonly requirement: KnownRequirementId;
  readonly message: string;
  /** The actual and the expected value, where the difference is in one value. */
  readonly difference?: Difference;
}

/** Requirements that apply to every exchange of every test. */
export const envelopeRequirements = {
  result: 'V4-ENV-1',
  success: 'V4-ENV-2',
  errors: 'V4-ENV-3',
  messages: 'V4-ENV-4',
  resultInfo: 'V4-ENV-5',
  errorCode: 'V4-ENV-12',
  errorMessage: 'V4-ENV-13',
  messageCode: 'V4-ENV-14',
  messageMessage: 'V4-ENV-15',
} as const;

/** Requirements about the schema of the result, by the certainty of that schema. */
export const shapeRequirements = {
  documented: 'V4-SHAPE-1',
  inferred: 'V4-SHAPE-2',
  refusal: 'V4-SHAPE-3',
} as const;

/**
 * Checks an answer against the contract of its operation.
 *
 * What the seed of token validation says about every answer (the envelope) is a MUST for the operations that it names,
 * and nothing else is. Members that a seed shows have their own tests; what only our schema says is a SHOULD or a MAY.
 *
 * @example
 * checkReply('zones.zone.get', { status: 200, headers, text: '{}', body: {} })[0]?.requirement // 'V4-ENV-2'
 */
export function checkReply(id: OperationName, reply: Reply): Mismatch[] {
  const endpoint = getEndpoint(id);
  const { errorShape } = endpoint;
  if (errorShape && reply.status >= 400) return checkShape(errorShape.schema, reply.body);
  if (isRaw(endpoint, reply)) return [];
  // Suites check which success status an operation answers with.
  const succeeds = reply.status >= 200 && reply.status <= 299;
  if (endpoint.answer === 'plain') {
    return succeeds ? checkResult(endpoint, reply.body, '') : [];
  }
  if (endpoint.answer === 'empty' && succeeds) {
    if (reply.text === '') return [];
    return [
      {
        requirement: getShape(endpoint),
        message: `the answer has a body: ${show(reply.text.slice(0, 200))}`,
      },
    ];
  }
  if (endpoint.answer === 'bytes' && succeeds) return checkFile(endpoint, reply);
  const { body } = reply;
  if (!isObject(body)) {
    const seen = `the body of the answer is not a JSON object: ${show(reply.text.slice(0, 200))}`;
    return [{ requirement: getEnvelope(endpoint, 'success'), message: seen }];
  }
  const found: Mismatch[] = [];
  if (typeof body['success'] !== 'boolean') {
    found.push(mustBe(endpoint, 'success', body['success'], 'a boolean'));
  }
  for (const member of ['errors', 'messages'] as const) {
    const entries = body[member];
    if (entries === undefined && endpoint.answer === 'short-envelope') continue;
    if (Array.isArray(entries)) found.push(...checkEntries(member, entries));
    // A failure may omit `messages` (Cloudflare API schemas has it empty), though the seed shows it on every answer.
    else found.push(mustBe(endpoint, member, entries, 'an array'));
  }
  if (body['success'] !== true) return found;
  if (endpoint.answer !== 'bare-envelope') found.push(...checkResult(endpoint, body['result'], '/result'));
  if (endpoint.meta && body['meta'] !== undefined) {
    found.push(...checkPart(endpoint, endpoint.meta, body['meta'], '/meta'));
  }
  if (endpoint.answer === 'page')
    found.push(...checkResultInfo(endpoint, body['result_info'], resultInfoSchema));
  // The last page of a cursor has no next cursor, so it may omit `result_info`.
  if (endpoint.answer === 'cursor-page' && body['result_info'] !== undefined) {
    found.push(...checkResultInfo(endpoint, body['result_info'], cursorPageInfoSchema));
  }
  return found;
}

/** Bytes and event streams; suites check their format. */
export function isRaw({ events, givesBytes }: Endpoint, { headers }: Reply): boolean {
  const type = headers.get('content-type')?.toLowerCase() ?? '';
  if (type.startsWith('text/event-stream')) return events !== undefined;
  return givesBytes === true && !type.startsWith('application/json');
}

/** A refusal in the error shape of its operation; no seed has these shapes. */
function checkShape(schema: z.ZodType, body: unknown): Mismatch[] {
  const [issue] = mismatches(schema, body);
  if (!issue) return [];
  const message = `the refusal has none of the error shapes of its operation: ${show(body)}`;
  return [{ requirement: shapeRequirements.refusal, message }];
}

/** The requirement for a member of the envelope: the seed's, for the operations that the seed names. */
const getEnvelope = (endpoint: Endpoint, member: keyof typeof envelopeRequirements) =>
  endpoint.certainty === 'seed' && isOfTokenValidation(endpoint.path)
    ? envelopeRequirements[member]
    : getShape(endpoint);

function mustBe(
  endpoint: Endpoint,
  member: 'success' | 'errors' | 'messages' | 'resultInfo',
  value: unknown,
  expected: string,
): Mismatch {
  const path = member === 'resultInfo' ? 'result_info' : member;
  return {
    requirement: getEnvelope(endpoint, member),
    message: `${path} is ${show(value)}, expected ${expected}`,
    difference: { path: `/${path}`, expected, received: showMore(value) },
  };
}

function checkEntries(member: 'errors' | 'messages', entries: readonly unknown[]): Mismatch[] {
  return entries.flatMap((entry, index) =>
    mismatches(envelopeEntrySchema, entry).map(({ path, message }): Mismatch => {
      const kind = member === 'errors' ? 'error' : 'message';
      const requirement =
        path[0] === 'code'
          ? envelopeRequirements[`${kind}Code`]
          : path[0] === 'message'
            ? envelopeRequirements[`${kind}Message`]
            : shapeRequirements.documented;
      return { requirement, ...describePart(`/${member}/${index}`, path, message, entry) };
    }),
  );
}

function checkResult(endpoint: Endpoint, result: unknown, place: string): Mismatch[] {
  if (result === undefined) {
    const message = `${place || 'the body'} is absent`;
    return [{ requirement: getEnvelope(endpoint, 'result'), message }];
  }
  return checkPart(endpoint, endpoint.result, result, place);
}

function checkPart(endpoint: Endpoint, schema: z.ZodType, value: unknown, place: string): Mismatch[] {
  return mismatches(schema, value).map(({ path, message }) => ({
    requirement: getShape(endpoint),
    ...describePart(place, path, message, value),
  }));
}

/** A file; suites check its content. */
function checkFile(endpoint: Endpoint, { headers, bytes }: Reply): Mismatch[] {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const { bytesTypes = [] } = endpoint;
  const known = bytesTypes.some((one) => one.split(';')[0] === type);
  const mayBeEmpty = type === 'text/plain' || type === 'application/octet-stream';
  if (known && (mayBeEmpty || bytes.length > 0)) return [];
  const what = known ? 'is empty' : `is ${show(type)}, expected one of ${bytesTypes.join(', ')}`;
  return [{ requirement: getShape(endpoint), message: `the file ${what}` }];
}

function checkResultInfo(endpoint: Endpoint, info: unknown, schema: z.ZodType): Mismatch[] {
  if (!isObject(info)) return [mustBe(endpoint, 'resultInfo', info, 'an object')];
  return mismatches(schema, info).map(({ path, message }) => ({
    requirement: getShape(endpoint),
    ...describePart('/result_info', path, message, info),
  }));
}

/** The source of the schema of an operation's answer. */
function getShape({ certainty, resultCertainty = certainty }: Endpoint) {
  const isDescribed = resultCertainty === 'seed' || resultCertainty === 'documented';
  return shapeRequirements[isDescribed ? 'documented' : 'inferred'];
}

interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A run uses most schemas only a few times, so compiling them with zod doesn't pay. */
const options = { jitless: true, reportInput: true } as const;

/** What does not fit a schema; the same fault of several items of a list once. */
function mismatches(schema: z.ZodType, value: unknown): SchemaIssue[] {
  const parsed = schema.safeParse(value, options);
  if (parsed.success) return [];
  const issues = meantIssues(parsed.error.issues).filter((issue) => !isOtherTime(issue));
  const alike = Map.groupBy(issues, ({ path, message }) =>
    JSON.stringify([message, ...path.map((key) => (typeof key === 'number' ? 0 : String(key)))]),
  );
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const more =
      others.length === 0 ? '' : `; ${others.length} more ${others.length > 1 ? 'are' : 'is'} alike`;
    return [{ path: first.path, message: `${first.message}${more}` }];
  });
}

type Issue = z.core.$ZodIssue;

/**
 * The same issues, but instead of a value that fits none of several shapes those of the shape that it comes closest to:
 * a list with one wrong item is meant to be a list.
 */
export function meantIssues(issues: readonly Issue[]): Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return [issue];
    const shapes = issue.errors
      .map(meantIssues)
      .filter((inner) => inner.every(({ path }) => path.length > 0))
      .sort((a, b) => a.length - b.length);
    const [closest, next] = shapes;
    if (!closest || closest.length === next?.length) return [issue];
    return closest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
}

/** Whether only the format of a time is wrong: any format of RFC 3339 is allowed, and `+00:00` is UTC too. */
function isOtherTime({ message, input }: Issue): boolean {
  if (typeof input !== 'string' || !rfc3339Pattern.test(input) || Number.isNaN(Date.parse(input)))
    return false;
  return message === notUtc || (message === notMoment && !/T.*Z$/.test(input));
}

/** The part of a value that does not fit its schema, as findings show it. */
export function describePart(
  place: string,
  path: readonly PropertyKey[],
  message: string,
  root: unknown,
): Required<Pick<Mismatch, 'message' | 'difference'>> {
  const pointer = `${place}${path.map((key) => `/${pointerToken(String(key))}`).join('')}` || 'the body';
  const value = path.reduce<unknown>((at, key) => {
    if (typeof at !== 'object' || at === null) return undefined;
    return (at as Record<PropertyKey, unknown>)[key]; // any object can be indexed for reading
  }, root);
  const expected =
    /^Invalid input: expected (.+), received \w+(?:; \d+ more .*)?$/.exec(message)?.[1] ?? message;
  return {
    message: `${pointer} is ${show(value)}: ${message}`,
    difference: { path: pointer, expected, received: showMore(value) },
  };
}
