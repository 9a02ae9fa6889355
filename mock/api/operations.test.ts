import { describe, expect, it } from 'vitest';
import { contract, rootPaths } from '../../spec/contract.ts';
import { basePath, type Endpoint } from '../../spec/endpoint.ts';
import { serviceNames } from '../../spec/lookup.ts';
import { type ServiceName, services } from '../../spec/services/index.ts';
import { Overrides } from '../control/override.ts';
import type { AnyHandler } from './call.ts';
import { createRouter, Operations, type ServiceMakers } from './operations.ts';

const graphql = `${basePath}/graphql`;
const answer: AnyHandler = () => ({ result: null });

/** Services without answers, and the names of those that were created. */
function idleServices(overrides = new Overrides()) {
  const made: ServiceName[] = [];
  const makers = serviceNames.map((name) => [
    name,
    async () => {
      made.push(name);
      const { endpoints } = await services[name].endpoints();
      return Object.fromEntries(Object.keys(endpoints).map((id) => [id, answer]));
    },
  ]);
  // Each has all operations of its service.
  return { made, operations: new Operations(Object.fromEntries(makers) as ServiceMakers, overrides) };
}

describe('Operations', () => {
  it('loads only the service of a path, once', async () => {
    const { made, operations } = idleServices();
    const routes = await Promise.all(['POST', 'GET'].map((method) => operations.match(method, graphql)));
    expect(routes.map((route) => route?.id)).toEqual(['analytics.graphql.query', undefined]);
    expect(made).toEqual(['analytics']);
    expect(operations.others(graphql).map(({ id }) => id)).toEqual(['analytics.graphql.query']);
    const again = await operations.match('POST', `${graphql}/`);
    expect(again?.id).toBe('analytics.graphql.query');
  });

  it.each(['/', `${basePath}/unknown`, `${basePath}/zones/z/unknown`])(
    'loads nothing for %s',
    async (path) => {
      const { made, operations } = idleServices();
      expect(await operations.match('GET', path)).toBeUndefined();
      expect(operations.others(path)).toEqual([]);
      expect(made).toEqual([]);
    },
  );

  it('prefers an override to the handler of a service', async () => {
    const own: AnyHandler = () => ({ result: 'own' });
    const overrides = new Overrides();
    const { operations } = idleServices(overrides);
    await operations.match('POST', graphql);
    expect(operations.handler('analytics.graphql.query')).toBe(answer);
    overrides.set('analytics.graphql.query', own);
    expect(operations.handler('analytics.graphql.query')).toBe(own);
  });

  it('applies an override of one account to that account only, before a general one', async () => {
    const general: AnyHandler = () => ({ result: 'general' });
    const own: AnyHandler = () => ({ result: 'own' });
    const overrides = new Overrides();
    const { operations } = idleServices(overrides);
    await operations.match('POST', graphql);
    const asked = () => ['a', 'b', undefined].map((id) => operations.handler('analytics.graphql.query', id));
    const takeBack = overrides.set('analytics.graphql.query', own, 'a');
    expect(asked()).toEqual([own, answer, answer]);
    overrides.set('analytics.graphql.query', general);
    expect(asked()).toEqual([own, general, general]);
    takeBack();
    expect(asked()).toEqual([general, general, general]);
  });

  it('has no handler for an operation that is not loaded', () => {
    const { operations } = idleServices();
    expect(() => operations.handler('analytics.graphql.query')).toThrow('has not been loaded');
  });
});

const router = createRouter(contract);

describe('the router', () => {
  it('finds an operation with several paths by each of them', () => {
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
    ['POST', '/run/@cf/meta/llama', { model: '@cf/meta/llama' }, 'run'],
    ['POST', '/run/@cf%2Fmeta%2Fllama', { model: '@cf%2Fmeta%2Fllama' }, 'run'],
    ['POST', '/run/one', { model: 'one' }, 'run'],
    ['GET', '/run/one', { id: 'one' }, 'read'],
    ['GET', '/run/one/two', undefined, undefined],
    ['POST', '/run/', undefined, undefined],
    ['POST', '/run', undefined, undefined],
  ])(
    'lets the last variable match the remaining path only if nothing else matches: %s %s',
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

  it('returns path variables as sent', () => {
    expect(router.match('GET', `${basePath}/zones/a%2Fb`)?.params).toEqual({ zone_id: 'a%2Fb' });
  });

  it('finds each of many paths repeatedly', () => {
    const many = Array.from({ length: 1200 }, (_, number) => `z${number}`);
    for (const zone_id of [...many, ...many, 'z'.repeat(5000), 'z'.repeat(5000)]) {
      for (const method of ['GET', 'PATCH']) {
        const route = router.match(method, `${basePath}/zones/${zone_id}/settings/development_mode`);
        expect(route?.endpoint.method).toBe(method);
        expect(route?.params).toMatchObject({ zone_id });
      }
    }
  });
});
