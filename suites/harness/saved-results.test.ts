import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Level } from '../../spec/requirement.ts';
import { catalogue, createCatalogue } from './catalogue.ts';
import { ConformanceFailure } from './errors.ts';
import { type RunResult, runResultSchema } from './results.ts';
import { type RunOptions, runSuites } from './runner.ts';
import { judgeSaved, mergeResults, readResults } from './saved-results.ts';
import type { Suite, Test } from './suite.ts';
import { madeFinding, madeResult, madeTest } from './testing/made-results.ts';
import { makeFolder } from './testing/make-folder.ts';
import { tinyTest } from './testing/run-tiny.ts';
import { tinyPlatform } from './testing/tiny-platform.ts';

const saved = madeResult([madeTest('fails', { findings: [madeFinding('TV-CFG-4')] })]);

test('a saved run is read with its pictures relative to the file', async () => {
  const folder = makeFolder();
  const pictures = { expected: 'pictures/a.png', actual: '/elsewhere/b.png', difference: null };
  const evidence = { differences: [], lines: null, pictures, steps: [] };
  const shown = madeResult([madeTest('fails', { findings: [madeFinding('BR-SHOT-2', { evidence })] })]);
  writeFileSync(join(folder, 'results.json'), JSON.stringify(shown));
  const read = await readResults(join(folder, 'results.json'));
  const expected = join(folder, 'pictures', 'a.png');
  expect(read.tests[0]?.findings[0]?.evidence?.pictures).toEqual({ ...pictures, expected });
  await expect(readResults('/nowhere/r.json')).rejects.toThrow('/nowhere/r.json does not exist');
});

const suiteOf = (...tests: Partial<Test>[]): Suite => ({
  name: 'harness/made',
  tests: tests.map((rest) => tinyTest(() => {}, { title: 'fails', requirements: ['TV-CFG-4'], ...rest })),
});
function judged(suite: Suite, level: Level = 'must', rest: { strict?: boolean } = {}, run = saved) {
  const requirement = { id: 'TV-CFG-4', sentence: 'It holds.', passage: 'a.md', certainty: 'seed' } as const;
  return judgeSaved(run, {
    catalogue: createCatalogue([{ ...requirement, level }]),
    suites: [suite],
    ...rest,
  });
}

describe('a run that is judged again', () => {
  test('keeps its verdict while nothing has changed', () => {
    const { result, notes } = judged(suiteOf({}));
    expect([result.verdict, result.tests, notes]).toEqual(['not conformant', saved.tests, []]);
  });

  test.each([
    ['a requirement that is now a SHOULD', suiteOf({}), 'should' as const],
    ['a test that is now limited to a SHOULD', suiteOf({ atMost: 'should' }), 'must' as const],
  ])('counts %s as such, and is as strict as before unless told', (_, suite, level) => {
    const { result } = judged(suite, level);
    expect(result.verdict).toBe('partial');
    expect(result.tests[0]).toMatchObject({ status: 'failed', level: 'should', failed_level: 'should' });
    expect(judged(suite, level, { strict: true }).result.verdict).toBe('not conformant');
    const strict = { ...saved, strict: true };
    expect(judged(suite, level, {}, strict).result.verdict).toBe('not conformant');
    expect(judged(suite, level, { strict: false }, strict).result.verdict).toBe('partial');
  });

  test('disables a test that is now disabled', () => {
    const { result } = judged(suiteOf({ disabled: 'it proves nothing' }));
    expect(result.tests[0]).toMatchObject({ status: 'disabled', reason: 'it proves nothing', findings: [] });
  });

  test('ignores tests and requirements that no longer exist, and counts new ones', () => {
    const findings = [madeFinding('OLD-A-1')];
    const old = madeResult([
      madeTest('fails', { findings, requirements: ['OLD-A-1', 'TV-CFG-4'] }),
      madeTest('is gone', { findings }),
    ]);
    const { result, notes } = judged(suiteOf({}, { title: 'is new' }), 'must', {}, old);
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

const tests = Array.from({ length: 6 }, (_, at) =>
  tinyTest(
    async (t) => {
      await t.config();
      if (at === 5) throw new ConformanceFailure('the fifth is wrong');
    },
    { id: `test ${at}`, title: `${at}`, requirements: [at === 5 ? 'TV-CFG-4' : 'TV-CFG-1'] },
  ),
);
const suites = [{ name: 'harness/merge', tests }];

async function run(options: RunOptions): Promise<RunResult> {
  const { target, fetch } = tinyPlatform();
  return runSuites(target, suites, { fetch, journal: null, ...options });
}

const parts = async (of: number) =>
  Promise.all(
    Array.from({ length: of }, async (_, at) => ({
      file: `part-${at + 1}.json`,
      result: await run({ shard: { index: at + 1, of } }),
    })),
  );

describe('the parts of a run', () => {
  test('are judged together like the whole run, and with one baseline', async () => {
    const whole = await run({});
    const baseline = { file: null, entries: [{ test: 'test 5', reason: 'known' }] };
    const all = (await parts(3)).reverse();
    const { result, missing } = mergeResults(all, { catalogue, suites, baseline });
    const facts = ({ verdict, verdict_reason, counts, requests, requirements }: RunResult) => ({
      ...{ verdict, verdict_reason, counts },
      sent: requests.sent,
      requirements: requirements.map(({ id, status, tests }) => [id, status, [...tests].sort()]),
    });
    expect(facts(result)).toEqual(facts(whole));
    expect([missing, result.shard, result.verdict]).toEqual([[], null, 'not conformant']);
    expect(runResultSchema.parse(result)).toEqual(result);
    expect(result.baseline).toMatchObject({ verdict: 'conformant', expected: ['test 5'] });
  });

  test('are named when they are missing', async () => {
    const some = (await parts(4)).filter((_, at) => at % 2 === 0);
    expect(mergeResults(some, { catalogue, suites }).missing).toEqual(['2/4', '4/4']);
  });

  test.each<[string, (result: RunResult) => Partial<RunResult>, string | RegExp]>([
    [
      'of another target',
      ({ target }) => ({ target: { ...target, api: 'http://other/client/v4' } }),
      'the targets are http://tiny.invalid/client/v4 and http://other/client/v4',
    ],
    ['of another division', () => ({ shard: { index: 2, of: 5 } }), 'the parts are 1/2 and 2/5'],
    ['of a whole run', () => ({ shard: null }), 'the parts are 1/2 and a whole run'],
    ['of a strict run', () => ({ strict: true }), 'one is strict and the other is not'],
    ['the same', () => ({}), /^part-1.json and again.json both contain the test test \d+$/],
  ])('may not be %s', async (_, change, message) => {
    const [first] = await parts(2);
    if (!first) throw new Error('two parts were run');
    const again = { file: 'again.json', result: { ...first.result, ...change(first.result) } };
    expect(() => mergeResults([first, again], { catalogue, suites })).toThrow(message);
  });
});
