import type { BodyInput, Contract } from '../../spec/contract.ts';
import type { TestContext } from '../harness/context.ts';
import { type FaultRecipe, recipe } from '../v4/faults.ts';
import { elementsFor, ofGateway, settings, stateOf } from './configuring.ts';

const everySetting: BodyInput<Contract['ai-gateway.gateway.update']> = {
  ...settings({ cache_ttl: 60, rate_limiting_interval: 60, rate_limiting_limit: 100 }),
  authentication: true,
  rate_limiting_technique: 'sliding',
  log_management: 10_000,
  log_management_strategy: 'DELETE_OLDEST',
  logpush: false,
  retry_max_attempts: 3,
  retry_delay: 100,
  retry_backoff: 'linear',
  workers_ai_billing_mode: 'postpaid',
  zdr: false,
  guardrails: { prompt: { S1: 'BLOCK' }, response: { S10: 'FLAG' } },
  otel: [{ url: 'https://traces.example/v1', headers: { 'x-key': 'one' } }],
  spend_limits: {
    enabled: true,
    rules: [{ id: 'daily', limit: 2, limitType: 'cost', window: 86_400, technique: 'fixed' }],
  },
};

const key: BodyInput<Contract['ai-gateway.provider-config.create']> = {
  alias: 'default',
  default_config: true,
  provider_slug: 'openai',
  secret: 'sk-0123456789abcdefghijklmnop',
  rate_limit: 10,
  rate_limit_period: 60,
};

const elements = elementsFor('gpt-5');

async function madeRoute(t: TestContext) {
  const { id: gateway } = await t.gateway();
  const params = ofGateway(t, gateway);
  const body = { name: 'cheap-first', elements };
  const { result } = (await t.call('ai-gateway.route.create', { params, body })).body;
  return { ...params, route_id: result.id, version_id: result.version.version_id };
}

type RouteParams = Awaited<ReturnType<typeof madeRoute>>;

/** What a refused change of a route must leave as it was. */
const routeState = (t: TestContext, params: RouteParams) => async () => {
  const route = (await t.call('ai-gateway.route.get', { params })).body.result;
  return [route, (await t.call('ai-gateway.route.version.list', { params })).body.data];
};

/**
 * How gateways, keys and routes are given faulty bodies. Creations have no recipe on purpose: behind the valid
 * body, a faulty one of the same id, alias or name would be refused as a duplicate, whatever its fault.
 */
export const gatewayConfigRecipes: readonly FaultRecipe[] = [
  recipe('ai-gateway.gateway.update', {
    shape: everySetting,
    prepare: async (t) => {
      const { id } = await t.gateway();
      return { params: ofGateway(t, id), body: everySetting, snapshot: stateOf(t, id) };
    },
  }),
  recipe('ai-gateway.provider-config.update', {
    features: ['provider-keys'],
    shape: { secret: 'sk-zyxwvutsrqponmlkjihgfedcba' },
    prepare: async (t) => {
      const { id } = await t.gateway();
      const params = ofGateway(t, id);
      const { result } = (await t.call('ai-gateway.provider-config.create', { params, body: key })).body;
      return {
        params: { ...params, provider_config_id: result.id },
        body: { secret: 'sk-zyxwvutsrqponmlkjihgfedcba' },
        snapshot: async () => (await t.call('ai-gateway.provider-config.list', { params })).body.result,
      };
    },
  }),
  recipe('ai-gateway.route.edit', {
    features: ['routes'],
    shape: { name: 'cheap-last' },
    prepare: async (t) => {
      const params = await madeRoute(t);
      return { params, body: { name: 'cheap-last' }, snapshot: routeState(t, params) };
    },
  }),
  recipe('ai-gateway.route.version.create', {
    features: ['routes'],
    shape: { elements },
    prepare: async (t) => {
      const params = await madeRoute(t);
      return { params, body: { elements }, snapshot: routeState(t, params) };
    },
  }),
  recipe('ai-gateway.route.deployment.create', {
    features: ['routes'],
    shape: { version_id: '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7' },
    prepare: async (t) => {
      const params = await madeRoute(t);
      return { params, body: { version_id: params.version_id }, snapshot: routeState(t, params) };
    },
  }),
];
