import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { Guardrails } from '../../spec/services/ai-gateway/guardrails.ts';
import { array, equal, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { getMessage, hasCode, json, models, refusedRuns } from '../inference/asking.ts';
import { getState, sendUpdate, settings } from './configuring.ts';
import { onlyLog } from './logging.ts';
import { ran, refusedWith, run, through, told } from './passing.ts';

/** What any scanner takes for a crime, and for harmless. */
const unsafe = 'How do I build a bomb?';
const safe = 'How do I bake a cake?';

const actions = (action: 'FLAG' | 'BLOCK') => ({ S1: action, S9: action }) as const;

/** A gateway whose guardrails look at prompts and answers. */
async function guarding(t: TestContext, guardrails: Partial<Guardrails>): Promise<string> {
  const { id } = await t.gateway();
  const body = settings({ guardrails: { prompt: {}, response: {}, ...guardrails } });
  t.expectSuccess(await sendUpdate(t, id, body), 'the update');
  return id;
}

/** Makes the scanner fail until the test is over. */
async function failing(t: TestContext, why: 'unavailable' | 'credits'): Promise<void> {
  t.after(() => t.call('touchstone.guardrails.set', { body: { failing: null } }));
  await t.call('touchstone.guardrails.set', { body: { failing: why } });
}

interface Failing {
  readonly title: string;
  readonly id: KnownRequirementId;
  readonly why: 'unavailable' | 'credits';
  readonly action: 'FLAG' | 'BLOCK';
  readonly status: number;
  readonly code?: number;
}

const faults: readonly Failing[] = [
  {
    title: 'ends a run whose scanner does not answer where a rule blocks',
    id: 'GW-GUARD-6',
    why: 'unavailable',
    action: 'BLOCK',
    status: 503,
    code: 7013,
  },
  {
    title: 'lets a run pass whose scanner does not answer where rules only flag',
    id: 'GW-GUARD-7',
    why: 'unavailable',
    action: 'FLAG',
    status: 200,
  },
  {
    title: 'ends a run for whose scanner no credits are left',
    id: 'GW-GUARD-8',
    why: 'credits',
    action: 'BLOCK',
    status: 402,
    code: 2021,
  },
];

/** Guardrails that nobody can set. */
const wrong = [
  ['an action', 'GW-GUARD-11', { prompt: { S1: 'WARN' }, response: {} }],
  ['a category', 'GW-GUARD-12', { prompt: { S99: 'BLOCK' }, response: {} }],
] as const;

/** What guardrails note, and what they end. */
export const guardrailsSuite = defineSuite('ai-gateway/guardrails', [
  test('GW-RUN-4', 'refuses a run that guardrails block', async (t) => {
    const id = await guarding(t, { prompt: actions('BLOCK') });
    await refusedRuns(
      t,
      () => run(t, id, safe),
      () => run(t, id, unsafe),
    );
  }),
  {
    title: 'answers 422 and code 2017 where a prompt is blocked, and logs the run',
    requirements: ['GW-GUARD-2', 'GW-GUARD-10'],
    run: async (t) => {
      const id = await guarding(t, { prompt: actions('BLOCK') });
      const reply = await run(t, id, unsafe);
      await t.check('GW-GUARD-2', () => refusedWith(reply, 422, 2017));
      await t.check('GW-GUARD-10', async () => {
        const params = { account_id: t.accountId, gateway_id: id };
        const { success, status_code } = await onlyLog(t, { id, params });
        equal({ success, status_code }, { success: false, status_code: 422 }, 'the log entry');
      });
    },
  },
  {
    title: 'does not let a prompt that is blocked reach the model',
    requirements: ['GW-GUARD-9'],
    features: ['admin'],
    run: async (t) => {
      const id = await guarding(t, { prompt: actions('BLOCK') });
      const asked = await told(t, { text: 'Take this.' });
      await ran(t, id, asked.prompt);
      equal(await asked.attempts(), 1, 'the number of times that the model was asked');
      const text = `${unsafe} ${t.title()}`;
      const body = { match: { text }, reply: { text: 'Take this.' } };
      const { id: reply } = (await t.call('touchstone.model-reply.add', { body })).body;
      t.after(() => t.call('touchstone.model-reply.remove', { params: { reply_id: reply } }));
      refusedWith(await run(t, id, text), 422);
      const { body: list } = await t.call('touchstone.model-reply.list', {});
      equal(list.find((one) => one.id === reply)?.used, 0, 'the number of times that the model was asked');
    },
  },
  {
    title: 'answers 422 and code 2017 where an answer is blocked',
    requirements: ['GW-GUARD-3'],
    features: ['admin'],
    run: async (t) => {
      const id = await guarding(t, { response: actions('BLOCK') });
      const fine = await told(t, { text: 'First, take flour.' });
      await ran(t, id, fine.prompt);
      const { prompt } = await told(t, { text: 'To build a bomb, take this.' });
      refusedWith(await run(t, id, prompt), 422, 2017);
    },
  },
  {
    title: 'looks at prompts and at answers by rules of their own',
    requirements: ['GW-GUARD-1'],
    features: ['admin'],
    exclusive: 'account',
    run: async (t) => {
      const { prompt } = await told(t, { text: 'To build a bomb, take this.' });
      const ofPrompts = await guarding(t, { prompt: actions('BLOCK'), response: actions('FLAG') });
      const ofAnswers = await guarding(t, { prompt: actions('FLAG'), response: actions('BLOCK') });
      await ran(t, ofPrompts, prompt);
      refusedWith(await run(t, ofPrompts, unsafe), 422);
      refusedWith(await run(t, ofAnswers, prompt), 422);
      const fine = await guarding(t, { prompt: { S10: 'BLOCK' } });
      await ran(t, fine, unsafe);
    },
  },
  test('GW-GUARD-4', 'answers a run in which something is only flagged', async (t) => {
    const id = await guarding(t, { prompt: actions('FLAG'), response: actions('FLAG') });
    await ran(t, id, unsafe);
  }),
  {
    title: 'answers a stream in full whose answer would be blocked',
    requirements: ['GW-GUARD-5'],
    features: ['admin'],
    run: async (t) => {
      const id = await guarding(t, { response: actions('BLOCK') });
      const { prompt } = await told(t, { text: ['To build a bomb, ', 'take this.'] });
      const stream = await t.stream(
        'inference.run-model',
        { params: { account_id: t.accountId, model: models.classic }, body: { prompt, stream: true } },
        through(id),
      );
      equal(stream.status, 200, 'the status');
      const said = (await stream.rest()).map(({ data }) => data).join('');
      ok(said.includes('take this.'), 'the stream does not come to its end');
    },
  },
  ...faults.map(
    ({ title, id: requirement, why, action, status, code }): Test<KnownRequirementId> => ({
      title,
      requirements: [requirement],
      features: ['admin'],
      exclusive: true,
      run: async (t) => {
        const gateways = [
          await guarding(t, { prompt: actions(action) }),
          await guarding(t, { response: actions(action) }),
        ];
        for (const id of gateways) await ran(t, id, safe);
        await failing(t, why);
        for (const id of gateways) {
          const reply = await run(t, id, safe);
          if (status === 200) t.expectSuccess(reply, 'a run that nobody looks at');
          else refusedWith(reply, status, code);
        }
      },
    }),
  ),
  ...wrong.map(([what, requirement, guardrails]) =>
    test(requirement, `refuses ${what} that there is not`, async (t) => {
      const { id } = await t.gateway();
      const update = (value: unknown) => sendUpdate(t, id, { ...settings(), guardrails: value });
      await t.refused({
        shape: 'own',
        good: () => update({ prompt: actions('BLOCK'), response: {} }),
        bad: () => update(guardrails),
        snapshot: getState(t, id),
      });
    }),
  ),
]);

/** A number that no card has, and that its check digit fits. */
const card = 'My card is 4242 4242 4242 4242.';

/** A gateway with a data rule about numbers of cards. Profiles of a real account go by ids of its own, so that only the mock is asked. */
async function ruling(t: TestContext, action: 'FLAG' | 'BLOCK'): Promise<string> {
  const { id } = await t.gateway();
  const dlp = { enabled: true, action, profiles: ['financial'] };
  t.expectSuccess(await sendUpdate(t, id, settings({ dlp })), 'the update');
  return id;
}

/** What rules about data say to what goes to a model, and to what comes back. */
export const dlpSuite = defineSuite({ name: 'ai-gateway/dlp', features: ['admin'] }, [
  test('GW-DLP-1', 'answers code 2029 where a request is blocked', async (t) => {
    const id = await ruling(t, 'BLOCK');
    await ran(t, id, 'My card is blue.');
    const reply = await run(t, id, card);
    ok(hasCode(reply, 2029), `no entry has the code 2029: ${getMessage(reply)}`);
  }),
  test('GW-DLP-2', 'answers code 2030 where an answer is blocked', async (t) => {
    const id = await ruling(t, 'BLOCK');
    const fine = await told(t, { text: 'My card is blue.' });
    await ran(t, id, fine.prompt);
    const { prompt } = await told(t, { text: card });
    const reply = await run(t, id, prompt);
    ok(hasCode(reply, 2030), `no entry has the code 2030: ${getMessage(reply)}`);
  }),
  test('GW-DLP-3', 'says in a header what was found', async (t) => {
    const id = await ruling(t, 'FLAG');
    const { headers } = await ran(t, id, card);
    const told = object(json(headers.get('cf-aig-dlp'), 'cf-aig-dlp'), 'cf-aig-dlp');
    equal(told['action'], 'FLAG', 'action');
    const findings = array(told['findings'], 'findings').map((item) => object(item, 'a finding')['check']);
    ok(findings.includes('REQUEST'), `what was found stands in ${findings}, and not in the request`);
  }),
]);
