import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../harness/catalogue.ts';
import { selectTests } from '../../harness/select.ts';
import { allSuites } from '../../index.ts';
import { getPatches } from '../mutant.ts';
import { allVariations } from './all.ts';
import { defineVariations, type Variation } from './variation.ts';

const root = join(import.meta.dirname, '..', '..', '..');

describe('the lawful variations', () => {
  it('replace texts that occur in their files exactly once', () => {
    const wrong = allVariations.flatMap((variation) =>
      getPatches(variation).flatMap(({ file, replace }) => {
        const path = join(root, file);
        const times = existsSync(path) ? readFileSync(path, 'utf8').split(replace).length - 1 : 0;
        return times === 1 ? [] : [`${variation.id}: ${times} times in ${file}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('name at least one suite with a MUST', () => {
    const musts = selectTests(allSuites, catalogue, { level: 'must' }).map(({ suite }) => suite.name);
    const without = allVariations.filter(
      ({ suites }) => !musts.some((name) => suites.some((suite) => name.startsWith(suite))),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  const good: Variation = { id: 'grows-otherwise', because: 'It may.', suites: ['v4'], mock: { seed: 2 } };
  const file = 'mock/api/app.ts';
  const wrong: readonly (readonly [string, readonly Variation[], RegExp])[] = [
    ['a repeated id', [good, good], /Two variations have the id grows-otherwise/],
    ['an id without words', [{ ...good, id: 'V1' }], /V1 is not an id/],
    ['no suite', [{ ...good, suites: [] }], /grows-otherwise names no suite/],
    [
      'a patch that changes nothing',
      [{ id: 'does-nothing', because: 'It may.', suites: ['v4'], file, replace: 'a', by: 'a' }],
      /does-nothing: the patch of mock\/api\/app.ts changes nothing/,
    ],
  ];
  it.each(wrong)('are refused for %s', (_, list, message) => {
    expect(() => defineVariations(list)).toThrow(message);
  });
});
