import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { threeEditions } from '../testing/answers.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { listRefs, PrefixSet } from './list-refs.ts';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('ls-refs', () => {
  it('refuses what it does not know', async () => {
    const repository = await threeEditions();
    expect(thrownBy(() => listRefs(repository, ['peel', 'colour']))).toBe('bad-packet');
  });

  it('takes no prefix for all where there are too many', async () => {
    const lines = Array.from({ length: 65_536 }, (_, place) => `ref-prefix none/${place}`);
    expect(text(listRefs(await threeEditions(), lines)).split('\n')).toHaveLength(5);
    expect(text(listRefs(await threeEditions(), lines.slice(1)))).toBe('0000');
  });
});

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
