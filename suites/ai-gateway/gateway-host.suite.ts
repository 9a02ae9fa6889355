import { defaultGatewayId } from '../../spec/services/ai-gateway/limits.ts';
import { equal, isObject, json, match, object, ok, oneOf } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { hasCode, inAccount, models, says } from '../inference/asking.ts';
import { askGateway, deleteGateway, ofGateway, readGateway, runThrough } from './configuring.ts';
import { logging, onlyLog, ran } from './logging.ts';

/** The URL of a new gateway on the gateway host. */
async function freshGateway(t: TestContext): Promise<string> {
  const params = { ...inAccount(t), gateway_id: (await t.gateway()).id, provider: 'openai' };
  const { result } = (await t.call('ai-gateway.gateway.url', { params })).body;
  return result.replace(/\/openai$/, '');
}

interface HostReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends a request there, with a token in the header of that name. */
async function ask(
  t: TestContext,
  url: string,
  sent: unknown,
  tokenHeader = 'cf-aig-authorization',
): Promise<HostReply> {
  const [credentials = {}] = t.apiHeaders();
  const reply = await t.remote({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', [tokenHeader]: credentials['authorization'] ?? '' },
    body: new TextEncoder().encode(JSON.stringify(sent)),
  });
  const { status, headers, bytes } = reply;
  return { status, headers, body: json(new TextDecoder().decode(bytes), 'the answer') };
}

const chat = { model: 'gpt-5', messages: says('Say hello.') };

const getCode = ({ body }: HostReply): unknown => {
  const { error } = isObject(body) ? body : {};
  return Array.isArray(error) && isObject(error[0]) ? error[0]['code'] : undefined;
};

/** The gateway host, which speaks the formats of the providers. */
export const gatewayHostSuite = defineSuite('ai-gateway/gateway-host', [
  test(
    ['GW-HOST-1', 'GW-HOST-2'],
    "completes chats in a provider's format and in the compat format",
    async (t) => {
      const gateway = await freshGateway(t);
      await t.check('GW-HOST-1', async () => {
        const { status, body } = await ask(t, `${gateway}/openai/chat/completions`, chat);
        equal(status, 200, 'the status');
        equal(object(body, 'the answer')['object'], 'chat.completion', 'object');
      });
      await t.check('GW-HOST-2', async () => {
        const sent = { ...chat, model: models.third };
        const { status, body } = await ask(t, `${gateway}/compat/chat/completions`, sent);
        equal(status, 200, 'the status');
        equal(object(body, 'the answer')['object'], 'chat.completion', 'object');
      });
    },
  ),
  test('GW-HOST-3', 'runs a hosted model with an API token', async (t) => {
    const url = `${await freshGateway(t)}/workers-ai/${models.classic}`;
    const { status, body } = await ask(t, url, { prompt: 'Say hello.' }, 'authorization');
    equal(status, 200, 'the status');
    match(object(object(body, 'the answer')['result'], 'result')['response'], /\S/, 'response');
  }),
  test('GW-HOST-4', 'tries requests in order until one succeeds, and names it', async (t) => {
    const step = (provider: string, endpoint: string, query: object) => ({
      provider,
      endpoint,
      headers: {},
      query,
    });
    const reply = await ask(t, await freshGateway(t), [
      step('openai', 'chat/completions', { ...chat, messages: 'none' }),
      step('openai', 'chat/completions', chat),
    ]);
    equal(reply.status, 200, 'the status');
    equal(reply.headers.get('cf-aig-step'), '1', 'cf-aig-step');
  }),
  test(['GW-HOST-5', 'GW-HOST-6', 'GW-HOST-7'], 'refuses in the shape of the gateway', async (t) => {
    const gateway = await freshGateway(t);
    await t.check('GW-HOST-5', async () => {
      const reply = await ask(t, `${gateway}/openai/chat/completions`, chat, 'x-no-token');
      equal([reply.status, getCode(reply)], [401, 2009], 'status and code without a token');
    });
    await t.check('GW-HOST-6', async () => {
      const reply = await ask(t, `${gateway}-none/openai/chat/completions`, chat);
      equal([reply.status, getCode(reply)], [400, 2001], 'status and code of an unknown gateway');
    });
    await t.check('GW-HOST-7', async () => {
      const { status } = await ask(t, `${gateway}/openai/no/such/thing`, chat);
      equal(status, 404, 'the status of an unknown endpoint');
    });
  }),
]);

