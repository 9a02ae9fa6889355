import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseResults, readResults } from './read-results.ts';
import { resultsFormat } from './results.ts';
import { madeFinding, madeResult, madeTest } from './testing/made-results.ts';

const result = madeResult([madeTest('fails', { findings: [madeFinding('TV-CFG-4')] })]);
const text = JSON.stringify(result);

describe('parseResults', () => {
  test('gives the run that was saved', () => {
    expect(parseResults(text, 'r.json')).toEqual(result);
  });

  test.each([
    [
      'a file that is cut off',
      text.slice(0, 200),
      'r.json is cut off: it starts as results of conform, but does not end',
    ],
    ['a file that is no JSON', '<svg/>', 'r.json is no JSON, so it holds no results of conform'],
    ['an empty file', '', 'r.json is no JSON, so it holds no results of conform'],
    [
      'JSON of something else',
      '{"name":"x"}',
      'r.json holds no results of conform: expected a results.json that conform --out wrote',
    ],
    [
      'another version',
      text.replace(resultsFormat, 'touchstone-results/1'),
      `r.json is in the format touchstone-results/1, not ${resultsFormat}: run conform again, or use the version that wrote it`,
    ],
    [
      'a member of another type',
      text.replace('"abc123"', '7'),
      'r.json: run: Invalid input: expected string, received number',
    ],
  ])('refuses %s in one line', (_, given, message) => {
    expect(() => parseResults(given, 'r.json')).toThrow(expect.objectContaining({ message }));
  });
});

describe('readResults', () => {
  test('finds pictures where the file stands', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-results-'));
    const pictures = { expected: 'pictures/a.png', actual: '/elsewhere/b.png', difference: null };
    const evidence = { differences: [], lines: null, pictures, steps: [] };
    const shown = madeResult([madeTest('fails', { findings: [madeFinding('BR-SHOT-2', { evidence })] })]);
    writeFileSync(join(folder, 'results.json'), JSON.stringify(shown));
    const read = await readResults(join(folder, 'results.json'));
    expect(read.tests[0]?.findings[0]?.evidence?.pictures).toEqual({
      expected: join(folder, 'pictures', 'a.png'),
      actual: '/elsewhere/b.png',
      difference: null,
    });
  });

  test('says so where there is no file', async () => {
    await expect(readResults('/nowhere/results.json')).rejects.toThrow(
      "/nowhere/results.json can't be read: ENOENT",
    );
  });
});
