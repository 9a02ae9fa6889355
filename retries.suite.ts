import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { backoffs } from '../../spec/services/ai-gateway/headers.ts';
import { gatewayLimits } from '../../spec/services/ai-gateway/limits.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { getMessage, type MoreHeaders, models, throughGateway } from '../inference/asking.ts';
import { sendCreate } from './configuring.ts';
import { logging, onlyLog } from './logging.ts';
import { attempted, away, notAttempted, ran, run, type Scripted, scriptReply, through } from './passing.ts';

const { maxAttempts, retryDelayMs, retryDelaySettingMs } = gatewayLimits;

const attempts = (count: number, more: MoreHeaders = {}): MoreHeaders => ({
  'cf-aig-max-attempts': String(count),
  ...more,
});

/** Advances the clock by each wait, and checks that the next attempt comes neither before nor after it. */
async function attemptsApart(t: TestContext, scripted: Scripted, waits: readonly number[]): Promise<void> {
  await attempted(t, scripted, 1);
  for (const [index, wait] of waits.entries()) {
    await t.clock.advance((wait - 1) / 1000);
    await notAttempted(scripted, index + 1);
    await t.clock.advance(0.001);
    await attempted(t, scripted, index + 2);
  }
}

interface Backoff {
  readonly title: string;
  readonly id: KnownRequirementId;
  readonly headers: MoreHeaders;
  /** Milliseconds between the attempts. */
  readonly waits: readonly number[];
}

const waiting: readonly Backoff[] = [
  {
    title: 'waits for the delay between two attempts',
    id: 'GW-HDR-13',
    headers: { 'cf-aig-retry-delay': '2500' },
    waits: [2500],
  },
  {
    title: 'waits for the same time before each attempt',
    id: 'GW-HDR-16',
    headers: { 'cf-aig-retry-delay': '1000', 'cf-aig-backoff': 'constant' },
    waits: [1000, 1000, 1000],
  },
  {
    title: 'waits for one, two and three times the delay',
    id: 'GW-HDR-17',
    headers: { 'cf-aig-retry-delay': '1000', 'cf-aig-backoff': 'linear' },
    waits: [1000, 2000, 3000],
  },
  {
    title: 'doubles the wait before each attempt',
    id: 'GW-HDR-18',
    headers: { 'cf-aig-retry-delay': '1000', 'cf-aig-backoff': 'exponential' },
    waits: [1000, 2000, 4000],
  },
  {
    title: 'waits for a minute at most',
    id: 'GW-HDR-15',
    headers: { 'cf-aig-retry-delay': '60000', 'cf-aig-backoff': 'exponential' },
    waits: [60_000, 60_000],
  },
];

/** Failures that are not retried. */
const final = [
  { title: 'refused credentials', id: 'GW-RETRY-5', error: { reason: 'unavailable', status: 401 } },
  { title: 'refused input', id: 'GW-RETRY-6', error: { reason: 'bad-input' } },
] as const;

/** How often and when a failing provider gets another request. */
export const retriesSuite = defineSuite('ai-gateway/retries', [
  test(['GW-HDR-11', 'GW-HDR-14'], 'accepts 5 attempts, and a delay of 60000', async (t) => {
    const { 'cf-aig-gateway-id': id } = throughGateway;
    await t.check('GW-HDR-11', () => ran(t, id, 'Say hello.', attempts(maxAttempts.max)));
    const delay = { 'cf-aig-retry-delay': String(retryDelayMs.max) };
    await t.check('GW-HDR-14', () => ran(t, id, 'Say hello.', delay));
  }),
  test('GW-HDR-44', 'accepts each of the three backoffs', async (t) => {
    for (const backoff of backoffs) {
      await ran(t, throughGateway['cf-aig-gateway-id'], 'Say hello.', { 'cf-aig-backoff': backoff });
    }
  }),
  {
    title: 'makes as many attempts as the header says, and 5 at most',
    requirements: ['GW-HDR-10', 'GW-HDR-12', 'GW-RETRY-8'],
    features: ['admin'],
    run: async (t) => {
      const { id } = await t.gateway();
      for (const count of [1, 2, maxAttempts.max]) {
        const scripted = await scriptReply(t, { error: { status: 503, message: 'No capacity today.' } });
        const reply = await run(t, id, scripted.prompt, attempts(count));
        equal(await scripted.attempts(), count, 'the number of attempts');
        await t.check('GW-RETRY-8', () => {
          equal(reply.status, 503, 'the status');
          ok(
            getMessage(reply).includes('No capacity today.'),
            `the message of the refusal is ${getMessage(reply)}`,
          );
        });
      }
      const scripted = await scriptReply(t, away);
      await run(t, id, scripted.prompt, attempts(maxAttempts.max + 1));
      const times = await scripted.attempts();
      await t.check('GW-HDR-12', () => ok(times <= maxAttempts.max, `the provider got ${times} requests`));
    },
  },
  {
    title: 'retries after each status for an unavailable or overloaded provider',
    requirements: ['GW-HDR-10'],
    atMost: 'may',
    features: ['admin'],
    run: async (t) => {
      const { id } = await t.gateway();
      for (const status of [408, 429, 500, 504]) {
        const scripted = await scriptReply(t, { error: { status, message: 'Not now.' } });
        await run(t, id, scripted.prompt, attempts(2));
        equal(await scripted.attempts(), 2, `the number of attempts after status ${status}`);
      }
    },
  },
  {
    title: 'answers as soon as an attempt succeeds, and logs one run',
    requirements: ['GW-RETRY-7', 'GW-LOG-33'],
    features: ['admin'],
    run: async (t) => {
      const gateway = await logging(t);
      const scripted = await scriptReply(t, away, 2);
      const reply = await ran(t, gateway.id, scripted.prompt, attempts(4));
      equal(reply.status, 200, 'the status');
      const log = await onlyLog(t, gateway);
      equal(log.success, true, 'success');
    },
  },
  {
    title: "makes as many attempts as the gateway's setting says",
    requirements: ['GW-RETRY-1'],
    features: ['admin'],
    run: async (t) => {
      const { id } = await t.gateway({ retry_max_attempts: 3, retry_delay: 0, retry_backoff: 'constant' });
      const scripted = await scriptReply(t, away);
      const reply = await run(t, id, scripted.prompt);
      ok(reply.status >= 400, `the status is ${reply.status}`);
      equal(await scripted.attempts(), 3, 'the number of attempts');
    },
  },
  ...final.map(
    ({ title, id: requirement, error }): Test<KnownRequirementId> => ({
      title: `does not retry after ${title}`,
      requirements: [requirement],
      features: ['admin'],
      run: async (t) => {
        const { id } = await t.gateway();
        const scripted = await scriptReply(t, { error });
        const reply = await run(t, id, scripted.prompt, attempts(3), models.classic);
        ok(reply.status >= 400, `the status is ${reply.status}`);
        equal(await scripted.attempts(), 1, 'the number of attempts');
      },
    }),
  ),
  ...waiting.map(
    ({ title, id: requirement, headers, waits }): Test<KnownRequirementId> => ({
      title,
      requirements: [requirement],
      features: ['admin', 'clock'],
      run: async (t) => {
        const { id } = await t.gateway();
        const scripted = await scriptReply(t, away);
        await t.clock.freeze();
        const answer: Promise<Reply> = run(t, id, scripted.prompt, attempts(waits.length + 1, headers));
        // If the waits are wrong, the test ends before the answer. Its failure must not end the process.
        answer.catch(() => {});
        await attemptsApart(t, scripted, waits);
        const { status } = await answer;
        ok(status >= 400, `a run with a failing provider has status ${status}`);
      },
    }),
  ),
  test(['GW-RETRY-2', 'GW-RETRY-3'], 'accepts a delay setting of 5000 and refuses more', async (t) => {
    const made = await t.gateway({ retry_delay: retryDelaySettingMs });
    await t.check('GW-RETRY-2', () => equal(made.retry_delay, retryDelaySettingMs, 'retry_delay'));
    const body = t.gatewayBody({ retry_delay: retryDelaySettingMs + 1 });
    t.expectFailure(await sendCreate(t, body), { shape: 'own', status: 400 });
  }),
]);

