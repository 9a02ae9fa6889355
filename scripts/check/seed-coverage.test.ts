import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Requirement } from '../../spec/requirement.ts';
import {
  checkEntries,
  checkSeedCoverage,
  checkStatements,
  compareUnits,
  type SeedCoverageEntry,
  seedDocuments,
  seedUnits,
} from './seed-coverage.ts';

const text = '# Fruit\n\nApples are round. Pears are not.\n\n| Name |\n|---|\n| plum |\n';
const units = seedUnits('fruit.md', text);
const entries: SeedCoverageEntry[] = units.map(({ document, line, digest }, at) =>
  at === 1
    ? { document, line, digest, excuse: 'not testable: a matter of taste' }
    : { document, line, digest, requirements: [`FR-A-${at + 1}`] },
);
const requirement = (id: Requirement['id']): Requirement => ({
  id,
  level: 'must',
  sentence: 'It is so.',
  passage: 'fruit.md',
  certainty: 'seed',
});
const requirements = [requirement('FR-A-1'), requirement('FR-A-3')];

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

describe('checkStatements', () => {
  const quoted = units.filter((_, at) => at !== 1);
  const statements = Object.fromEntries(quoted.map(({ digest, text: said }) => [digest, said]));

  test('finds nothing when all quoted statements exist', () => {
    expect(checkStatements(entries, statements)).toEqual([]);
  });

  test('reports a missing one, a changed one, and one without an entry', () => {
    const [first = '', second = ''] = Object.keys(statements);
    expect(checkStatements(entries, { [first]: 'Apples are flat.', x: '' })).toEqual([
      `seed-statements.json lacks the statement ${second}`,
      expect.stringContaining(first),
      expect.stringContaining(' x,'),
    ]);
  });
});

describe('checkEntries', () => {
  test('finds nothing when ids are known, excuses have reasons and everything has an entry', () => {
    expect(checkEntries(entries, requirements)).toEqual([]);
  });
});

describe('checkSeedCoverage', () => {
  test('finds no problem in this repository', () => {
    expect(checkSeedCoverage().problems).toEqual([]);
  });

  test('checks only the entries without the seed documents', () => {
    expect(checkSeedCoverage({ seedsDir: '/nowhere/seeds' })).toEqual({
      problems: [],
      counted: 0,
      compared: false,
    });
  });

  const seeds = resolve(import.meta.dirname, '../../../shared/seeds');
  // The mission's documents are not part of this repository, so a clone of it alone can't compare them.
  describe.runIf(existsSync(seeds))('with the seed documents', () => {
    let copy = '';
    beforeAll(() => {
      copy = mkdtempSync(join(tmpdir(), 'seeds-'));
      for (const document of seedDocuments) cpSync(join(seeds, document), join(copy, document));
    });
    afterAll(() => rmSync(copy, { recursive: true }));

    test('compares every statement of the three documents', () => {
      const { counted, compared } = checkSeedCoverage({ seedsDir: seeds });
      expect(compared).toBe(true);
      expect(counted).toBeGreaterThan(200);
    });

    test.each(seedDocuments)('reports when any statement of %s is removed', (document) => {
      const original = readFileSync(join(seeds, document), 'utf8');
      const path = join(copy, document);
      const rows = original.split('\n');
      const first = new Set(seedUnits(document, original).map(({ line }) => line));
      for (const line of first) {
        writeFileSync(path, rows.toSpliced(line - 1, 1, '').join('\n'));
        const { problems } = checkSeedCoverage({ seedsDir: copy });
        expect(problems.some((one) => one.startsWith(`${document}:${line} `))).toBe(true);
      }
      writeFileSync(path, original);
      expect(checkSeedCoverage({ seedsDir: copy }).problems).toEqual([]);
    });
  });
});
