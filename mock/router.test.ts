import { describe, expect, it } from 'vitest';
import { basePath, contract, rootPath, rootPaths } from '../spec/contract.ts';
import { type Endpoint, pathVariables } from '../spec/endpoint.ts';
import { createRouter } from './router.ts';

const router = createRouter(contract);
const zone = `${basePath}/zones/z`;

describe('the router', () => {
  it.each(Object.entries(contract))('finds %s by its own path', (id, endpoint) => {
    const path = rootPath(endpoint).replace(/[{}+]/g, '');
    const route = router.match(endpoint.method, path);
    expect(route?.id).toBe(id);
    const names = pathVariables(endpoint.path);
    expect(route?.params).toEqual(Object.fromEntries(names.map((name) => [name, name])));
  });

  it('finds what has several paths by each of them', () => {
    const several = Object.entries<Endpoint>(contract).filter(([, { aliases = [] }]) => aliases.length > 0);
    expect(several.length).toBeGreaterThan(0);
    for (const [id, endpoint] of several) {
      for (const path of rootPaths(endpoint)) {
        const route = router.match(endpoint.method, path.replace(/[{}]/g, ''));
        expect(route?.id).toBe(id);
        expect(route?.params).toEqual({ account_id: 'account_id' });
      }
    }
  });

  it.each([
    ['PATCH', '/token_validation/rules/bulk', 'token-validation.rule.bulk-edit'],
    ['POST', '/token_validation/rules/preview', 'token-validation.rule.preview'],
    ['POST', '/api_gateway/operations/item', 'api-gateway.operation.create-item'],
    ['GET', '/token_validation/rules/bulk', 'token-validation.rule.get'],
    ['DELETE', '/token_validation/rules/preview', 'token-validation.rule.delete'],
  ])('prefers a literal where the method has one: %s %s', (method, path, id) => {
    expect(router.match(method, zone + path)?.id).toBe(id);
  });

  it.each([
    ['POST', '/run/@cf/meta/llama', { model: '@cf/meta/llama' }, 'run'],
    ['POST', '/run/@cf%2Fmeta%2Fllama', { model: '@cf%2Fmeta%2Fllama' }, 'run'],
    ['POST', '/run/one', { model: 'one' }, 'run'],
    ['GET', '/run/one', { id: 'one' }, 'read'],
    ['GET', '/run/one/two', undefined, undefined],
    ['POST', '/run/', undefined, undefined],
    ['POST', '/run', undefined, undefined],
  ])(
    'lets a last variable take the rest of a path where nothing else does: %s %s',
    (method, path, params, id) => {
      const zones = contract['zones.zone.list'];
      const { match } = createRouter({
        run: { ...zones, method: 'POST', path: '/run/{+model}' },
        read: { ...zones, path: '/run/{id}' },
      });
      const route = match(method, basePath + path);
      expect(route?.id).toBe(id);
      expect(route?.params).toEqual(params);
    },
  );

  it('gives path variables as they were sent', () => {
    expect(router.match('GET', `${basePath}/zones/a%2Fb`)?.params).toEqual({ zone_id: 'a%2Fb' });
  });

  it.each([
    `${basePath}`,
    `${basePath}/`,
    `${basePath}/zones/`,
    `${basePath}/zones//token_validation/config`,
    `${basePath}/zonesx`,
    '/zones',
    '/',
    `${basePath}/zones/z/token_validation/config/c/credentials/x`,
    `${basePath}/ZONES`,
  ])('knows nothing at %s', (path) => {
    expect(router.match('GET', path)).toBeUndefined();
    expect(router.other(path)).toBeUndefined();
  });

  it('finds each of many paths again and again', () => {
    const many = Array.from({ length: 1200 }, (_, number) => `z${number}`);
    for (const zone_id of [...many, ...many, 'z'.repeat(5000), 'z'.repeat(5000)]) {
      for (const method of ['GET', 'PATCH']) {
        const route = router.match(method, `${basePath}/zones/${zone_id}/settings/development_mode`);
        expect(route?.endpoint.method).toBe(method);
        expect(route?.params).toMatchObject({ zone_id });
      }
    }
  });

  it.each([
    ['PUT', `${zone}/token_validation/config/c`],
    ['PATCH', `${zone}/token_validation/config`],
    ['POST', `${zone}/token_validation/config/c/credentials`],
    ['PUT', `${zone}/token_validation/rules/preview`],
    ['HEAD', `${basePath}/zones`],
  ])('knows a path that has other methods than %s: %s', (method, path) => {
    expect(router.match(method, path)).toBeUndefined();
    expect(router.other(path)).toBeDefined();
  });
});
