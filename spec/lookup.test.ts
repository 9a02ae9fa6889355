import { describe, expect, it } from 'vitest';
import { contract, rootPaths } from './contract.ts';
import { operationIds, serviceNames, toService } from './lookup.ts';
import { services } from './services/index.ts';

describe('the services', () => {
  it.each(serviceNames)('%s names each of its operations with its own name as the prefix', async (name) => {
    const { endpoints } = await services[name].endpoints();
    const listed = operationIds.filter((id) => id.startsWith(`${name}.`));
    expect(listed).toEqual(name === 'touchstone' ? [] : Object.keys(endpoints).sort());
    expect(Object.keys(endpoints).filter((id) => !id.startsWith(`${name}.`))).toEqual([]);
  });

  it.each(serviceNames)('%s owns every path of its operations', async (name) => {
    const { endpoints } = await services[name].endpoints();
    const paths = Object.values(endpoints).flatMap(rootPaths);
    expect(paths.filter((path) => toService(path) !== name)).toEqual([]);
  });

  it('are one contract that defines each operation once', async () => {
    const files = await Promise.all(serviceNames.map((name) => services[name].endpoints()));
    const ids = files.flatMap(({ endpoints }) => Object.keys(endpoints));
    expect(ids.toSorted()).toEqual(Object.keys(contract).toSorted());
  });

  it.each([
    '/',
    '/client/v4',
    '/client/v4/',
    '/client/v4zones',
    '/client/v4/zones/z/unknown',
    '/client/v4/zones/z/constructor',
    '/client/v4/constructor/z/name',
    '/client/v4/user/tokens',
    '/_touchstone',
    '/zones',
  ])('leave %s to nobody', (path) => {
    expect(toService(path)).toBeUndefined();
  });
});
