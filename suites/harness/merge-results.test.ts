import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { ConformanceFailure } from './errors.ts';
import { mergeResults } from './merge-results.ts';
import { type RunResult, runResultSchema } from './results.ts';
import { type RunOptions, runSuites } from './runner.ts';
import type { Test } from './suite.ts';
import { tinyPlatform } from './testing/tiny-platform.ts';

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
  test('are judged together as the whole run is', async () => {
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

  test('may not hold the same test', async () => {
    const [first] = await parts(2);
    if (!first) throw new Error('two parts were run');
    expect(() => merge([first, { ...first, file: 'again.json' }])).toThrow(
      /^part-1.json and again.json both hold the test test \d+$/,
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
