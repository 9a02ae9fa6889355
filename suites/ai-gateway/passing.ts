import type { Reply } from '../../spec/client.ts';
import type { ModelReplyInput } from '../../spec/model-reply.ts';
import { equal, isObject, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { getMessage, hasCode, type MoreHeaders, models, says } from '../inference/asking.ts';
import { replying } from '../touchstone/replying.ts';

/** Names a gateway, and says more to it. */
export const through = (gateway: string, more: MoreHeaders = {}): MoreHeaders => ({
  'cf-aig-gateway-id': gateway,
  ...more,
});

/** A run of a hosted model by its path, which a gateway is asked to do. */
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

/** A run as {@link run} does one, which has to succeed. */
export async function ran(...asked: Parameters<typeof run>): Promise<Reply> {
  const reply = await run(...asked);
  asked[0].expectSuccess(reply, 'the run');
  return reply;
}

/** What an answer says of the cache; null where it says nothing. */
export const cacheStatus = ({ headers }: Reply): string | null => headers.get('cf-aig-cache-status');

export function missed(reply: Reply, what: string): void {
  ok(cacheStatus(reply) !== 'HIT', `${what} is answered from the cache`);
}

/**
 * Repeats a request until it is answered from the cache. The platform was seen to need one repetition more
 * than one would think, and equal requests at a time may all miss. The test is skipped where answers say nothing of
 * the cache, which no seed asks of them.
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
    t.skip('the target does not say what comes from its cache (cf-aig-cache-status)');
  throw new ConformanceFailure(`${what} is not answered from the cache: cf-aig-cache-status is ${last}`);
}

/** Fails unless a run was refused with this status, and this code where one is given. */
export function refusedWith(reply: Reply, status: number, code?: number): void {
  equal(reply.status, status, 'the status');
  if (code !== undefined) ok(hasCode(reply, code), `no entry has the code ${code}: ${getMessage(reply)}`);
}

/** A prompt that a reply of the mock answers, and how often that was asked for. */
export interface Told {
  readonly prompt: string;
  attempts(): Promise<number>;
}

/** Tells models what to reply to a prompt of this test alone. The test has the feature `admin`. */
export async function told(t: TestContext, reply: ModelReplyInput['reply'], times?: number): Promise<Told> {
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

/** A provider that is not there. */
export const away: ModelReplyInput['reply'] = { error: { reason: 'unavailable', message: 'Away.' } };

const patience = 5000;
const pause = 10;

/** Waits until a prompt was asked so often. */
export async function attempted({ attempts }: Told, count: number): Promise<void> {
  const started = performance.now();
  for (;;) {
    const now = await attempts();
    if (now >= count) {
      equal(now, count, 'the number of attempts');
      return;
    }
    if (performance.now() - started > patience) {
      throw new ConformanceFailure(`the provider was asked ${now} times, expected ${count}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Fails unless a prompt is still not asked more often, a moment later. */
export async function notAttempted(asked: Told, count: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5 * pause));
  equal(await asked.attempts(), count, 'the number of attempts');
}

/** The prepaid credits of the account. The test has the feature `admin`. */
export async function getCredits(t: TestContext): Promise<number> {
  const params = { account_id: t.accountId };
  return (await t.call('touchstone.credits.get', { params })).body.credits;
}

type Funds = Parameters<typeof setFunds>[1];

/** Says what the account pays with, until the test is over. The test has its account for itself. */
export async function setFunds(
  t: TestContext,
  body: { credits?: number; plan?: 'free' | 'paid'; neurons_today?: number },
): Promise<void> {
  const params = { account_id: t.accountId };
  const before: Funds = (await t.call('touchstone.credits.get', { params })).body;
  t.after(() => t.call('touchstone.credits.set', { params, body: before }));
  await t.call('touchstone.credits.set', { params, body });
}

/** The id of a log entry in a header of an answer; fails where there is none. */
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
