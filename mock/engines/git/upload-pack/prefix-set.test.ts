import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PrefixSet } from './prefix-set.ts';

it('matches what begins with any of the prefixes, and all where there are none', () => {
  const names = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(names, { maxLength: 8 }), names, (prefixes, name) => {
      const expected = prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix));
      expect(new PrefixSet(prefixes).match(name)).toBe(expected);
    }),
    { seed: 4, numRuns: 2_000 },
  );
});
