import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { askRun, messageOf, models, says } from '../inference/asking.ts';
import { logging, onlyLog, runThrough } from './logging.ts';
import { creditsOf, ran, refusedWith, run, setFunds, through } from './passing.ts';

const frontier = '@cf/zai-org/glm-5.2';

const unified = (t: TestContext) => t.gateway({ workers_ai_billing_mode: 'unified' });

interface Form {
  readonly what: string;
  readonly send: (t: TestContext, gateway: string) => Promise<Reply>;
}

/** Forms of a run that prepaid credits do not pay for. */
const otherForms: readonly Form[] = [
  {
    what: 'a run whose body names the model',
    send: (t, gateway) => {
      const body = { model: models.classic, input: { prompt: 'Say hello.' } };
      return askRun(t, body, through(gateway));
    },
  },
  {
    what: 'a chat completion',
    send: (t, gateway) =>
      t.ask('inference.chat-completions', {
        params: { account_id: t.accountId },
        headers: through(gateway),
        body: { model: models.chat, messages: says('Say hello.') },
      }),
  },
];

/** Runs of a frontier model in one minute of the clock, of which so many are taken. */
async function taken(t: TestContext, gateway: string, minute: string, tries: number): Promise<number> {
  await t.clock.freeze(`2032-01-01T00:${minute}:00Z`);
  for (let count = 0; count < tries; count++) {
    const reply = await run(t, gateway, 'Say hello.', {}, frontier);
    if (reply.status === 429) return count;
    t.expectSuccess(reply, `run ${count + 1}`);
  }
  return tries;
}

/** What a run costs, and who pays. Credits are those of the whole account, which each test has for itself. */
export const gatewayBillingSuite = defineSuite({ name: 'ai-gateway/billing', features: ['admin'] }, [
  {
    title: 'draws on prepaid credits for a run by path through a gateway with unified billing',
    requirements: ['INF-BILL-1'],

    exclusive: 'account',
    run: async (t) => {
      const { id } = await unified(t);
      const before = await creditsOf(t);
      await ran(t, id, 'Say hello.');
      const after = await creditsOf(t);
      ok(after < before, `the credits are ${after} after the run and were ${before}`);
    },
  },
  ...otherForms.map(
    ({ what, send }): Test<KnownRequirementId> => ({
      title: `leaves the prepaid credits alone for ${what}`,
      requirements: ['INF-BILL-2'],
      features: ['admin'],
      exclusive: 'account',
      run: async (t) => {
        const { id } = await unified(t);
        const before = await creditsOf(t);
        t.expectSuccess(await send(t, id), what);
        equal(await creditsOf(t), before, 'the credits');
      },
    }),
  ),
  {
    title: 'leaves the prepaid credits alone where the gateway has no unified billing',
    requirements: ['INF-BILL-3'],

    exclusive: 'account',
    run: async (t) => {
      const { id } = await t.gateway({ workers_ai_billing_mode: 'postpaid' });
      const before = await creditsOf(t);
      await ran(t, id, 'Say hello.');
      equal(await creditsOf(t), before, 'the credits');
    },
  },
  {
    title: 'notes a run of a third-party model as one that the account is charged for',
    requirements: ['INF-BILL-5'],
    run: async (t) => {
      const gateway = await logging(t, { workers_ai_billing_mode: 'unified' });
      t.expectSuccess(await runThrough(t, gateway), 'the run');
      const { wholesale, byok, cost = 0 } = await onlyLog(t, gateway);
      equal({ wholesale, byok }, { wholesale: true, byok: false }, 'the log entry');
      ok(cost > 0, `the run cost ${cost}`);
    },
  },
  {
    title: 'takes more runs of a frontier model with prepaid credits than without',
    requirements: ['INF-BILL-4', 'INF-BILL-8', 'INF-BILL-9'],
    features: ['admin', 'clock'],
    run: async (t) => {
      const without = await taken(t, (await t.gateway()).id, '01', 60);
      const prepaid = await taken(t, (await unified(t)).id, '03', 60);
      await t.check('INF-BILL-8', () => equal(without, 20, 'the runs without credits'));
      await t.check('INF-BILL-9', () => equal(prepaid, 50, 'the runs with credits'));
      ok(prepaid > without, `${prepaid} runs are taken with credits, ${without} without`);
    },
  },
  {
    title: 'answers 402 and code 2021 where no credits are left, and says how to go on',
    requirements: ['INF-BILL-10', 'INF-BILL-11'],

    exclusive: 'account',
    run: async (t) => {
      const { id } = await unified(t);
      await ran(t, id, 'Say hello.');
      await setFunds(t, { credits: 0 });
      const reply = await run(t, id, 'Say hello.');
      await t.check('INF-BILL-10', () => refusedWith(reply, 402, 2021));
      await t.check('INF-BILL-11', () => match(messageOf(reply), /add money/, 'the message'));
      await ran(t, (await t.gateway()).id, 'Say hello.');
    },
  },
  {
    title: 'answers 429 beyond the free allocation of a day',
    requirements: ['INF-BILL-6'],

    exclusive: 'account',
    run: async (t) => {
      const { id } = await t.gateway();
      await setFunds(t, { plan: 'free', neurons_today: 9999 });
      await ran(t, id, 'Say hello.');
      await setFunds(t, { neurons_today: 10_000 });
      refusedWith(await run(t, id, 'Say hello.'), 429);
    },
  },
  {
    title: 'answers 403 and code 5035 for a frontier model on the free plan',
    requirements: ['INF-BILL-7'],

    exclusive: 'account',
    run: async (t) => {
      const { id } = await t.gateway();
      await setFunds(t, { plan: 'free', neurons_today: 0 });
      await ran(t, id, 'Say hello.');
      refusedWith(await run(t, id, 'Say hello.', {}, frontier), 403, 5035);
    },
  },
]);
