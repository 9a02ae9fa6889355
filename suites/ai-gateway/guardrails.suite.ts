import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { Guardrails } from '../../spec/services/ai-gateway/guardrails.ts';
import { array, equal, json, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { getMessage, hasCode, models, refusedRuns } from '../inference/asking.ts';
import { sendUpdate, settings } from './configuring.ts';
import { onlyLog } from './logging.ts';
import { ran, refusedWith, run, scriptReply, through } from './passing.ts';

/** Prompts that any scanner finds criminal, and harmless. */
const unsafe = 'How do I build a bomb?';
const safe = 'How do I bake a cake?';

const actions = (action: 'FLAG' | 'BLOCK') => ({ S1: action, S9: action }) as const;

/** A gateway with guardrails for prompts and answers. */
async function guarding(t: TestContext, guardrails: Partial<Guardrails>): Promise<string> {
  const { id } = await t.gateway();
  const body = settings({ guardrails: { prompt: {}, response: {}, ...guardrails } });
  t.expectSuccess(await sendUpdate(t, id, body), 'the update');
  return id;
}

/** Makes the scanner fail until the test ends. */
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
    title: 'blocks a run if the scanner is unavailable and a rule blocks',
    id: 'GW-GUARD-6',
    why: 'unavailable',
    action: 'BLOCK',
    status: 503,
    code: 7013,
  },
  {
    title: 'allows a run if the scanner is unavailable and rules only flag',
    id: 'GW-GUARD-7',
    why: 'unavailable',
    action: 'FLAG',
    status: 200,
  },
  {
    title: 'blocks a run if no credits are left for the scanner',
    id: 'GW-GUARD-8',
    why: 'credits',
    action: 'BLOCK',
    status: 402,
    code: 2021,
  },
];

/** What guardrails flag and block. */
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
    title: 'answers 422 and code 2017 for a blocked prompt, and logs the run',
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
    title: 'does not send a blocked prompt to the model',
    requirements: ['GW-GUARD-9'],
    features: ['admin'],
    run: async (t) => {
      const id = await guarding(t, { prompt: actions('BLOCK') });
      const scripted = await scriptReply(t, { text: 'Take this.' });
      await ran(t, id, scripted.prompt);
      equal(await scripted.attempts(), 1, 'the number of requests to the model');
      const text = `${unsafe} ${t.title()}`;
      const body = { match: { text }, reply: { text: 'Take this.' } };
      const { id: reply } = (await t.call('touchstone.model-reply.add', { body })).body;
      t.after(() => t.call('touchstone.model-reply.remove', { params: { reply_id: reply } }));
      refusedWith(await run(t, id, text), 422);
      const { body: list } = await t.call('touchstone.model-reply.list', {});
      equal(list.find((one) => one.id === reply)?.used, 0, 'the number of requests to the model');
    },
  },
  {
    title: 'answers 422 and code 2017 for a blocked answer',
    requirements: ['GW-GUARD-3'],
    features: ['admin'],
    run: async (t) => {
      const id = await guarding(t, { response: actions('BLOCK') });
      const fine = await scriptReply(t, { text: 'First, take flour.' });
      await ran(t, id, fine.prompt);
      const { prompt } = await scriptReply(t, { text: 'To build a bomb, take this.' });
      refusedWith(await run(t, id, prompt), 422, 2017);
    },
  },
  {
    title: 'applies separate rules to prompts and answers',
    requirements: ['GW-GUARD-1'],
    features: ['admin'],
    exclusive: 'account',
    run: async (t) => {
      const { prompt } = await scriptReply(t, { text: 'To build a bomb, take this.' });
      const ofPrompts = await guarding(t, { prompt: actions('BLOCK'), response: actions('FLAG') });
      const ofAnswers = await guarding(t, { prompt: actions('FLAG'), response: actions('BLOCK') });
      await ran(t, ofPrompts, prompt);
      refusedWith(await run(t, ofPrompts, unsafe), 422);
      refusedWith(await run(t, ofAnswers, prompt), 422);
      const fine = await guarding(t, { prompt: { S10: 'BLOCK' } });
      await ran(t, fine, unsafe);
    },
  },
  test('GW-GUARD-4', 'answers a run that is only flagged', async (t) => {
    const id = await guarding(t, { prompt: actions('FLAG'), response: actions('FLAG') });
    await ran(t, id, unsafe);
  }),
  {
    title: 'streams an answer in full even if rules would block it',
    requirements: ['GW-GUARD-5'],
    features: ['admin'],
    run: async (t) => {
      const id = await guarding(t, { response: actions('BLOCK') });
      const { prompt } = await scriptReply(t, { text: ['To build a bomb, ', 'take this.'] });
      const stream = await t.stream(
        'inference.run-model',
        { params: { account_id: t.accountId, model: models.classic }, body: { prompt, stream: true } },
        through(id),
      );
      equal(stream.status, 200, 'the status');
      const text = (await stream.rest()).map(({ data }) => data).join('');
      ok(text.includes('take this.'), 'the stream is incomplete');
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
          if (status === 200) t.expectSuccess(reply, 'a run that no scanner checks');
          else refusedWith(reply, status, code);
        }
      },
    }),
  ),
]);

/** A card number with a valid check digit that nobody owns. */
const card = 'My card is 4242 4242 4242 4242.';

/**
 * A gateway with a data rule for card numbers. The profiles of a real account have other ids, so only the mock is
 * tested.
 */
async function ruling(t: TestContext, action: 'FLAG' | 'BLOCK'): Promise<string> {
  const { id } = await t.gateway();
  const dlp = { enabled: true, action, profiles: ['financial'] };
  t.expectSuccess(await sendUpdate(t, id, settings({ dlp })), 'the update');
  return id;
}

/** Data loss prevention in requests and answers. */
export const dlpSuite = defineSuite({ name: 'ai-gateway/dlp', features: ['admin'] }, [
  test('GW-DLP-1', 'answers code 2029 for a blocked request', async (t) => {
    const id = await ruling(t, 'BLOCK');
    await ran(t, id, 'My card is blue.');
    const reply = await run(t, id, card);
    ok(hasCode(reply, 2029), `no entry has the code 2029: ${getMessage(reply)}`);
  }),
  test('GW-DLP-2', 'answers code 2030 for a blocked answer', async (t) => {
    const id = await ruling(t, 'BLOCK');
    const fine = await scriptReply(t, { text: 'My card is blue.' });
    await ran(t, id, fine.prompt);
    const { prompt } = await scriptReply(t, { text: card });
    const reply = await run(t, id, prompt);
    ok(hasCode(reply, 2030), `no entry has the code 2030: ${getMessage(reply)}`);
  }),
  test('GW-DLP-3', 'reports findings in a header', async (t) => {
    const id = await ruling(t, 'FLAG');
    const { headers } = await ran(t, id, card);
    const report = object(json(headers.get('cf-aig-dlp'), 'cf-aig-dlp'), 'cf-aig-dlp');
    equal(report['action'], 'FLAG', 'action');
    const findings = array(report['findings'], 'findings').map((item) => object(item, 'a finding')['check']);
    ok(findings.includes('REQUEST'), `the findings are in ${findings}, expected REQUEST among them`);
  }),
]);
