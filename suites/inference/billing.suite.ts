import type { OperationId } from '../../spec/contract.ts';
import { gatewayLimits } from '../../spec/services/ai-gateway/limits.ts';
import { frontierRequestsPerMinute } from '../../spec/services/inference/limits.ts';
import { equal, match, object, ok } from '../harness/assertions.ts';
import { expectSuccess, succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite } from '../harness/suite.ts';
import { getMessage, hasCode, inAccount, models, says } from './asking.ts';
import { askMessage } from './messages-asking.ts';

const frontier = '@cf/zai-org/glm-5.2';

/** Runs a model named by the path, through a gateway. */
const byPath = (t: TestContext, gateway: string, body: object = { prompt: 'Say hello.' }, model?: string) =>
  t.ask('inference.run-model', {
    params: { ...inAccount(t), model: model ?? models.classic },
    headers: { 'cf-aig-gateway-id': gateway },
    body,
  });

/** A gateway that pays for hosted models with prepaid credits. */
const prepaid = async (t: TestContext) => (await t.gateway({ workers_ai_billing_mode: 'unified' })).id;
const postpaid = async (t: TestContext) => (await t.gateway({ workers_ai_billing_mode: 'postpaid' })).id;

const getCredits = async (t: TestContext) =>
  (await t.call('touchstone.credits.get', { params: inAccount(t) })).body.credits;

/** Sets what the account can pay with. The test's end restores it. */
async function setFunds(
  t: TestContext,
  funds: { credits?: number; plan?: 'free' | 'paid'; neurons_today?: number },
) {
  const params = inAccount(t);
  const { body: before } = await t.call('touchstone.credits.get', { params });
  t.after(() => t.call('touchstone.credits.set', { params, body: before }));
  await t.call('touchstone.credits.set', { params, body: funds });
}

/** Requests for hosted models other than a run by path. The gateway could pay for each of these models. */
const otherForms: readonly (readonly [OperationId, object])[] = [
  ['inference.run', { model: models.classic, input: { prompt: 'Say hello.' } }],
  ['inference.chat-completions', { model: models.classic, messages: says('Say hello.') }],
  ['inference.responses', { model: models.responses, input: 'Say hello.' }],
  ['inference.embeddings', { model: models.vectors, input: 'Hello' }],
];

/** Runs a frontier model until it is refused, and returns the number of accepted runs. */
async function taken(t: TestContext, gateway: string): Promise<number> {
  const most = frontierRequestsPerMinute.prepaid + 10;
  for (let count = 0; count < most; count++) {
    const reply = await byPath(t, gateway, { messages: says('Say hello.') }, frontier);
    if (reply.status === 429) return count;
    expectSuccess(reply, `request ${count + 1}`);
  }
  throw new ConformanceFailure(`${most} requests in a minute were accepted`);
}

const features = ['admin', 'billing'] as const;

