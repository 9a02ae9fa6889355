import { describe, expect, it } from 'vitest';
import { defineMutants, getLayer, type Mutant } from './mutant.ts';

const good: Mutant = {
  id: 'deletes-nothing',
  requirement: 'TV-KEY-4',
  file: 'mock/engines/jwt/verify-token.ts',
  replace: 'a',
  by: 'b',
};

describe('defineMutants', () => {
  it('returns the valid list', () => {
    expect(defineMutants([good])).toEqual([good]);
  });

  const wrong: readonly (readonly [string, readonly Mutant[], RegExp])[] = [
    ['a repeated id', [good, good], /Two mutants have the id deletes-nothing/],
    ['an id without words', [{ ...good, id: 'M1' }], /M1 is not an id/],
    ['a patch of nothing', [{ ...good, replace: '' }], /the patch of mock.*changes nothing/],
    ['a patch that changes nothing', [{ ...good, by: 'a' }], /changes nothing/],
    [
      'a second patch that changes nothing',
      [{ ...good, and: [{ file: 'mock/api/app.ts', replace: 'c', by: 'c' }] }],
      /the patch of mock\/api\/app.ts changes nothing/,
    ],
    [
      'a file of the suites',
      [{ ...good, file: 'suites/index.ts' }],
      /suites\/index.ts is not part of the mock/,
    ],
  ];
  it.each(wrong)('refuses %s', (_, list, message) => {
    expect(() => defineMutants(list)).toThrow(message);
  });
});

describe('getLayer', () => {
  it.each([
    ['mock/engines/jwt/verify-token.ts', 'engine'],
    ['mock/services/zones/zones-service.ts', 'service'],
    ['mock/apps/object-storage/worker.ts', 'service'],
    ['mock/edge/edge.ts', 'edge'],
    ['mock/api/access/authorize.ts', 'core'],
    ['spec/errors.ts', 'contract'],
  ])('of %s is %s', (file, layer) => {
    expect(getLayer({ ...good, file })).toBe(layer);
  });

  it('of a tampering mutant is the exchange', () => {
    const { id, requirement } = good;
    expect(getLayer({ id, requirement, tamper: {} })).toBe('exchange');
  });
});
