import { aiGatewayFailures } from './ai-gateway/failures.ts';
import { apiGatewayFailures } from './api-gateway/failures.ts';
import { artifactsFailures } from './artifacts/failures.ts';
import { browserRenderingFailures } from './browser-rendering/failures.ts';
import { customHostnamesFailures } from './custom-hostnames/failures.ts';
import { inferenceFailures } from './inference/failures.ts';
import { rulesetsFailures } from './rulesets/failures.ts';
import { settingsFailures } from './settings/failures.ts';
import { tokenValidationFailures } from './token-validation/failures.ts';
import { touchstoneFailures } from './touchstone/failures.ts';
import { userFailures } from './user/failures.ts';
import { zonesFailures } from './zones/failures.ts';

/**
 * The only list of services, with the data that all code needs at any time. Endpoints load on demand, because their
 * schemas take most of the memory and start time of a mock.
 *
 * - `paths`: the paths of the service, by their first segment and, after the id that follows it, their third
 * - `operations`: the ids of its operations, by resource and without the service name (`zone: 'get'` for
 * `zones.zone.get`); the admin API is not part of the platform and has none
 */
export const services = {
  zones: {
    about: 'Zones, each with a zone_id.',
    paths: { zones: [''] },
    operations: { zone: 'create delete edit get list' },
    failures: zonesFailures,
    endpoints: () => import('./zones/endpoints.ts'),
  },
  'api-gateway': {
    about: 'The endpoint inventory: saved operations of a zone.',
    paths: { zones: ['api_gateway'] },
    operations: { operation: 'create create-item delete delete-many get list' },
    failures: apiGatewayFailures,
    endpoints: () => import('./api-gateway/endpoints.ts'),
  },
  'token-validation': {
    about: 'Token configurations, their credentials, and token validation rules.',
    paths: { zones: ['token_validation'] },
    operations: {
      config: 'create delete edit get list',
      credentials: 'edit replace',
      rule: 'bulk-create bulk-edit create delete edit get list preview',
    },
    failures: tokenValidationFailures,
    endpoints: () => import('./token-validation/endpoints.ts'),
  },
  settings: {
    about: 'Settings of a zone, among them the conversion to Markdown.',
    paths: { zones: ['settings'] },
    operations: { setting: 'edit edit-many get list' },
    failures: settingsFailures,
    endpoints: () => import('./settings/endpoints.ts'),
  },
  'custom-hostnames': {
    about: 'Hostnames of customers on a zone, with their metadata.',
    paths: { zones: ['custom_hostnames'] },
    operations: {
      hostname: 'create delete edit get list',
      quota: 'get',
    },
    failures: customHostnamesFailures,
    endpoints: () => import('./custom-hostnames/endpoints.ts'),
  },
  user: {
    about: 'The credential of the request.',
    paths: { accounts: [''], memberships: [''], user: ['verify'] },
    operations: {
      account: 'list',
      membership: 'list',
      token: 'verify',
    },
    failures: userFailures,
    endpoints: () => import('./user/endpoints.ts'),
  },
  analytics: {
    about: 'Security analytics: the events of zones over GraphQL.',
    paths: { graphql: [''] },
    operations: { graphql: 'query' },
    failures: {},
    endpoints: () => import('./analytics/endpoints.ts'),
  },
  rulesets: {
    about: 'Rulesets of zones and accounts, their rules, versions and entry points.',
    paths: { zones: ['rulesets'], accounts: ['rulesets'] },
    operations: {
      account: 'create delete get list update',
      'account.entrypoint': 'get update',
      'account.entrypoint.versions': 'get list',
      'account.rule': 'create delete edit',
      'account.versions': 'delete get list',
      zone: 'create delete get list update',
      'zone.entrypoint': 'get update',
      'zone.entrypoint.versions': 'get list',
      'zone.rule': 'create delete edit',
      'zone.versions': 'delete get list',
    },
    failures: rulesetsFailures,
    endpoints: () => import('./rulesets/endpoints.ts'),
  },
  inference: {
    about: 'Models: runs, the formats of other APIs, the catalogue, batches and fine-tunes.',
    paths: { accounts: ['ai'] },
    operations: {
      authors: 'search',
      'background-run': 'get',
      '': 'chat-completions embeddings messages messages-sdk responses run run-model to-markdown',
      'finetunes.asset': 'create get',
      finetunes: 'create delete list public',
      models: 'schema search',
      'openai-models': 'get list',
      response: 'delete get input-items',
      tasks: 'search',
      'to-markdown': 'supported',
    },
    failures: inferenceFailures,
    endpoints: () => import('./inference/endpoints.ts'),
  },
  'ai-gateway': {
    about: 'The gateway of runs: settings, logs, routes and provider keys.',
    paths: { accounts: ['ai-gateway'] },
    operations: {
      'custom-provider': 'create delete edit get list',
      gateway: 'create delete get list update url',
      log: 'delete edit get list request response',
      'provider-config': 'create list update',
      route: 'create delete edit get list',
      'route.deployment': 'create list',
      'route.version': 'create get list',
    },
    failures: aiGatewayFailures,
    endpoints: () => import('./ai-gateway/endpoints.ts'),
  },
  'browser-rendering': {
    about: 'Pages in a browser: pictures, links, text and other results.',
    paths: { accounts: ['browser-rendering', 'browser-run'] },
    operations: {
      'accessibility-tree': 'create',
      content: 'create',
      json: 'create',
      links: 'create',
      markdown: 'create',
      pdf: 'create',
      scrape: 'create',
      screenshot: 'create',
      snapshot: 'create',
    },
    failures: browserRenderingFailures,
    endpoints: () => import('./browser-rendering/endpoints.ts'),
  },
  artifacts: {
    about: 'Git repositories: namespaces, tokens, and reading without Git.',
    paths: { accounts: ['artifacts'] },
    operations: {
      namespaces: 'create delete get list',
      repos: 'blob commit create delete file fork get import list log raw tree',
      tokens: 'create list revoke',
    },
    failures: artifactsFailures,
    endpoints: () => import('./artifacts/endpoints.ts'),
  },
  touchstone: {
    about: 'The admin API of the mock itself; not part of the platform.',
    paths: {},
    operations: {},
    failures: touchstoneFailures,
    endpoints: () => import('./touchstone/endpoints.ts'),
  },
};

/** The name of a service, which is the prefix of its operation ids. */
export type ServiceName = keyof typeof services;

/** The endpoints of a service, by operation id. */
export type ServiceEndpoints<Name extends ServiceName> = Awaited<
  ReturnType<(typeof services)[Name]['endpoints']>
>['endpoints'];

/** Requirements of every service, in the order of reports. They are separate because a mock does not need them. */
export const serviceRequirements = [
  () => import('./token-validation/requirements.ts'),
  () => import('./api-gateway/requirements.ts'),
  () => import('./zones/requirements.ts'),
  () => import('./user/requirements.ts'),
  () => import('./rulesets/requirements.ts'),
  () => import('./settings/requirements.ts'),
  () => import('./custom-hostnames/requirements.ts'),
  () => import('./analytics/requirements.ts'),
  () => import('./markdown/requirements.ts'),
  () => import('./inference/requirements.ts'),
  () => import('./ai-gateway/requirements.ts'),
  () => import('./browser-rendering/requirements.ts'),
  () => import('./artifacts/requirements.ts'),
  () => import('./object-storage/requirements.ts'),
  () => import('./code-interpreter/requirements.ts'),
  () => import('../v4/products/d1-requirements.ts'),
  () => import('../v4/products/dns-requirements.ts'),
  () => import('../v4/products/kv-requirements.ts'),
] as const;
