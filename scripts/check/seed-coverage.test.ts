import { describe, expect, test } from 'vitest';
import { checkSeedCoverage, compareUnits, type SeedCoverageEntry, seedUnits } from './seed-coverage.ts';

const text = '# Fruit\n\nApples are round. Pears are not.\n\n| Name |\n|---|\n| plum |\n';
const units = seedUnits('fruit.md', text);
const entries: SeedCoverageEntry[] = units.map(({ document, line, digest }, at) =>
  at === 1
    ? { document, line, digest, excuse: 'not testable: a matter of taste' }
    : { document, line, digest, requirements: [`FR-A-${at + 1}`] },
);

describe('compareUnits', () => {
  test('finds nothing when every statement has its entry', () => {
    expect(compareUnits(units, entries)).toEqual([]);
  });

  const changes: readonly [string, string, readonly RegExp[]][] = [
    [
      'a sentence changes',
      text.replace('round', 'flat'),
      [/:3 .*no such statement/, /:3 .*no entry: Apples are flat/],
    ],
    ['a sentence is removed', text.replace('Apples are round. ', ''), [/:3 .*no such statement/]],
    ['a row changes', text.replace('plum', 'fig'), [/:7 .*no such statement/, /:7 .*no entry: \| fig \|/]],
    ['a row is added', `${text}| fig |\n`, [/:8 .*no entry: \| fig \|/]],
    [
      'a row moves to another line',
      text.replace('\n\n|', '\n\n\n|'),
      [/:7 .*no such statement/, /:8 .*no entry/],
    ],
  ];
  test.each(changes)('complains when %s', (_, changed, expected) => {
    const problems = compareUnits(seedUnits('fruit.md', changed), entries);
    expect(problems).toHaveLength(expected.length);
    for (const [at, pattern] of expected.entries()) expect(problems[at]).toMatch(pattern);
  });
});

describe('checkSeedCoverage', () => {
  test('finds no problem in this repository', () => {
    expect(checkSeedCoverage().problems).toEqual([]);
  });
});