const longStory = 'Tell me all about the history of Lisbon, in ten long paragraphs.';

const within = (milliseconds: number) => ({ 'cf-aig-request-timeout': String(milliseconds) });

/** The milliseconds that an action takes. */
async function timed(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

/** Time limits for providers. */
export const timeoutsSuite = defineSuite('ai-gateway/timeouts', [
  test('GW-HDR-9', 'fails a run that exceeds its time limit, and answers a fast one', async (t) => {
    const { 'cf-aig-gateway-id': id } = throughGateway;
    const slow = t.has('admin')
      ? (await scriptReply(t, { text: 'At last.', delayMs: 5000 })).prompt
      : longStory;
    await ran(t, id, 'Say hello.', within(60_000));
    if (!t.has('admin')) {
      // A millisecond is too short for a model that takes its time, which a refused run does not have.
      const refused = await timed(() => run(t, id, longStory, within(60_000), models.unknown));
      const whole = await timed(() => ran(t, id, longStory, within(60_000)));
      if (whole - refused < 500) t.skip('its models answer too fast for the time limit');
    }
    const started = performance.now();
    const reply = await run(t, id, slow, within(t.has('admin') ? 100 : 1));
    ok(reply.status >= 400, `the status is ${reply.status}, expected a failure`);
    if (!t.has('admin')) return;
    const passed = performance.now() - started;
    ok(passed < 4000, `the failure came after ${passed} ms, expected about 100`);
  }),
  {
    title: 'applies the time limit to the first byte only',
    requirements: ['GW-RETRY-4', 'GW-HDR-24'],
    features: ['admin'],
    run: async (t) => {
      const { id } = await t.gateway();
      const slowly = { text: ['One, ', 'two, ', 'three.'], tokensPerSecond: 4 };
      const { prompt } = await scriptReply(t, slowly);
      const stream = await t.stream(
        'inference.run-model',
        { params: { account_id: t.accountId, model: models.classic }, body: { prompt, stream: true } },
        through(id, within(400)),
      );
      equal(stream.status, 200, 'the status');
      const events = await stream.rest();
      ok(
        events.some(({ data }) => data.includes('three.')),
        'the stream is incomplete',
      );
      const late = await scriptReply(t, { text: 'Late.', timeToFirstTokenMs: 5000 });
      const refused = await t.ask('inference.run-model', {
        params: { account_id: t.accountId, model: models.classic },
        headers: through(id, within(100)),
        body: { prompt: late.prompt, stream: true },
      });
      ok(refused.status >= 400, `a stream with a late first byte has status ${refused.status}`);
    },
  },
  {
    title: 'applies the time limit to each attempt',
    requirements: ['GW-RETRY-9'],
    features: ['admin'],
    run: async (t) => {
      const { id } = await t.gateway();
      const scripted = await scriptReply(t, { text: 'At last.', delayMs: 20_000 });
      const started = performance.now();
      const reply = await run(t, id, scripted.prompt, { ...within(100), 'cf-aig-max-attempts': '3' });
      const passed = performance.now() - started;
      ok(reply.status >= 400, `the status is ${reply.status}`);
      await attempted(t, scripted, 3);
      ok(passed >= 290 && passed < 10_000, `three attempts of 100 ms took ${passed} ms`);
    },
  },
]);
