import { describe, expect, test } from 'vitest';
import { parseBaseline } from './baseline.ts';
import { catalogue } from './catalogue.ts';
import { ConformanceFailure } from './errors.ts';
import { describeStability } from './report-outcomes.ts';
import { terminalReporter } from './report-terminal.ts';
import type { BaselineEntry } from './results.ts';
import { type RunOptions, runSuites } from './runner.ts';
import type { Test } from './suite.ts';
import { tinyPlatform } from './testing/tiny-platform.ts';

const fails: Test = {
  id: 'fails "so"',
  title: 'fails',
  requirements: ['TV-CFG-1'],
  run: () => {
    throw new ConformanceFailure('it is not so');
  },
};
const passes: Test = { id: 'passes', title: 'passes', requirements: ['TV-CFG-4'], run: () => {} };

async function report(tests: readonly Test[], options: RunOptions, live = false): Promise<string> {
  const platform = tinyPlatform();
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  const reporter = terminalReporter({ write, catalogue, strict: false, live, color: false, columns: 60 });
  await runSuites(platform.target, [{ name: 'harness/outcomes', tests }], {
    fetch: platform.fetch,
    journal: null,
    reporters: [reporter],
    ...options,
  });
  return written.join('');
}

const withBaseline = (entries: readonly BaselineEntry[]) =>
  report([fails, passes], { baseline: { file: 'known.json', entries } });

describe('the report of a run with a baseline', () => {
  test('shows an entry for what is unexpected that can be pasted as it stands', async () => {
    const text = await withBaseline([]);
    expect(text).toContain('Failures that no entry expects; mend them, or add to known.json:');
    const [line = ''] = text.split('\n').filter((one) => one.startsWith('  { "test"'));
    const pasted = parseBaseline(`{ "expected_failures": [\n${line}\n] }`, 'known.json');
    expect(pasted.entries).toEqual([{ test: 'fails "so"', reason: 'it is not so' }]);
    expect(await withBaseline(pasted.entries)).toContain('1 failed as expected, 0 unexpected failures');
  });

  test('shows what to remove, and why', async () => {
    const text = await withBaseline([
      { test: 'passes', reason: 'x' },
      { test: 'gone', reason: 'y' },
    ]);
    expect(text).toContain('  { "test": "passes", "reason": "x" }  (the test passes)');
    expect(text).toContain('  { "test": "gone", "reason": "y" }  (no test has this id)');
  });
});

describe('the report of a run that repeats tests', () => {
  test('says that none is unstable, and how the order is had again', async () => {
    expect(await report([passes], { repeat: { times: 3, seed: 42 } })).toContain(
      'Each test ran 3 times (--seed 42): no test is unstable',
    );
  });

  test('names the unstable ones', () => {
    const outcomes = [
      { outcome: 'passed', times: 9 },
      { outcome: 'failed: TV-CFG-1', times: 1 },
    ];
    expect(
      describeStability({ times: 10, seed: 1, completed: 10, unstable: [{ test: 'moody', outcomes }] }),
    ).toEqual([
      '',
      'Each test ran 10 times (--seed 1): 1 unstable tests',
      '  moody',
      '    9 times passed',
      '    1 times failed: TV-CFG-1',
    ]);
  });
});

describe('the progress of a run', () => {
  const many = Array.from({ length: 200 }, (_, at): Test => ({ ...passes, id: `passes ${at}` }));

  test('is one line that is drawn again and fits the terminal', async () => {
    const frames = (await report(many, {}, true)).split('\r\u001b[2K').slice(1, -1);
    expect(frames).toHaveLength(200);
    expect(Math.max(...frames.map((frame) => frame.length))).toBeLessThan(60);
    expect(frames[99]).toMatch(/^={10} {10}\| 100\/200, 0:\d\d left {2}harness\/out/);
  });

  test('is told at each tenth where nobody watches', async () => {
    const lines = (await report(many, {})).split('\n').filter((line) => line.includes('/200 tests'));
    expect(lines).toHaveLength(9);
    expect(lines[0]).toBe('20/200 tests, 0 failed');
  });

  test('is not told of a short run', async () => {
    expect(await report([passes], {})).not.toContain('1/1 tests');
  });
});
