import type { Certainty } from '../../spec/certainty.ts';
import type { Endpoint, ErrorShape } from '../../spec/endpoint.ts';
import { failureEnvelope } from '../../spec/envelope.ts';
import type { ApiError } from '../../spec/errors.ts';
import { journalHeader } from '../../spec/services/touchstone/limits.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import type { World } from '../world/world.ts';
import type { RateLimit, RateLimitState } from './access/rate-limit.ts';
import type { AnyAnswer, ResultAnswer } from './call.ts';
import type { Answered } from './trace.ts';

/**
 * The answer of an operation, without the headers that every answer has.
 *
 * @param success default status
 */
export function answered(endpoint: Endpoint, answer: AnyAnswer, success: number = endpoint.status): Answered {
  const { headers } = answer;
  if (answer.stream) {
    const { stream, status = success } = answer;
    return { status, text: null, stream, headers: { ...streamHeaders, ...headers } };
  }
  const status = answer.status ?? success;
  if (answer.written === undefined) {
    const text = successText(endpoint, answer);
    return headers ? { status, text, headers } : { status, text };
  }
  const { written, mediaType } = answer;
  const named = { 'content-type': mediaType, ...headers };
  return typeof written === 'string'
    ? { status, text: written, headers: named }
    : { status, text: null, bytes: written, headers: named };
}

/** A refusal, ready to send. */
export function refusalAnswered(error: ApiError, shape?: ErrorShape): Answered {
  return { ...failureHead(error, shape), text: failureText(error, shape) };
}

/** A refusal of the API outside any operation. */
export function refuseInJson(error: ApiError): Response {
  return refusedBy(error, failureText(error), 'application/json');
}

/** A refusal as text, for Workers. */
export function refuseInText(error: ApiError): Response {
  return refusedBy(error, `${error.message}.\n`, 'text/plain;charset=UTF-8');
}

function refusedBy(error: ApiError, text: string, type: string): Response {
  return new Response(text, {
    status: error.entry.status,
    headers: { 'content-type': type },
  });
}

/** The JSON text of a success in its envelope, or null without a body. */
function successText(endpoint: Endpoint, answer: ResultAnswer<Endpoint>): string | null {
  const { result, messages = [], page, meta } = answer;
  switch (endpoint.answer) {
    case 'empty':
      return null;
    case 'plain':
      return JSON.stringify(result);
    case 'bare-envelope':
      return JSON.stringify({ success: true, errors: [], messages });
    case 'short-envelope':
      return JSON.stringify({ success: true, result, ...(meta === undefined ? {} : { meta }) });
    default:
      return JSON.stringify({
        result,
        success: true,
        errors: [],
        messages,
        ...(page ? { result_info: page } : {}),
      });
  }
}

/** The JSON text of a refusal, in the shape of its operation if that has its own. */
export function failureText(error: ApiError, shape?: ErrorShape): string {
  return JSON.stringify(shape ? shape.body(error) : failureEnvelope(error));
}

/** The status of an answer, and its own headers. */
interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The status of a refusal, and the headers of this refusal or of all refusals of its operation. */
export function failureHead(error: ApiError, shape?: ErrorShape): AnswerHead {
  const { status } = error.entry;
  const retryAfter = error.detail['retryAfter'];
  return {
    status,
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...shape?.headers?.(error),
    },
  };
}

/** Certainty of a refusal. */
export function failureBasis(error: ApiError): Certainty {
  return error.entry.certainty;
}

/** API version in answers: Cloudflare docs, API rate limits. */
const apiVersion = '2026-09-26.epoch';

/** Proxies must neither cache nor buffer a stream. */
const streamHeaders = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } as const;

/** The facts behind the headers of an answer. */
interface AnswerFacts {
  /** Whether the API answers, not the admin interface. */
  readonly api: boolean;
  readonly operation: string | null;
  readonly basis: Certainty;
  /** Undefined for a caller that was not counted. */
  readonly rate: RateLimitState | undefined;
  /** Its clock sets the date; by default the world's does. */
  readonly account?: Pick<AccountTenant, 'clock'> | undefined;
  /** Id of the journal entry; undefined if the request is not recorded. */
  readonly entryId?: number | undefined;
}

/** Headers of one answer only. */
interface OwnHeaders {
  readonly named?: Readonly<Record<string, string>> | undefined;
  /** Whether the body is JSON; the answer's own headers win. */
  readonly json: boolean;
  /** A header that repeats the request id, for clients that read it there. */
  readonly requestId?: string | undefined;
}

type AnswerHeaders = (facts: AnswerFacts, own: OwnHeaders) => Record<string, string>;

/**
 * Creates the headers of answers: Cloudflare docs, API rate limits.
 *
 * Returns a plain object, because an interceptor's `Response` keeps the list of a `Headers` object that it was made
 * with and would show headers set for the next answer.
 *
 * @example
 * const headersFor = createAnswerHeaders(world, rateLimit);
 * new Response(text, { headers: headersFor(facts, { json: true }) });
 */
export function createAnswerHeaders(world: World, rateLimit: RateLimit): AnswerHeaders {
  const date = dateHeader();
  const policy = `"default";q=${rateLimit.quota};w=${rateLimit.windowSeconds}`;

  return (
    { api, operation, basis, account, rate = rateLimit.unused, entryId },
    { named, json, requestId },
  ) => {
    const now = (account ?? world).clock.now();
    const headers: Record<string, string> = api
      ? {
          date: date(now),
          'touchstone-basis': basis,
          'api-version': apiVersion,
          'ratelimit-policy': policy,
          ratelimit: `"default";r=${rate.remaining};t=${rate.resetSeconds}`,
          'cf-ray': `${world.rays.hex16()}-TST`,
          'cf-auditlog-id': world.rays.uuid7(now),
        }
      : { date: date(now), 'touchstone-basis': basis };
    if (json) headers['content-type'] = 'application/json';
    if (operation !== null) headers['touchstone-operation'] = toHeaderText(operation);
    if (entryId !== undefined) headers[journalHeader] = String(entryId);
    // An override may use any case; two spellings of a name would be joined.
    for (const name in named) headers[name.toLowerCase()] = named[name] as string; // The name comes from there.
    if (requestId !== undefined) headers[requestId] = headers['cf-aig-request-id'] ?? headers['cf-ray'] ?? '';
    return headers;
  };
}

/** The id of an operation as a header may have it: that of a document can be any text. */
const toHeaderText = (id: string) => (/^[\x21-\x7e]*$/.test(id) ? id : encodeURIComponent(id.toWellFormed()));

/** The `Date` header, rebuilt once a second. */
function dateHeader(): (now: number) => string {
  let second = Number.NaN;
  let text = '';
  return (now) => {
    const current = Math.floor(now / 1000);
    if (current !== second) {
      second = current;
      text = new Date(current * 1000).toUTCString();
    }
    return text;
  };
}
