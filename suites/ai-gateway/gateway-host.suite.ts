import { equal, isObject, json, match, object } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { inAccount, models, says } from '../inference/asking.ts';

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
