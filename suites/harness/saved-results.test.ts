import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Level } from '../../spec/requirement.ts';
import { catalogue, createCatalogue } from './catalogue.ts';
import { ConformanceFailure } from './errors.ts';
import { type RunResult, resultsFormat, runResultSchema } from './results.ts';
import { type RunOptions, runSuites } from './runner.ts';
import { judgeSaved, mergeResults, parseResults, readResults } from './saved-results.ts';
import type { Suite, Test } from './suite.ts';
import { madeFinding, madeResult, madeTest } from './testing/made-results.ts';
import { tinyPlatform } from './testing/tiny-platform.ts';

const result = madeResult([madeTest('fails', { findings: [madeFinding('TV-CFG-4')] })]);
const text = JSON.stringify(result);

describe('parseResults', () => {
  test('reads a saved run', () => {
    expect(parseResults(text, 'r.json')).toEqual(result);
  });

  test.each([
    [
      'a truncated file',
      text.slice(0, 200),
      'r.json is truncated: it starts like results of conform, but does not end',
    ],
    ['a file that is not JSON', '<svg/>', 'r.json is not JSON, so it contains no results of conform'],
    ['an empty file', '', 'r.json is not JSON, so it contains no results of conform'],
    [
      'JSON of something else',
      '{"name":"x"}',
      'r.json contains no results of conform: expected a results.json from conform --out',
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
  test('finds pictures relative to the file', async () => {
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

  test('reports a missing file', async () => {
    await expect(readResults('/nowhere/results.json')).rejects.toThrow(
      '/nowhere/results.json does not exist',
    );
  });
});

const getCatalogue = (level: Level) =>
  createCatalogue([{ id: 'TV-CFG-4', level, sentence: 'It holds.', passage: 'a.md', certainty: 'seed' }]);
const createSuite = (...tests: Partial<Test>[]): Suite => ({
  name: 'harness/made',
  tests: tests.map((test) => ({ title: 'fails', requirements: ['TV-CFG-4'], run: () => {}, ...test })),
});
const saved = madeResult([madeTest('fails', { findings: [madeFinding('TV-CFG-4')] })]);
const judged = (suite: Suite, level: Level = 'must', rest: { strict?: boolean } = {}, run = saved) =>
  judgeSaved(run, { catalogue: getCatalogue(level), suites: [suite], ...rest });

describe('judgeSaved', () => {
  test('keeps the verdict while nothing has changed', () => {
    const { result, notes } = judged(createSuite({}));
    expect(result.verdict).toBe('not conformant');
    expect(result.tests).toEqual(saved.tests);
    expect(notes).toEqual([]);
  });

  test.each([
    ['a requirement that is now a SHOULD', createSuite({}), 'should' as const, 'should'],
    ['a test that is now limited to a SHOULD', createSuite({ atMost: 'should' }), 'must' as const, 'should'],
  ])('counts %s as such', (_, suite, level, failed) => {
    const { result } = judged(suite, level);
    expect(result.verdict).toBe('partial');
    expect(result.tests[0]).toMatchObject({ status: 'failed', level: failed, failed_level: failed });
    expect(judged(suite, level, { strict: true }).result.verdict).toBe('not conformant');
  });

  test('is as strict as the run was, by default', () => {
    const strict = { ...saved, strict: true };
    expect(judged(createSuite({}), 'should', {}, strict).result.verdict).toBe('not conformant');
    expect(judged(createSuite({}), 'should', { strict: false }, strict).result.verdict).toBe('partial');
  });

  test('disables a test that is now disabled', () => {
    const { result } = judged(createSuite({ disabled: 'it proves nothing' }));
    expect(result.tests[0]).toMatchObject({ status: 'disabled', reason: 'it proves nothing', findings: [] });
    expect(result.counts.failed).toBe(0);
  });

  test('ignores tests and requirements that no longer exist, and names new ones', () => {
    const findings = [madeFinding('OLD-A-1')];
    const old = madeResult([
      madeTest('fails', { findings, requirements: ['OLD-A-1', 'TV-CFG-4'] }),
      madeTest('is gone', { findings }),
    ]);
    const { result, notes } = judged(createSuite({}, { title: 'is new' }), 'must', {}, old);
    expect(result.tests.map(({ title, status, requirements }) => [title, status, requirements])).toEqual([
      ['fails', 'passed', ['TV-CFG-4']],
    ]);
    expect(notes).toEqual([
      '1 test is newer than this run',
      '1 test no longer exists: harness/made: is gone',
      'requirements that no longer exist: OLD-A-1',
    ]);
  });
});

const numbered = (at: number): Test => ({
  id: `test ${at}`,
  title: `test ${at}`,
  requirements: [at === 5 ? 'TV-CFG-4' : 'TV-CFG-1'],
  run: async (t) => {
    await t.config();
    if (at === 5) throw new ConformanceFailure('the fifth is wrong');
  },
});
const suite = { name: 'harness/merge', tests: Array.from({ length: 12 }, (_, at) => numbered(at)) };

async function run(options: RunOptions): Promise<RunResult> {
  const { target, fetch } = tinyPlatform();
  const result = await runSuites(target, [suite], { fetch, journal: null, ...options });
  return runResultSchema.parse(JSON.parse(JSON.stringify(result)));
}

const parts = async (of: number, options: RunOptions = {}) =>
  Promise.all(
    Array.from({ length: of }, async (_, at) => ({
      file: `part-${at + 1}.json`,
      result: await run({ shard: { index: at + 1, of }, ...options }),
    })),
  );

const merge = (list: Awaited<ReturnType<typeof parts>>) => mergeResults(list, { catalogue, suites: [suite] });

describe('the parts of a run', () => {
  test('are judged together like the whole run', async () => {
    const whole = await run({});
    const { result, missing } = merge((await parts(3)).reverse());
    const facts = ({ verdict, verdict_reason, counts, requests, requirements }: RunResult) => ({
      verdict,
      verdict_reason,
      counts,
      sent: requests.sent,
      requirements: requirements.map(({ id, status, tests }) => [id, status, [...tests].sort()]),
    });
    expect(facts(result)).toEqual(facts(whole));
    expect([missing, result.shard, result.verdict]).toEqual([[], null, 'not conformant']);
    expect(runResultSchema.parse(result)).toEqual(result);
  });

  test('are compared with one baseline', async () => {
    const baseline = { file: null, entries: [{ test: 'test 5', reason: 'known' }] };
    const { result } = mergeResults(await parts(2), { catalogue, suites: [suite], baseline });
    expect(result.baseline).toMatchObject({ verdict: 'conformant', expected: ['test 5'] });
  });

  test('are named when they are missing', async () => {
    const [first, , third] = await parts(4);
    if (!first || !third) throw new Error('four parts were run');
    expect(merge([first, third]).missing).toEqual(['2/4', '4/4']);
  });

  test('must not contain the same test', async () => {
    const [first] = await parts(2);
    if (!first) throw new Error('two parts were run');
    expect(() => merge([first, { ...first, file: 'again.json' }])).toThrow(
      /^part-1.json and again.json both contain the test test \d+$/,
    );
  });

  test.each<[string, (result: RunResult) => RunResult, string]>([
    [
      'of another target',
      (result) => ({ ...result, target: { ...result.target, api: 'http://other/client/v4' } }),
      'the targets are http://tiny.invalid/client/v4 and http://other/client/v4',
    ],
    [
      'of another division',
      (result) => ({ ...result, shard: { index: 2, of: 5 } }),
      'the parts are 1/2 and 2/5',
    ],
    ['of a whole run', (result) => ({ ...result, shard: null }), 'the parts are 1/2 and a whole run'],
    ['of a strict run', (result) => ({ ...result, strict: true }), 'one is strict and the other is not'],
  ])('may not be %s', async (_, change, message) => {
    const [first, second] = await parts(2);
    if (!first || !second) throw new Error('two parts were run');
    const list = [first, { ...second, result: change(second.result) }];
    expect(() => merge(list)).toThrow(`part-1.json and part-2.json don't belong together: ${message}`);
  });
});