/** Billing, and refusals for lack of funds. Credits belong to the account, so no other test may run. */
export const billingSuite = defineSuite('inference/billing', [
  {
    title: 'pays for a run by path with prepaid credits in unified billing mode',
    requirements: ['INF-BILL-1'],
    features,
    exclusive: 'account',
    run: async (t) => {
      const gateway = await prepaid(t);
      const before = await getCredits(t);
      expectSuccess(await byPath(t, gateway), 'the run');
      const after = await getCredits(t);
      ok(after < before, `the credits are ${after}, expected less than ${before}`);
    },
  },
  {
    title: 'uses no prepaid credits for any other request for a hosted model',
    requirements: ['INF-BILL-2'],
    features,
    exclusive: 'account',
    run: async (t) => {
      const gateway = await prepaid(t);
      const before = await getCredits(t);
      for (const [operation, body] of otherForms) {
        const headers = { 'cf-aig-gateway-id': gateway };
        expectSuccess(await t.ask(operation, { params: inAccount(t), headers, body }), operation);
        equal(await getCredits(t), before, `the credits after ${operation}`);
      }
    },
  },
  {
    title: 'uses no prepaid credits in postpaid billing mode',
    requirements: ['INF-BILL-3'],
    features,
    exclusive: 'account',
    run: async (t) => {
      const gateway = await postpaid(t);
      const before = await getCredits(t);
      expectSuccess(await byPath(t, gateway), 'the run');
      equal(await getCredits(t), before, 'the credits');
    },
  },
  {
    title: 'accepts more requests per minute for a frontier model with prepaid credits',
    requirements: ['INF-BILL-4', 'INF-BILL-8', 'INF-BILL-9'],
    features: [...features, 'clock'],
    run: async (t) => {
      const [without, withCredits] = [await postpaid(t), await prepaid(t)];
      await t.clock.freeze();
      await t.clock.advance(120);
      const few = await t.step('postpaid', () => taken(t, without));
      await t.clock.advance(120);
      const many = await t.step('prepaid', () => taken(t, withCredits));
      await t.clock.advance(120);
      await t.check('INF-BILL-4', () =>
        ok(many > few, `${many} requests are accepted, expected more than ${few}`),
      );
      await t.check('INF-BILL-8', () => equal(few, frontierRequestsPerMinute.postpaid, 'requests without'));
      await t.check('INF-BILL-9', () => equal(many, frontierRequestsPerMinute.prepaid, 'requests with'));
    },
  },
  {
    title: "charges a third-party run to the platform's account",
    requirements: ['INF-BILL-5'],
    features,
    run: async (t) => {
      const { id } = await t.gateway();
      const reply = await t.ask('inference.chat-completions', {
        params: inAccount(t),
        headers: { 'cf-aig-gateway-id': id },
        body: { model: models.third, messages: says('Say hello.') },
      });
      expectSuccess(reply, 'the run');
      const log_id = reply.headers.get('cf-aig-log-id') ?? '';
      const params = { ...inAccount(t), gateway_id: id, log_id };
      const log = object((await t.call('ai-gateway.log.get', { params })).body.result, 'result');
      equal(log['wholesale'], true, 'wholesale');
      equal(log['byok'], false, 'byok');
      ok(Number(log['cost']) > 0, `the run cost ${log['cost']}`);
    },
  },
  {
    title: 'refuses a run beyond the free allocation',
    requirements: ['INF-BILL-6'],
    features,
    exclusive: 'account',
    run: async (t) => {
      const gateway = await postpaid(t);
      await setFunds(t, { plan: 'free', neurons_today: 0 });
      expectSuccess(await byPath(t, gateway), 'a run within the allocation');
      // Even the smallest use of a run counts.
      await setFunds(t, { plan: 'free', neurons_today: gatewayLimits.freeNeurons - 1e-6 });
      expectSuccess(await byPath(t, gateway), 'the run that uses up the allocation');
      equal((await byPath(t, gateway)).status, 429, 'the status of the next run');
      await setFunds(t, { plan: 'free', neurons_today: gatewayLimits.freeNeurons });
      equal((await byPath(t, gateway)).status, 429, 'the status');
      await setFunds(t, { plan: 'paid', neurons_today: gatewayLimits.freeNeurons });
      expectSuccess(await byPath(t, gateway), 'a run on the paid plan');
    },
  },
  {
    title: 'refuses a frontier model on the free plan',
    requirements: ['INF-BILL-7'],
    features,
    exclusive: 'account',
    run: async (t) => {
      const gateway = await postpaid(t);
      await setFunds(t, { plan: 'free', neurons_today: 0 });
      const reply = await byPath(t, gateway, { messages: says('Say hello.') }, frontier);
      equal(reply.status, 403, 'the status');
      ok(hasCode(reply, 5035), 'no entry has the code 5035');
    },
  },
  {
    title: 'refuses a run without credits left, and says what to do',
    requirements: ['INF-BILL-10', 'INF-BILL-11'],
    features,
    exclusive: 'account',
    run: async (t) => {
      const gateway = await prepaid(t);
      await setFunds(t, { credits: 0 });
      const reply = await byPath(t, gateway);
      await t.check('INF-BILL-10', () => {
        equal(reply.status, 402, 'the status');
        ok(hasCode(reply, 2021), 'no entry has the code 2021');
      });
      await t.check('INF-BILL-11', () => match(getMessage(reply), /\badd\b|\buse\b/i, 'the message'));
    },
  },
  {
    title: 'pays for third-party models with credits until none are left',
    requirements: ['INF-BILL-12', 'INF-BILL-13'],
    features,
    exclusive: 'account',
    run: async (t) => {
      const ask = () =>
        askMessage(t, { model: models.message, max_tokens: 64, messages: says('Say hello.') });
      const before = await getCredits(t);
      expectSuccess(await ask(), 'the message');
      const after = await getCredits(t);
      await t.check('INF-BILL-12', () =>
        ok(after < before, `the credits are ${after}, expected less than ${before}`),
      );
      await setFunds(t, { credits: 0 });
      await t.check('INF-BILL-13', async () => equal((await ask()).status, 402, 'the status'));
    },
  },
  {
    title: 'validates the input before it checks the credits',
    requirements: ['INF-RUN-22'],
    features,
    exclusive: 'account',
    run: async (t) => {
      const gateway = await prepaid(t);
      await setFunds(t, { credits: 0 });
      const { status } = await byPath(t, gateway, { prompt: 7 });
      equal(status, 400, 'the status of an invalid input');
      ok(!succeeded(await byPath(t, gateway)), 'a valid input is accepted without credits');
    },
  },
]);
