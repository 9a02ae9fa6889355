import type { Reply } from '../../spec/client.ts';
import type { BodyInput, Contract, ResultOf } from '../../spec/contract.ts';
import { array, isObject, object } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { Gateway } from '../harness/creation.ts';

/** Path variables of an operation on the account. */
export const inAccount = (t: TestContext) => ({ account_id: t.accountId });

/** Path variables of an operation on a gateway. */
export const ofGateway = (t: TestContext, gateway_id: string) => ({ account_id: t.accountId, gateway_id });

type Settings = BodyInput<Contract['ai-gateway.gateway.update']>;

/** The settings that every creation and update requires, plus overrides. */
export const settings = (others: Partial<Settings> = {}): Settings => ({
  cache_ttl: 0,
  cache_invalidate_on_update: false,
  collect_logs: true,
  rate_limiting_interval: 0,
  rate_limiting_limit: 0,
  ...others,
});

/** Sends any body to create a gateway. */
export const sendCreate = (t: TestContext, body: unknown): Promise<Reply> =>
  t.ask('ai-gateway.gateway.create', { params: inAccount(t), body });

/** Sends any body to update a gateway. */
export const sendUpdate = (t: TestContext, id: string, body: unknown): Promise<Reply> =>
  t.ask('ai-gateway.gateway.update', { params: ofGateway(t, id), body });

/** Updates a gateway, and reads it back. */
export async function updateGateway(t: TestContext, id: string, body: Settings): Promise<Gateway> {
  await t.call('ai-gateway.gateway.update', { params: ofGateway(t, id), body });
  return readGateway(t, id);
}

export const askGateway = (t: TestContext, id: string): Promise<Reply> =>
  t.ask('ai-gateway.gateway.get', { params: ofGateway(t, id) });

export async function readGateway(t: TestContext, id: string): Promise<Gateway> {
  return (await t.call('ai-gateway.gateway.get', { params: ofGateway(t, id) })).body.result;
}

export const deleteGateway = (t: TestContext, id: string): Promise<Reply> =>
  t.ask('ai-gateway.gateway.delete', { params: ofGateway(t, id) });

/** Requests the list of gateways with any query. */
export const askList = (t: TestContext, query: Readonly<Record<string, unknown>>): Promise<Reply> =>
  t.ask('ai-gateway.gateway.list', { params: inAccount(t), query });

/** Ids of the gateways that match a query, all on one page. */
export async function idsListed(t: TestContext, query: Readonly<Record<string, unknown>>): Promise<string[]> {
  const reply = await askList(t, { per_page: 100, ...query });
  t.expectSuccess(reply, 'the list of gateways');
  return getIds(reply);
}

/** Ids of the gateways in a list. */
export function getIds({ body }: Reply): string[] {
  return array(isObject(body) ? body['result'] : undefined, 'result').map((item) =>
    String(object(item, 'a gateway')['id']),
  );
}

/** `result` of an answer, as an object. */
export const getResult = ({ body }: Reply): Readonly<Record<string, unknown>> =>
  object(isObject(body) ? body['result'] : undefined, 'result');

/** Reads the gateway that a refused change must leave unchanged. */
export const getState = (t: TestContext, id: string) => () => readGateway(t, id);

type RouteBody = BodyInput<Contract['ai-gateway.route.create']>;

export type Elements = RouteBody['elements'];
export type Route = ResultOf<Contract['ai-gateway.route.create']>;

/** The elements of a route with one model. */
export const elementsFor = (model: string): Elements => [
  { id: 'first', type: 'start', outputs: { next: { elementId: 'ask' } } },
  {
    id: 'ask',
    type: 'model',
    properties: { provider: 'openai', model, timeout: 1000, retries: 1 },
    outputs: { success: { elementId: 'last' }, fallback: { elementId: 'last' } },
  },
  { id: 'last', type: 'end', outputs: {} },
];

/** Runs a hosted model through a gateway, without its cache. */
export const runThrough = (t: TestContext, gateway: string): Promise<Reply> =>
  t.ask('inference.run-model', {
    params: { account_id: t.accountId, model: '@cf/meta/llama-3.1-8b-instruct' },
    headers: { 'cf-aig-gateway-id': gateway, 'cf-aig-skip-cache': 'true' },
    body: { prompt: 'Say hello.', max_tokens: 16 },
  });
