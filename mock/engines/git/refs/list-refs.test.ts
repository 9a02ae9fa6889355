import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { threeEditions } from '../testing/answers.ts';
import { ids } from '../testing/packs.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { listRefs, PrefixSet } from './list-refs.ts';

const [first, , third] = ids.commits;

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('ls-refs', () => {
  it('lists what Git lists, byte for byte', async () => {
    const repository = await threeEditions();
    expect(text(listRefs(repository, ['peel', 'symrefs']))).toBe(
      `0050${third} HEAD symref-target:refs/heads/main\n` +
        `003d${third} refs/heads/main\n` +
        `003c${first} refs/heads/old\n` +
        `006a${ids.tag} refs/tags/v1 peeled:${third}\n` +
        '0000',
    );
  });

  it.each([
    [[], ['HEAD', 'refs/heads/main', 'refs/heads/old', 'refs/tags/v1']],
    [['refs/heads/'], ['refs/heads/main', 'refs/heads/old']],
    [
      ['refs/heads/ma', 'refs/heads/m', 'HEAD'],
      ['HEAD', 'refs/heads/main'],
    ],
    [['refs/tags/v1/', 'refs/heads/old/x', 'nothing'], []],
    [
      ['refs/', 'refs/heads/old'],
      ['refs/heads/main', 'refs/heads/old', 'refs/tags/v1'],
    ],
    [[''], ['HEAD', 'refs/heads/main', 'refs/heads/old', 'refs/tags/v1']],
  ])('lists what begins with one of the prefixes %j', async (prefixes, expected) => {
    const lines = text(
      listRefs(
        await threeEditions(),
        prefixes.map((prefix) => `ref-prefix ${prefix}`),
      ),
    );
    expect(
      lines
        .split('\n')
        .slice(0, -1)
        .map((line) => line.slice(45)),
    ).toEqual(expected);
  });

  it('says which branch is to be, to who knows what that means', async () => {
    const repository = await threeEditions({}, { head: 'refs/heads/trunk' });
    const listed = (lines: readonly string[]) => text(listRefs(repository, lines));
    expect(listed(['symrefs', 'unborn'])).toBe('002funborn HEAD symref-target:refs/heads/trunk\n0000');
    expect(listed(['symrefs'])).toBe('0000');
    expect(listed(['unborn'])).toBe('0000');
    expect(listed(['symrefs', 'unborn', 'ref-prefix refs/heads/'])).toBe('0000');
  });

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
