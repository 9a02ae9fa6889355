import { readFileSync } from 'node:fs';
import { equal, isObject, json, object } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';

/** A call on a binding, or on the result of the call before. */
export type Call = readonly [name: string, ...args: unknown[]];

/** The error that a call threw. */
export interface CallError {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly numericCode?: unknown;
}

type Outcome = { readonly value: unknown } | { readonly error: CallError };

/** The namespace and the bucket that the Worker in `fixtures/worker` is bound to. */
export function boundNames(): { readonly namespace: string; readonly bucket: string } {
  const path = new URL('../../fixtures/worker/wrangler.jsonc', import.meta.url);
  const { artifacts, r2_buckets: buckets } = JSON.parse(readFileSync(path, 'utf8')); // our own file
  return { namespace: artifacts[0].namespace, bucket: buckets[0].bucket_name };
}

/** Makes the Worker run a chain of calls, and returns the last one's value or error. */
export async function toOutcome(t: TestContext, binding: string, ...calls: Call[]): Promise<Outcome> {
  const body = { binding, calls: calls.map(([name, ...args]) => ({ name, args })) };
  const answer = await request(t, '/call', JSON.stringify(body));
  const outcome = object(answer, 'the answer of the Worker');
  const { error } = outcome;
  if (!isObject(error)) return { value: outcome['value'] };
  const { name, message, code, numericCode } = error;
  return { error: { name: String(name), message: String(message), code, numericCode } };
}

/** The value of the last call; fails if a call throws. */
export async function getResult(t: TestContext, binding: string, ...calls: Call[]): Promise<unknown> {
  const outcome = await toOutcome(t, binding, ...calls);
  if (!('error' in outcome)) return outcome.value;
  const { name, message } = outcome.error;
  throw new ConformanceFailure(`${describe(binding, calls)} threw ${name}: ${message}`);
}

/** Like {@link getResult}, for a value that is an object. */
export const getObject = async (t: TestContext, binding: string, ...calls: Call[]) =>
  object(await getResult(t, binding, ...calls), `the value of ${describe(binding, calls)}`);

/** The error that the calls throw; fails if they throw none. */
export async function getError(t: TestContext, binding: string, ...calls: Call[]): Promise<CallError> {
  const outcome = await toOutcome(t, binding, ...calls);
  if ('error' in outcome) return outcome.error;
  throw new ConformanceFailure(`${describe(binding, calls)} threw nothing`);
}

/** The names of the Worker's bindings. */
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
  equal(reply.status, 200, `the status of the Worker, which answered ${text.slice(0, 200)}`);
  return json(text, 'the answer of the Worker');
}

const describe = (binding: string, calls: readonly Call[]) =>
  `${binding}${calls.map(([name, ...args]) => `.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`).join('')}`.slice(
    0,
    300,
  );

/** Text as the bytes that the Worker's JSON carries. */
export const bytes = (text: string) => ({ $bytes: Buffer.from(text).toString('base64') });

/** The text of bytes in the Worker's JSON. */
export function getText(value: unknown): string {
  const { $bytes } = object(value, 'bytes');
  return Buffer.from(String($bytes), 'base64').toString();
}
