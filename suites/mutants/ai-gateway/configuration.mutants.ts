import { defineMutants, mutant } from '../mutant.ts';

/** Gateways, provider keys and dynamic routes as resources. */
export const configurationMutants = defineMutants([
  mutant('GW-AUTH-1', 'reads-gateways-by-a-permission-of-models', {
    file: 'spec/services/ai-gateway/gateways.ts',
    replace: "summary: 'Read a gateway',\n    access: read",
    by: "summary: 'Read a gateway',\n    access: { ...read, permissions: ['Workers AI Read'] }",
  }),
  mutant('GW-AUTH-2', 'reads-logs-by-a-permission-of-models', {
    file: 'spec/services/ai-gateway/logs.ts',
    replace: "summary: 'Read a log entry',\n    access: read",
    by: "summary: 'Read a log entry',\n    access: { ...read, permissions: ['Workers AI Read'] }",
  }),
  mutant('GW-AUTH-3', 'reads-routes-by-a-permission-of-models', {
    file: 'spec/services/ai-gateway/routes.ts',
    replace: "summary: 'List the dynamic routes of a gateway',\n    access: read",
    by: "summary: 'List the dynamic routes of a gateway',\n    access: { ...read, permissions: ['Workers AI Read'] }",
  }),
  mutant('GW-CONF-24', 'gives-an-eleventh-gateway', {
    file: 'mock/services/ai-gateway/gateways/gateway-handlers.ts',
    replace: 'account.gateways.size >= limit',
    by: 'account.gateways.size > limit',
  }),
  mutant('GW-KEY-1', 'stores-all-keys-under-one-alias', {
    file: 'mock/services/ai-gateway/provider-configs/provider-config-handlers.ts',
    replace: '...given,',
    by: "...given,\n        alias: 'default',",
  }),
  mutant('GW-KEY-2', 'answers-stored-keys', {
    file: 'mock/services/ai-gateway/provider-configs/provider-config-handlers.ts',
    replace: "secret.length < shown * 4 ? '...'",
    by: 'secret.length > shown ? secret',
  }),
  mutant('GW-KEY-3', 'keeps-the-preview-of-the-old-key', {
    file: 'mock/services/ai-gateway/provider-configs/provider-config-handlers.ts',
    replace: '{ ...before, secret, resource }',
    by: '{ ...before, secret }',
  }),
  mutant('GW-KEY-3', 'replaces-all-keys', {
    file: 'mock/services/ai-gateway/provider-configs/provider-config-handlers.ts',
    replace: 'account.providerConfigs.put({ ...before, secret, resource })',
    by: 'const { secret_preview } = resource;\n      for (const one of getConfigs(account, gateway.id)) account.providerConfigs.put({ ...one, secret, resource: { ...one.resource, secret_preview } })',
  }),
  mutant('GW-ROUTE-1', 'turns-elements-around', {
    file: 'mock/services/ai-gateway/routes/route-handlers.ts',
    replace: 'createdAt: clock.timestamp(), elements }',
    by: 'createdAt: clock.timestamp(), elements: elements.toReversed() }',
  }),
  mutant('GW-ROUTE-7', 'deletes-all-routes', {
    file: 'mock/services/ai-gateway/routes/route-handlers.ts',
    replace: 'gatewayRoutes.remove(route.id)',
    by: 'gatewayRoutes.remove(...account.gatewayRoutes.list().map(({ id }) => id))',
  }),
  mutant('GW-ROUTE-2', 'counts-pages-of-routes-from-zero', {
    file: 'mock/services/ai-gateway/routes/route-handlers.ts',
    replace: 'slice((page - 1) * per_page, page * per_page)',
    by: 'slice(page * per_page, (page + 1) * per_page)',
  }),
  mutant('GW-ROUTE-3', 'answers-the-old-name-of-a-route', {
    file: 'mock/services/ai-gateway/routes/route-handlers.ts',
    replace: 'route: routeView(account.id, route)',
    by: 'route: routeView(account.id, before)',
  }),
  mutant('GW-ROUTE-4', 'deploys-each-version-at-once', {
    file: 'mock/services/ai-gateway/routes/route-handlers.ts',
    replace: '{ ...before, versions, modifiedAt',
    by: '{ ...before, versions, deployments: [...before.deployments, newDeployment(world, version)], modifiedAt',
  }),
  mutant('GW-ROUTE-5', 'serves-the-first-deployment', {
    file: 'mock/services/ai-gateway/routes/route-views.ts',
    replace: 'route.deployments.at(-1)',
    by: 'route.deployments.at(0)',
  }),
  mutant('GW-ROUTE-6', 'lists-the-first-deployment-alone', {
    file: 'mock/services/ai-gateway/routes/route-handlers.ts',
    replace: 'route.deployments.map(',
    by: 'route.deployments.slice(0, 1).map(',
  }),
  mutant('GW-ROUTE-7', 'keeps-deleted-routes', {
    file: 'mock/services/ai-gateway/routes/route-handlers.ts',
    replace: 'gatewayRoutes.remove(route.id)',
    by: 'gatewayRoutes.get(route.id)',
  }),
]);

