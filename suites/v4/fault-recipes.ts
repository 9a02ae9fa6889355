import { contract } from '../../spec/contract.ts';
import { customProviderRecipes, gatewayConfigRecipes, logRecipes } from '../ai-gateway/fault-recipes.ts';
import { repoRecipe, tokenRecipes } from '../artifacts/fault-recipes.ts';
import { renderingRecipes, screenshotBoundRecipe } from '../browser-rendering/fault-recipes.ts';
import { customHostnameRecipes } from '../custom-hostnames/fault-recipes.ts';
import { isObject } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { HarnessError } from '../harness/errors.ts';
import { finetuneRecipes, inferenceRecipes, runBoundRecipe } from '../inference/fault-recipes.ts';
import { rulesetRecipes } from '../rulesets/fault-recipes.ts';
import { settingRecipes } from '../settings/fault-recipes.ts';
import { configurationFault, type FaultRecipe, recipe, ruleFault, selectorFault } from './faults.ts';

const id = '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7';

function example<T>(value: T | undefined): T {
  if (value === undefined) throw new HarnessError('contract', 'The contract has no example body');
  return value;
}

const configuration = example(contract['token-validation.config.create'].example);
const rule = example(contract['token-validation.rule.create'].example);

/** One key of each shape: an EC key and an HMAC key with its secret. */
const credentials = {
  keys: [
    ...configuration.credentials.keys,
    { kty: 'oct', kid: 'key-2', alg: 'HS256', k: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T' },
  ],
};

/** A faulty item must be refused even next to a valid one. */
const token_sources = ['http.request.headers["authorization"][0]', 'http.request.cookies["session"][0]'];

const selector = {
  include: [{ host: ['api.example.localhost'] }],
  exclude: [{ operation_ids: [id] }],
};

const inZone = (t: TestContext) => ({ zone_id: t.zoneId });

const fitOperation = (t: TestContext) => ({ method: 'GET', host: t.host(), endpoint: t.path('/users/{id}') });

/** A selector for the zone. It excludes an operation if the test can create one, which the seed does not describe. */
async function fitSelector(t: TestContext) {
  const made = await t.ask('api-gateway.operation.create-item', { params: inZone(t), body: fitOperation(t) });
  const operation = isObject(made.body) ? made.body['result'] : undefined;
  const operationId = isObject(operation) ? operation['operation_id'] : undefined;
  const exclude = typeof operationId === 'string' ? [{ operation_ids: [operationId] }] : [];
  return { include: [{ host: [t.host()] }], exclude };
}

const fitRule = async (t: TestContext) => t.ruleBody({ selector: await fitSelector(t) });

const tokenValidation: readonly FaultRecipe[] = [
  recipe('token-validation.config.create', {
    shape: { ...configuration, credentials, token_sources },
    getLevel: configurationFault,
    prepare: async (t) => ({
      params: inZone(t),
      body: t.configBody({ credentials, token_sources }),
      snapshot: () => t.snapshot('configuration'),
    }),
  }),
  recipe('token-validation.config.edit', {
    shape: { title: 't', description: 'd', token_sources: configuration.token_sources },
    getLevel: configurationFault,
    prepare: async (t) => ({
      params: { ...inZone(t), config_id: (await t.config()).id },
      body: { title: t.title(), description: 'd', token_sources: configuration.token_sources },
      snapshot: () => t.snapshot('configuration'),
    }),
  }),
  ...(['token-validation.credentials.replace', 'token-validation.credentials.edit'] as const).map(
    (operation) =>
      recipe(operation, {
        shape: credentials,
        getLevel: configurationFault,
        prepare: async (t) => ({
          params: { ...inZone(t), config_id: (await t.config()).id },
          body: credentials,
          snapshot: () => t.snapshot('configuration'),
        }),
      }),
  ),
  recipe('token-validation.rule.create', {
    shape: { ...rule, selector },
    getLevel: ruleFault,
    prepare: async (t) => ({
      params: inZone(t),
      body: await fitRule(t),
      snapshot: () => t.snapshot('rule'),
    }),
  }),
  recipe('token-validation.rule.bulk-create', {
    shape: [{ ...rule, selector }],
    getLevel: ruleFault,
    prepare: async (t) => ({
      params: inZone(t),
      body: [await fitRule(t)],
      snapshot: () => t.snapshot('rule'),
    }),
  }),
  recipe('token-validation.rule.edit', {
    shape: { ...rule, selector, position: { index: 1 } },
    getLevel: ruleFault,
    prepare: async (t) => ({
      params: { ...inZone(t), rule_id: (await t.rule()).id },
      body: { ...(await fitRule(t)), position: { index: 1 } },
      snapshot: () => t.snapshot('rule'),
    }),
  }),
  recipe('token-validation.rule.bulk-edit', {
    shape: [{ ...rule, selector, id }],
    getLevel: ruleFault,
    prepare: async (t) => ({
      params: inZone(t),
      body: [{ ...(await fitRule(t)), id: (await t.rule()).id }],
      snapshot: () => t.snapshot('rule'),
    }),
  }),
  recipe('token-validation.rule.preview', {
    shape: selector,
    getLevel: selectorFault,
    prepare: async (t) => ({
      params: inZone(t),
      body: await fitSelector(t),
      snapshot: () => t.snapshot('rule', 'operation'),
    }),
  }),
];

const operation = example(contract['api-gateway.operation.create-item'].example);

/**
 * `api-gateway.operation.delete-many` has no recipe on purpose: a target that ignores its body deletes every operation
 * of the zone, whether the body is faulty or not.
 */
const inventory: readonly FaultRecipe[] = [
  recipe('api-gateway.operation.create', {
    shape: [operation],
    prepare: async (t) => ({
      params: inZone(t),
      body: [fitOperation(t)],
      snapshot: () => t.snapshot('operation'),
    }),
  }),
  recipe('api-gateway.operation.create-item', {
    shape: operation,
    prepare: async (t) => ({
      params: inZone(t),
      body: fitOperation(t),
      snapshot: () => t.snapshot('operation'),
    }),
  }),
];

const zones: readonly FaultRecipe[] = [
  recipe('zones.zone.create', {
    exclusive: true,
    unique: true,
    shape: { name: 'shop.localhost', account: { id: '01a7362d577a6c3019a474fd6f485823' }, type: 'full' },
    prepare: async (t) => ({
      params: {},
      body: { name: t.zoneLabel(), account: { id: t.accountId }, type: 'full' },
      // Other zones of the account may change, so only the zones of this run are compared.
      snapshot: async () =>
        (await t.list('zones.zone.list')).filter((zone) => JSON.stringify(zone).includes(t.run)),
    }),
  }),
  recipe('zones.zone.edit', {
    shape: { paused: true, type: 'full' },
    prepare: async (t) => {
      const params = { zone_id: (await t.zone()).id };
      return {
        params,
        body: { paused: true, type: 'full' },
        snapshot: async () => (await t.call('zones.zone.get', { params })).body.result,
      };
    },
  }),
];

const oneQuery = { query: '{ viewer { zones { zoneTag } } }', variables: {} };

/** The platform's message for a body that is not a query is unknown. */
const analytics: readonly FaultRecipe[] = [
  recipe('analytics.graphql.query', {
    shape: oneQuery,
    getLevel: () => 'may',
    prepare: async () => ({ params: {}, body: oneQuery, snapshot: async () => null }),
  }),
];

/** How to send faulty bodies to every operation of the platform with a body. */
export const faultRecipes: readonly FaultRecipe[] = [
  ...tokenValidation,
  ...inventory,
  ...zones,
  ...analytics,
  ...finetuneRecipes,
  ...rulesetRecipes,
  ...settingRecipes,
  ...customHostnameRecipes,
  ...gatewayConfigRecipes,
  ...logRecipes,
  ...customProviderRecipes,
  ...inferenceRecipes,
  ...renderingRecipes,
  ...tokenRecipes,
];

/** Recipes for bounds of operations whose faults other tests cover, or none. */
export const boundRecipes: readonly FaultRecipe[] = [repoRecipe, runBoundRecipe, screenshotBoundRecipe];
