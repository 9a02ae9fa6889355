import type { DocumentOperation, Located } from '../../../mock/engines/openapi/document.ts';
import type { JsonValue } from '../../../mock/engines/openapi/json.ts';
import { readPointer } from '../../../mock/engines/openapi/pointer.ts';
import type { Reply } from '../../../spec/client.ts';
import { toSegment } from '../../../spec/endpoint.ts';
import { succeeded, summary } from '../../../suites/harness/caller.ts';
import { ConformanceFailure, SkipTest } from '../../../suites/harness/errors.ts';
import { getCredentials } from './credentials.ts';
import { judgeAnswer } from './judge-answer.ts';
import { type SentBody, sampleParameter } from './sample-request.ts';
import { check, type Trial } from './trial.ts';

export interface Input {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: SentBody | undefined;
}

/** Values of the variables of a path, in its order. */
export type Variables = readonly string[];

/** Fills in the variables of a path. @throws URIError as `toSegment` */
export function toPath(template: string, variables: Variables): string {
  const left = [...variables];
  return template.replace(/\{[^}]*\}/g, () => toSegment(left.shift()));
}

/** Sends a request of an operation, and judges the answer by the document. */
export async function ask(
  trial: Trial,
  operation: DocumentOperation,
  variables: Variables,
  input: Input = {},
): Promise<Reply> {
  const reply = await send(trial, operation, variables, input);
  const problems = judgeAnswer(trial, operation, reply);
  const hasMust = trial.requirements.get(operation, 'required') !== undefined;
  await check(trial, operation, 'fits', () => failOn(problems.find((one) => !(one.isMissing && hasMust))));
  await check(trial, operation, 'required', () => failOn(problems.find(({ isMissing }) => isMissing)));
  return reply;

  function failOn(found: (typeof problems)[number] | undefined): void {
    if (found) throw new ConformanceFailure(`${toName(operation)} ${found.problem}`);
  }
}

/** Sends a request of an operation, and accepts any answer. */
export async function send(
  trial: Trial,
  operation: DocumentOperation,
  variables: Variables,
  { query = {}, body }: Input = {},
): Promise<Reply> {
  const { t, prefix } = trial;
  const sent = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const parameter of operation.parameters) {
    if (!parameter.required || parameter.name in query) continue;
    const texts = sampleParameter(trial, parameter);
    if (parameter.in === 'query') for (const text of texts) sent.append(parameter.name, text);
    if (parameter.in === 'header') headers[parameter.name] = texts.join(',');
  }
  for (const [name, value] of Object.entries(query)) sent.set(name, value);
  const search = sent.size === 0 ? '' : `?${sent}`;
  return t.send({
    method: operation.method,
    path: `${prefix}${toPath(operation.path, variables)}${search}`,
    headers: {
      ...getCredentials(trial),
      ...headers,
      ...(body?.mediaType !== undefined && { 'content-type': body.mediaType }),
    },
    ...(body && { body: body.content }),
  });
}

export const toName = ({ method, path }: DocumentOperation): string => `${method} ${path}`;

/** Fails unless a request succeeded. @throws SkipTest where the target lacks the operation or the permission */
export function expectSuccess(operation: DocumentOperation, reply: Reply): void {
  if (succeeded(reply)) return;
  const reason = `${toName(operation)} was refused: ${summary(reply)}`;
  const isLacking = [401, 402, 403, 405, 501].includes(reply.status);
  throw isLacking ? new SkipTest(reason) : new ConformanceFailure(reason);
}

/**
 * Fails unless a read of what the document shows succeeded.
 *
 * @throws SkipTest where the target has nothing there, or lacks the operation or the permission
 */
export function expectShown({ values }: Trial, operation: DocumentOperation, reply: Reply): void {
  const names = [...operation.path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  if (reply.status === 404 && names.some((name) => !values.has(name)))
    throw new SkipTest(`the target has nothing for ${toName(operation)}: ${summary(reply)}`);
  expectSuccess(operation, reply);
}

/** Fails unless the target refused a request as wrong. */
export function expectRefusal(operation: DocumentOperation, reply: Reply, what: string): void {
  if (reply.status >= 400 && reply.status < 500) return;
  throw new ConformanceFailure(`${toName(operation)} ${what} was not refused: status ${reply.status}`);
}

/** What a successful answer holds; undefined if the document does not say where it is, or it is not there. */
export function getContent(trial: Trial, operation: DocumentOperation, reply: Reply): JsonValue | undefined {
  const { pointer } = trial.envelope(operation) ?? {};
  return pointer === undefined ? undefined : readPointer(reply.body as JsonValue, pointer);
}

/** The record in a successful answer, also if it is the only one of a list. */
export function getRecord(trial: Trial, operation: DocumentOperation, reply: Reply): JsonValue | undefined {
  const found = getContent(trial, operation, reply);
  return Array.isArray(found) && isOfList(trial, operation) ? (found as readonly JsonValue[])[0] : found;
}

/** The schema of what `getRecord` returns. */
export function getRecordSchema(trial: Trial, operation: DocumentOperation): Located | undefined {
  const { list, record } = trial.envelope(operation) ?? {};
  return isOfList(trial, operation) ? list?.record : record;
}

function isOfList(trial: Trial, operation: DocumentOperation): boolean {
  const { list, pointer } = trial.envelope(operation) ?? {};
  return list !== undefined && list.pointer === pointer;
}
