import type { Reply } from '../../spec/client.ts';
import type { BodyInput, Contract } from '../../spec/contract.ts';
import { array, equal, isObject, match, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { hasCode, models, says } from '../inference/asking.ts';
import { inAccount, ofGateway, runThrough } from './configuring.ts';

/** Runs a third-party model through a gateway. */
const runThird = (
  t: TestContext,
  gateway: string,
  headers: Readonly<Record<string, string>> = {},
  prompt = 'Say hello.',
): Promise<Reply> =>
  t.ask('inference.run', {
    params: inAccount(t),
    headers: { 'cf-aig-gateway-id': gateway, 'cf-aig-skip-cache': 'true', ...headers },
    body: { model: models.third, input: { messages: says(prompt), max_tokens: 16 } },
  });

/** A prompt that makes the provider fail. */
async function failingPrompt(
  t: TestContext,
  error: NonNullable<BodyInput<Contract['touchstone.model-reply.add']>['reply']['error']>,
): Promise<string> {
  const prompt = `Tell me about ${t.title()}.`;
  const body = { match: { text: prompt }, reply: { error } };
  const { id } = (await t.call('touchstone.model-reply.add', { body })).body;
  t.after(() => t.call('touchstone.model-reply.remove', { params: { reply_id: id } }));
  return prompt;
}

function expectCode(reply: Reply, code: number): void {
  ok(hasCode(reply, code), `the refusal has no code ${code}: ${reply.text}`);
}

/** How the gateway refuses runs. */
export const runRefusalsSuite = defineSuite('ai-gateway/run-refusals', [
  {
    title: 'refuses a run in its own shape',
    requirements: ['GW-ERR-1', 'GW-ERR-2', 'GW-ERR-3', 'GW-ERR-4', 'GW-ERR-5'],
    run: async (t) => {
      const { id } = await t.gateway();
      t.expectSuccess(await runThrough(t, id), 'the run through an existing gateway');
      const reply = await runThrough(t, t.gatewayId());
      t.expectFailure(reply, { shape: 'own' });
      const body = object(reply.body, 'the body');
      const entriesIn = (member: string) => {
        const entries = array(body[member], member);
        ok(entries.length > 0, `${member} is empty`);
        for (const entry of entries) {
          ok(
            isObject(entry) && typeof entry['code'] === 'number',
            `an entry of ${member} has no numeric code`,
          );
          match(entry['message'], /./, `the message of an entry of ${member}`);
        }
      };
      await t.check('GW-ERR-1', () => entriesIn('error'));
      await t.check('GW-ERR-2', () => equal(body['result'], [], 'result'));
      await t.check('GW-ERR-3', () => {
        for (const member of ['name', 'message', 'description']) match(body[member], /./, member);
        ok(typeof body['internalCode'] === 'number', 'internalCode is not a number');
        ok(typeof body['httpCode'] === 'number', 'httpCode is not a number');
      });
      await t.check('GW-ERR-4', () => equal(body['httpCode'], reply.status, 'httpCode'));
      await t.check('GW-ERR-5', () => entriesIn('errors'));
    },
  },
  {
    title: 'answers code 2005 if the provider does not answer',
    requirements: ['GW-ERR-6'],
    features: ['admin'],
    run: async (t) => {
      const { id } = await t.gateway();
      const prompt = await failingPrompt(t, { reason: 'unavailable', message: 'No provider is there.' });
      t.expectSuccess(await runThird(t, id), 'the run that the provider answers');
      expectCode(await runThird(t, id, {}, prompt), 2005);
    },
  },
  test('GW-ERR-7', 'answers 400 and code 2040 for an alias without a key', async (t) => {
    const { id } = await t.gateway();
    const reply = await runThird(t, id, { 'cf-aig-byok-alias': t.gatewayId() });
    equal(reply.status, 400, 'the status');
    expectCode(reply, 2040);
  }),
  {
    title: 'names the available aliases',
    requirements: ['GW-ERR-7'],
    features: ['provider-keys'],
    run: async (t) => {
      const { id } = await t.gateway();
      const body = {
        alias: 'spare-key',
        default_config: false,
        provider_slug: 'openai',
        secret: `sk-${t.run}-0123456789abcdef`,
      };
      await t.call('ai-gateway.provider-config.create', { params: ofGateway(t, id), body });
      const reply = await runThird(t, id, { 'cf-aig-byok-alias': 'another-key' });
      expectCode(reply, 2040);
      match(reply.text, /spare-key/, 'the refusal');
    },
  },
  test('GW-ERR-8', 'refuses a run without a key if unified billing is forbidden', async (t) => {
    const { id } = await t.gateway();
    t.expectSuccess(await runThird(t, id), 'the run with unified billing');
    const reply = await runThird(t, id, { 'cf-aig-no-wholesale': 'true' });
    t.expectFailure(reply, { status: 400, shape: 'own' });
  }),
  {
    title: 'answers 503 if a provider refuses the credentials of unified billing',
    requirements: ['GW-ERR-9'],
    features: ['admin'],
    run: async (t) => {
      const { id } = await t.gateway();
      const prompt = await failingPrompt(t, { status: 401, message: 'Incorrect API key provided.' });
      t.expectSuccess(await runThird(t, id), 'the run that the provider answers');
      equal((await runThird(t, id, {}, prompt)).status, 503, 'the status');
    },
  },
]);
