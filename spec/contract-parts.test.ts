import { describe, expect, it } from 'vitest';
import { contract, rootPaths } from './contract.ts';
import { contractParts, type PartName, toPart } from './contract-parts.ts';

const names = Object.keys(contractParts) as PartName[];

describe('the parts of the contract', () => {
  it('together are the whole contract, with each operation in one part', async () => {
    const ids: string[] = [];
    for (const name of names) ids.push(...Object.keys(await contractParts[name]()));
    expect(ids.toSorted()).toEqual(Object.keys(contract).toSorted());
  });

  it.each(names)('%s owns every path of its operations', async (name) => {
    const paths = Object.values(await contractParts[name]()).flatMap(rootPaths);
    expect(paths.filter((path) => toPart(path) !== name)).toEqual([]);
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
    expect(toPart(path)).toBeUndefined();
  });
});
