import { describe, expect, it } from 'vitest';
import { contractParts, type PartName } from '../spec/contract-parts.ts';
import { basePath } from '../spec/endpoint.ts';
import type { AnyHandler } from './call.ts';
import { Operations, type ServiceMakers } from './operations.ts';
import { Overrides } from './overrides.ts';

const graphql = `${basePath}/graphql`;
const answer: AnyHandler = () => ({ result: null });

/** Services that answer nothing, and the names of those that were made. */
function services(overrides = new Overrides()) {
  const made: PartName[] = [];
  const names = Object.keys(contractParts) as PartName[]; // It has no other keys.
  const makers = names.map((name) => [
    name,
    async () => {
      made.push(name);
      return Object.fromEntries(Object.keys(await contractParts[name]()).map((id) => [id, answer]));
    },
  ]);
  // Each has the operations of its part.
  return { made, operations: new Operations(Object.fromEntries(makers) as ServiceMakers, overrides) };
}

describe('Operations', () => {
  it('loads the service of a path, once, and no other', async () => {
    const { made, operations } = services();
    const routes = await Promise.all(['POST', 'GET'].map((method) => operations.match(method, graphql)));
    expect(routes.map((route) => route?.id)).toEqual(['analytics.graphql.query', undefined]);
    expect(made).toEqual(['analytics']);
    expect(operations.other(graphql)?.id).toBe('analytics.graphql.query');
  });

  it.each(['/', `${basePath}/unknown`, `${basePath}/zones/z/unknown`])(
    'loads nothing for %s',
    async (path) => {
      const { made, operations } = services();
      expect(await operations.match('GET', path)).toBeUndefined();
      expect(operations.other(path)).toBeUndefined();
      expect(made).toEqual([]);
    },
  );

  it('lets an override stand in place of the handler of a service', async () => {
    const own: AnyHandler = () => ({ result: 'own' });
    const overrides = new Overrides();
    const { operations } = services(overrides);
    await operations.match('POST', graphql);
    expect(operations.handler('analytics.graphql.query')).toBe(answer);
    overrides.set('analytics.graphql.query', own);
    expect(operations.handler('analytics.graphql.query')).toBe(own);
  });

  it('lets what was put in place for one account stand there alone, and beat what was for all', async () => {
    const general: AnyHandler = () => ({ result: 'general' });
    const own: AnyHandler = () => ({ result: 'own' });
    const overrides = new Overrides();
    const { operations } = services(overrides);
    await operations.match('POST', graphql);
    const asked = () => ['a', 'b', undefined].map((id) => operations.handler('analytics.graphql.query', id));
    const takeBack = overrides.set('analytics.graphql.query', own, 'a');
    expect(asked()).toEqual([own, answer, answer]);
    overrides.set('analytics.graphql.query', general);
    expect(asked()).toEqual([own, general, general]);
    takeBack();
    expect(asked()).toEqual([general, general, general]);
  });

  it('has no handler of an operation that is not loaded', () => {
    const { operations } = services();
    expect(() => operations.handler('analytics.graphql.query')).toThrow('has not been loaded');
  });
});
