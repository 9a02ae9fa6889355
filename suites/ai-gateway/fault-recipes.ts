import type { BodyInput, Contract } from '../../spec/contract.ts';
import type { TestContext } from '../harness/context.ts';
import { type FaultRecipe, recipe } from '../v4/faults.ts';
import { elementsFor, getState, ofGateway, settings } from './configuring.ts';
import { madeProvider, ofProvider, readProvider } from './custom-providers.suite.ts';
import { logging, oneLog, onlyLog, ran, readLog } from './logging.ts';

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

/** Reads the route that a refused change must leave unchanged. */
const routeState = (t: TestContext, params: RouteParams) => async () => {
  const route = (await t.call('ai-gateway.route.get', { params })).body.result;
  return [route, (await t.call('ai-gateway.route.version.list', { params })).body.data];
};

/**
 * How to send faulty bodies for gateways, keys and routes. Creations have no recipe on purpose: after the valid body, a
 * faulty one with the same id, alias or name would be refused as a duplicate, whatever its fault.
 */
export const gatewayConfigRecipes: readonly FaultRecipe[] = [
  recipe('ai-gateway.gateway.update', {
    shape: everySetting,
    prepare: async (t) => {
      const { id } = await t.gateway();
      return { params: ofGateway(t, id), body: everySetting, snapshot: getState(t, id) };
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

const judgement = { feedback: 1, score: 90, metadata: { team: 'search' } };

/** How to send faulty bodies for a change of a log entry. */
export const logRecipes: readonly FaultRecipe[] = [
  recipe('ai-gateway.log.edit', {
    shape: judgement,
    prepare: async (t) => {
      const gateway = await logging(t);
      await ran(t, gateway);
      const log = await onlyLog(t, gateway);
      return {
        params: oneLog(gateway, log),
        body: judgement,
        snapshot: () => readLog(t, gateway, log),
      };
    },
  }),
];

const change = {
  name: 'Our models',
  base_url: 'https://models.example',
  description: 'Ours',
  link: 'https://models.example/docs',
  headers: '{"x-team":"search"}',
  enable: true,
  beta: false,
  curl_example: 'curl https://models.example',
  js_example: "fetch('https://models.example')",
  position: 3,
};

/**
 * How to send faulty bodies for a change of a custom provider. Its creation has no recipe on purpose: after the valid
 * body, a faulty one with the same slug would be refused as a duplicate, whatever its fault.
 */
export const customProviderRecipes: readonly FaultRecipe[] = [
  recipe('ai-gateway.custom-provider.edit', {
    features: ['custom-providers'],
    shape: change,
    prepare: async (t) => {
      const provider = await madeProvider(t);
      return {
        params: ofProvider(t, provider),
        body: { ...change, name: t.title() },
        snapshot: () => readProvider(t, provider),
      };
    },
  }),
];
