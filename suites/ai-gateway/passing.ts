import type { Reply } from '../../spec/client.ts';
import type { ModelReplyInput } from '../../spec/model-reply.ts';
import { equal, isObject, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { getMessage, hasCode, type MoreHeaders, models, says } from '../inference/asking.ts';
import { replying } from '../inference/replying.ts';

/** The header that names a gateway, and more headers. */
export const through = (gateway: string, more: MoreHeaders = {}): MoreHeaders => ({
  'cf-aig-gateway-id': gateway,
  ...more,
});

/** Runs a hosted model by its path, through a gateway. */
export const run = (
  t: TestContext,
  gateway: string,
  prompt: string,
  more: MoreHeaders = {},
  model: string = models.classic,
): Promise<Reply> =>
  t.ask('inference.run-model', {
    params: { account_id: t.accountId, model },
    headers: through(gateway, more),
    body: { messages: says(prompt), max_tokens: 32 },
  });

/** Like {@link run}, but must succeed. */
export async function ran(...args: Parameters<typeof run>): Promise<Reply> {
  const reply = await run(...args);
  args[0].expectSuccess(reply, 'the run');
  return reply;
}

/** The cache status of an answer; null if it has none. */
export const cacheStatus = ({ headers }: Reply): string | null => headers.get('cf-aig-cache-status');

export function missed(reply: Reply, what: string): void {
  ok(cacheStatus(reply) !== 'HIT', `${what} is answered from the cache`);
}

/**
 * Repeats a request until the cache answers it. The platform may need one more repetition than expected, and
 * simultaneous equal requests may all miss. Skips the test if answers have no cache status, which no seed requires.
 *
 * @returns the answer from the cache
 */
export async function hit(t: TestContext, send: () => Promise<Reply>, what: string): Promise<Reply> {
  let last: string | null = null;
  for (let attempt = 0; attempt < 3; attempt++) {
    const reply = await send();
    t.expectSuccess(reply, what);
    last = cacheStatus(reply);
    if (last === 'HIT') return reply;
  }
  if (last === null && !t.has('admin'))
    t.skip('the target does not mark answers from its cache (cf-aig-cache-status)');
  throw new ConformanceFailure(`${what} is not answered from the cache: cf-aig-cache-status is ${last}`);
}

/** Fails unless a run was refused with this status, and with this code if one is given. */
export function refusedWith(reply: Reply, status: number, code?: number): void {
  equal(reply.status, status, 'the status');
  if (code !== undefined) ok(hasCode(reply, code), `no entry has the code ${code}: ${getMessage(reply)}`);
}

/** A prompt with a scripted reply, and the number of requests for it. */
export interface Scripted {
  readonly prompt: string;
  attempts(): Promise<number>;
}

/** Scripts the reply to a prompt that only this test uses. The test needs the feature `admin`. */
export async function scriptReply(
  t: TestContext,
  reply: ModelReplyInput['reply'],
  times?: number,
): Promise<Scripted> {
  const prompt = t.title();
  const rest = times === undefined ? {} : { times };
  const id = await replying(t, { match: { text: { equals: prompt } }, reply, ...rest });
  return {
    prompt,
    async attempts() {
      const { body } = await t.call('touchstone.model-reply.list', {});
      return body.find((record) => record.id === id)?.used ?? 0;
    },
  };
}

/** The reply of a provider that is down. */
export const away: ModelReplyInput['reply'] = { error: { reason: 'unavailable', message: 'Away.' } };

const patience = 5000;

/** Waits until a prompt was sent this many times. */
export async function attempted(t: TestContext, { attempts }: Scripted, count: number): Promise<void> {
  let now = 0;
  await t.waitFor({ what: 'attempts at the provider', within: patience }, async () => {
    now = await attempts();
    return now >= count || undefined;
  });
  equal(now, count, 'the number of attempts');
}

/** Fails unless the number of attempts is the same a moment later. */
export async function notAttempted(scripted: Scripted, count: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  equal(await scripted.attempts(), count, 'the number of attempts');
}

/** The prepaid credits of the account. The test needs the feature `admin`. */
export async function getCredits(t: TestContext): Promise<number> {
  const params = { account_id: t.accountId };
  return (await t.call('touchstone.credits.get', { params })).body.credits;
}

type Funds = Parameters<typeof setFunds>[1];

/** Sets what the account can pay with until the test ends. The test needs the account for itself. */
export async function setFunds(
  t: TestContext,
  body: { credits?: number; plan?: 'free' | 'paid'; neurons_today?: number },
): Promise<void> {
  const params = { account_id: t.accountId };
  const before: Funds = (await t.call('touchstone.credits.get', { params })).body;
  t.after(() => t.call('touchstone.credits.set', { params, body: before }));
  await t.call('touchstone.credits.set', { params, body });
}

/** The id of the log entry from an answer's header; fails if there is none. */
export function getLogId({ headers }: Reply): string {
  const id = headers.get('cf-aig-log-id');
  match(id, /./, 'cf-aig-log-id');
  return id;
}

/** `result` of an answer, as an object. */
export function getResult({ body }: Reply): Readonly<Record<string, unknown>> {
  const result = isObject(body) ? body['result'] : undefined;
  if (!isObject(result)) throw new ConformanceFailure('the answer has no result');
  return result;
}
