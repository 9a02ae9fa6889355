import { readFileSync } from 'node:fs';
import { equal, isObject, object } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';

/** A call on a binding, or on what the call before gave. */
export type Call = readonly [name: string, ...args: unknown[]];

/** What a call threw. */
export interface CallError {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly numericCode?: unknown;
}

type Outcome = { readonly value: unknown } | { readonly error: CallError };

/** The namespace and the bucket that the Worker of `fixtures/worker` is bound to. */
export function boundNames(): { readonly namespace: string; readonly bucket: string } {
  const path = new URL('../../fixtures/worker/wrangler.jsonc', import.meta.url);
  const { artifacts, r2_buckets: buckets } = JSON.parse(readFileSync(path, 'utf8')); // our own file
  return { namespace: artifacts[0].namespace, bucket: buckets[0].bucket_name };
}

/** Has the Worker make calls, each on what the one before gave; what the last one throws is taken. */
export async function toOutcome(t: TestContext, binding: string, ...calls: Call[]): Promise<Outcome> {
  const body = { binding, calls: calls.map(([name, ...args]) => ({ name, args })) };
  const answer = await request(t, '/call', JSON.stringify(body));
  const outcome = object(answer, 'the answer of the Worker');
  const { error } = outcome;
  if (!isObject(error)) return { value: outcome['value'] };
  const { name, message, code, numericCode } = error;
  return { error: { name: String(name), message: String(message), code, numericCode } };
}

/** The same; fails when something is thrown. */
export async function getResult(t: TestContext, binding: string, ...calls: Call[]): Promise<unknown> {
  const outcome = await toOutcome(t, binding, ...calls);
  if (!('error' in outcome)) return outcome.value;
  const { name, message } = outcome.error;
  throw new ConformanceFailure(`${told(binding, calls)} threw ${name}: ${message}`);
}

/** The same for an object. */
export const getObject = async (t: TestContext, binding: string, ...calls: Call[]) =>
  object(await getResult(t, binding, ...calls), `what ${told(binding, calls)} gives`);

/** What calls throw; fails when they don't. */
export async function getError(t: TestContext, binding: string, ...calls: Call[]): Promise<CallError> {
  const outcome = await toOutcome(t, binding, ...calls);
  if ('error' in outcome) return outcome.error;
  throw new ConformanceFailure(`${told(binding, calls)} threw nothing`);
}

/** The names of what is bound. */
export const getBindings = (t: TestContext) => request(t, '/bindings');

async function request(t: TestContext, path: string, body?: string): Promise<unknown> {
  const { url, secret } = t.worker;
  const reply = await t.application(
    {
      method: body === undefined ? 'GET' : 'POST',
      url: `${url}${path}`,
      headers: {
        ...(secret !== null && { 'x-worker-secret': secret }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: new TextEncoder().encode(body) }),
    },
    'worker',
  );
  const text = new TextDecoder().decode(reply.bytes);
  equal(reply.status, 200, `the status of the Worker, which says ${text.slice(0, 200)}`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConformanceFailure(`the Worker answers no JSON: ${text.slice(0, 200)}`, { cause });
  }
}

const told = (binding: string, calls: readonly Call[]) =>
  `${binding}${calls.map(([name, ...args]) => `.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`).join('')}`.slice(
    0,
    300,
  );

/** Bytes as a Worker is told them, and as it tells them. */
export const bytes = (text: string) => ({ $bytes: Buffer.from(text).toString('base64') });

/** Bytes that a Worker told, as a text. */
export function getText(value: unknown): string {
  const { $bytes } = object(value, 'bytes');
  return Buffer.from(String($bytes), 'base64').toString();
}
