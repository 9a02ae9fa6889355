import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { threeEditions } from '../testing/answers.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { listRefs, PrefixSet } from './list-refs.ts';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('ls-refs', () => {
  it('refuses an unknown argument', async () => {
    const repository = await threeEditions();
    expect(thrownBy(() => listRefs(repository, ['peel', 'colour']))).toBe('bad-packet');
  });

  it('treats too many prefixes as none', async () => {
    const lines = Array.from({ length: 65_536 }, (_, place) => `ref-prefix none/${place}`);
    expect(text(listRefs(await threeEditions(), lines)).split('\n')).toHaveLength(5);
    expect(text(listRefs(await threeEditions(), lines.slice(1)))).toBe('0000');
  });
});

it('matches names with any of the prefixes, and all names without prefixes', () => {
  const names = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(names, { maxLength: 8 }), names, (prefixes, name) => {
      const expected = prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix));
      expect(new PrefixSet(prefixes).match(name)).toBe(expected);
    }),
    { seed: 4, numRuns: 2_000 },
  );
});