/** Custom providers of an account. */
export const customProviderMutants = defineMutants([
  mutant('GW-CUSTOM-1', 'keeps-only-the-origin-of-a-url', {
    file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
    replace: '...named(body),\n        logo',
    by: '...named(body),\n        base_url: new URL(body.base_url).origin,\n        logo',
  }),
  mutant('GW-CUSTOM-2', 'reads-a-provider-without-its-picture', {
    file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
    replace: 'result: findProvider(world, params).provider',
    by: 'result: { ...findProvider(world, params).provider, logo: undefined }',
  }),
  mutant('GW-CUSTOM-2', 'reads-whichever-provider', {
    file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
    replace: 'result: findProvider(world, params).provider',
    by: 'result: [findProvider(world, params), ...getAccount(world, params).customProviders.list()].at(1)',
  }),
  mutant('GW-CUSTOM-3', 'orders-providers-by-age', {
    file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
    replace: 'a.name < b.name ? -1 : a.name > b.name ? 1 : 0',
    by: '0',
  }),
  mutant('GW-CUSTOM-4', 'finds-no-provider-by-its-id', {
    file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
    replace: 'includesText([id, name, slug]',
    by: 'includesText([name, slug]',
  }),
  mutant('GW-CUSTOM-5', 'lists-all-that-are-not-enabled-and-more', {
    file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
    replace: 'enable === undefined || provider.enable === enable',
    by: '!enable || provider.enable',
  }),
  mutant('GW-CUSTOM-6', 'disables-what-is-deleted', {
    file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
    replace: 'customProviders.remove(provider.id)',
    by: 'customProviders.put({ ...provider, enable: false })',
  }),
  mutant('GW-CUSTOM-6', 'deletes-all-providers', {
    file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
    replace: 'customProviders.remove(provider.id)',
    by: 'customProviders.remove(...account.customProviders.list().map(({ id }) => id))',
  }),
  mutant('GW-CUSTOM-7', 'gives-the-slug-of-a-disabled-provider-away', {
    file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
    replace: 'if (account.customProviders.byKey(slug))',
    by: 'if (account.customProviders.byKey(slug)?.enable)',
  }),
  mutant('GW-CUSTOM-8', 'makes-https-of-http', {
    file: 'spec/services/ai-gateway/custom-providers.ts',
    replace: '/^https:\\/\\/',
    by: '/^https?:\\/\\/',
    and: [
      {
        file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
        replace: '...named(body),\n        logo',
        by: "...named(body),\n        base_url: body.base_url.replace(/^http:/, 'https:'),\n        logo",
      },
    ],
  }),
  mutant('GW-CUSTOM-9', 'forgets-what-a-patch-does-not-name', {
    file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
    replace: '{ ...before, ...named(body)',
    by: '{ ...before, link: undefined, ...named(body)',
  }),
  mutant('GW-CUSTOM-10', 'enables-providers-by-itself', {
    file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
    replace: 'enable: false,',
    by: 'enable: true,',
  }),
  mutant('GW-CUSTOM-11', 'refuses-a-slug-as-a-gateway-id', {
    file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
    replace: "'custom-provider-exists', { slug }",
    by: "'gateway-exists', { id: slug }",
  }),
  mutant('GW-CUSTOM-12', 'does-not-know-a-provider-as-a-gateway', {
    file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
    replace: "'custom-provider-unknown'",
    by: "'gateway-config-unknown'",
  }),
  mutant('GW-CUSTOM-13', 'refuses-a-url-as-any-member', {
    file: 'spec/services/ai-gateway/custom-providers.ts',
    replace: "as: 'custom-provider-url'",
    by: "as: 'gateway-config-invalid'",
  }),
  mutant('GW-CUSTOM-14', 'makes-no-picture', {
    file: 'mock/services/ai-gateway/custom-providers/custom-provider-handlers.ts',
    replace: 'logo: defaultLogo',
    by: "logo: ''",
  }),
]);
