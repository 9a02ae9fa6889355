import type { KnownRequirementId } from '../../spec/requirements.ts';
import { gatewayLimits } from '../../spec/services/ai-gateway/limits.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { getMessage, models } from '../inference/asking.ts';
import { sendUpdate, settings } from './configuring.ts';
import { logging, runThrough } from './logging.ts';
import { hit, ran, refusedWith, run } from './passing.ts';

const hour = 3600;

interface Window {
  readonly technique: 'fixed' | 'sliding';
  readonly id: KnownRequirementId;
  /** Seconds after the second run, which is refused, and whether a run is accepted then. */
  readonly later: readonly (readonly [seconds: number, taken: boolean])[];
}

/** One run per minute. The first run comes 50 seconds into a minute. */
const windows: readonly Window[] = [
  {
    technique: 'fixed',
    id: 'GW-RATE-2',
    later: [
      [9, false],
      [2, true],
    ],
  },
  {
    technique: 'sliding',
    id: 'GW-RATE-3',
    later: [
      [20, false],
      [41, true],
    ],
  },
];

type Rule = NonNullable<NonNullable<Parameters<typeof settings>[0]>['spend_limits']>['rules'];

/** A gateway with a spend limit of a dollar per hour. */
async function spending(t: TestContext, rules: Rule, cacheTtl = 0): Promise<string> {
  const { id } = await t.gateway();
  const body = settings({ cache_ttl: cacheTtl, spend_limits: { enabled: true, rules } });
  t.expectSuccess(await sendUpdate(t, id, body), 'the update');
  return id;
}

const oneDollar = {
  id: 'a-dollar',
  limit: 1,
  limitType: 'cost',
  window: hour,
  technique: 'sliding',
} as const;

/** The cost of a run, given by the caller. */
const costing = (dollars: number) => ({ 'cf-aig-custom-cost': JSON.stringify({ total_cost: dollars }) });

/** How many runs a gateway accepts in a time, and how much they may cost. */
export const gatewayLimitsSuite = defineSuite('ai-gateway/limits', [
  {
    title: 'accepts as many runs as its rate limit allows, and refuses the next',
    requirements: ['GW-RUN-3', 'GW-RATE-1', 'GW-RATE-6', 'GW-RATE-7', 'GW-HDR-35'],
    run: async (t) => {
      const { id } = await t.gateway({
        rate_limiting_limit: 2,
        rate_limiting_interval: hour,
        rate_limiting_technique: 'sliding',
      });
      await t.check('GW-RATE-1', async () => {
        for (const which of ['first', 'second']) await ran(t, id, `This is the ${which} run.`);
      });
      const reply = await run(t, id, 'This is the third run.');
      await t.check('GW-RUN-3', () => t.expectFailure(reply, { shape: 'own' }));
      await t.check('GW-RATE-6', () => refusedWith(reply, 429, 2003));
      await t.check('GW-RATE-7', () => match(getMessage(reply), /^Rate limited$/m, 'the message'));
      await t.check('GW-HDR-35', () => equal(reply.headers.get('retry-after'), null, 'retry-after'));
    },
  },
  ...windows.map(
    ({ technique, id: requirement, later }): Test<KnownRequirementId> => ({
      title: `counts by the technique ${technique}`,
      requirements: [requirement],
      features: ['clock'],
      run: async (t) => {
        await t.clock.freeze('2031-03-04T05:06:50Z');
        const { id } = await t.gateway({
          rate_limiting_limit: 1,
          rate_limiting_interval: 60,
          rate_limiting_technique: technique,
        });
        await ran(t, id, 'This is the first run.');
        refusedWith(await run(t, id, 'This is the second run.'), 429);
        for (const [seconds, taken] of later) {
          await t.clock.advance(seconds);
          const reply = await run(t, id, 'This is a run later on.');
          if (taken) t.expectSuccess(reply, `a run ${seconds} s later`);
          else refusedWith(reply, 429);
        }
      },
    }),
  ),
  test('GW-RATE-4', 'has no rate limit if the limit is 0', async (t) => {
    const { id } = await t.gateway({ rate_limiting_limit: 0, rate_limiting_interval: 60 });
    for (let count = 0; count < 5; count++) await ran(t, id, 'Say hello.');
  }),
  {
    title: 'accepts 200 runs with unified billing in a minute, and refuses the next',
    requirements: ['GW-RATE-5'],
    features: ['admin', 'clock'],
    exclusive: true,
    run: async (t) => {
      const before = (await t.call('touchstone.limits.get', {})).body;
      t.after(() => t.call('touchstone.limits.set', { body: before }));
      await t.call('touchstone.limits.set', { body: { enforced: 'all' } });
      await t.clock.freeze('2031-03-04T06:00:00Z');
      const gateway = await logging(t);
      const { requests, seconds } = gatewayLimits.unifiedBilling;
      for (let count = 0; count < requests; count++) {
        t.expectSuccess(await runThrough(t, gateway), `run ${count + 1}`);
      }
      refusedWith(await runThrough(t, gateway), 429);
      t.expectSuccess(await runThrough(t, await logging(t)), 'a run through another gateway');
      await t.clock.advance(seconds);
      t.expectSuccess(await runThrough(t, gateway), 'a run a minute later');
    },
  },
  {
    title: 'refuses the run after one that exceeds a spend rule',
    requirements: ['GW-SPEND-1', 'GW-SPEND-2', 'GW-SPEND-3'],
    run: async (t) => {
      const id = await spending(t, [oneDollar]);
      const first = await run(t, id, 'This is the first run.', costing(5));
      await t.check('GW-SPEND-3', () => t.expectSuccess(first, 'the run that exceeds the rule'));
      const reply = await run(t, id, 'This is the second run.', costing(5));
      await t.check('GW-SPEND-1', () => refusedWith(reply, 429, 2045));
      await t.check('GW-SPEND-2', () => {
        const message = getMessage(reply);
        for (const part of [oneDollar.id, '1', String(hour), models.classic]) {
          ok(message.includes(part), `the message does not name ${part}: ${message}`);
        }
      });
    },
  },
  test('GW-SPEND-4', 'answers from the cache even beyond a spend rule', async (t) => {
    const id = await spending(t, [oneDollar], 600);
    const prompt = t.title();
    await ran(t, id, prompt, costing(5));
    refusedWith(await run(t, id, `${prompt} Be brief.`, costing(5)), 429);
    await hit(t, () => run(t, id, prompt, costing(5)), 'a cached run');
  }),
  {
    title: 'applies only enabled spend rules',
    requirements: ['GW-SPEND-1'],
    atMost: 'may',
    run: async (t) => {
      const free = await spending(t, [{ ...oneDollar, enabled: false }]);
      for (const which of ['first', 'second']) await ran(t, free, `This is the ${which} run.`, costing(5));
      const bound = await spending(t, [{ ...oneDollar, enabled: true }]);
      await ran(t, bound, 'This is the first run.', costing(5));
      refusedWith(await run(t, bound, 'This is the second run.', costing(5)), 429);
    },
  },
  test('GW-SPEND-5', 'accepts 20 spend rules and refuses 21', async (t) => {
    const { id } = await t.gateway();
    const update = (count: number) => {
      const rules = Array.from({ length: count }, (_, index) => ({ ...oneDollar, id: `rule-${index}` }));
      return sendUpdate(t, id, settings({ spend_limits: { enabled: true, rules } }));
    };
    t.expectSuccess(await update(gatewayLimits.spendRules), '20 rules');
    t.expectFailure(await update(gatewayLimits.spendRules + 1), { shape: 'own', status: 400 });
  }),
]);