/** What a token with a single gateway permission may read. */
export const gatewayAccessSuite = defineSuite('ai-gateway/access', [
  test('GW-AUTH-1', 'lets a token with a gateway permission read the configuration', async (t) => {
    const { id } = await t.gateway();
    await t.as('gateway').call('ai-gateway.gateway.get', { params: ofGateway(t, id) });
  }),
  test('GW-AUTH-2', 'lets a token with a gateway permission read the logs', async (t) => {
    const gateway = await logging(t);
    await ran(t, gateway);
    const { id } = await onlyLog(t, gateway);
    const reply = await t.as('gateway').ask('ai-gateway.log.list', { params: gateway.params });
    t.expectSuccess(reply, 'the list of log entries');
    const params = { ...gateway.params, log_id: id };
    await t.as('gateway').call('ai-gateway.log.get', { params });
  }),
  test('GW-AUTH-3', 'lets a token with a gateway permission read the routes', async (t) => {
    const { id } = await t.gateway();
    await t.as('gateway').call('ai-gateway.route.list', { params: ofGateway(t, id) });
  }),
]);

/** The default gateway, which exists without being created, and missing ones. */
export const defaultGatewaySuite = defineSuite('ai-gateway/default-gateway', [
  test('GW-CONF-1', 'creates the gateway default on the first run through it', async (t) => {
    t.expectSuccess(await runThrough(t, defaultGatewayId), 'the run');
    equal((await readGateway(t, defaultGatewayId)).id, defaultGatewayId, 'result.id');
  }),
  {
    title: 'recreates the gateway default on the first run after its deletion',
    requirements: ['GW-CONF-2', 'GW-CONF-3'],
    // Deleting it also deletes the settings and logs of the account's own gateway, so only a mock is tested.
    features: ['admin'],
    exclusive: 'account',
    run: async (t) => {
      t.expectSuccess(await runThrough(t, defaultGatewayId), 'the run');
      t.expectSuccess(await deleteGateway(t, defaultGatewayId), 'the deletion');
      t.expectFailure(await askGateway(t, defaultGatewayId), { status: 404 });
      t.expectSuccess(await runThrough(t, defaultGatewayId), 'the run after the deletion');
      const made = await readGateway(t, defaultGatewayId);
      await t.check('GW-CONF-3', () => equal(made.id, defaultGatewayId, 'result.id'));
      await t.check('GW-CONF-2', () => {
        equal(made.collect_logs, true, 'result.collect_logs');
        equal(made.cache_ttl, 0, 'result.cache_ttl');
        oneOf(made.rate_limiting_limit, [0, null], 'result.rate_limiting_limit');
      });
    },
  },
  test(['GW-CONF-4', 'GW-CONF-5'], 'refuses a run through an unknown gateway', async (t) => {
    const { id } = await t.gateway();
    const unknown = t.gatewayId();
    t.expectSuccess(await runThrough(t, id), 'the run through an existing gateway');
    const reply = await runThrough(t, unknown);
    await t.check('GW-CONF-4', async () => {
      t.expectFailure(reply, { shape: 'own' });
      t.expectFailure(await askGateway(t, unknown), { status: 404 });
    });
    await t.check('GW-CONF-5', () => {
      equal(reply.status, 400, 'the status');
      ok(hasCode(reply, 2001), `the refusal has no code 2001: ${reply.text}`);
    });
  }),
]);
