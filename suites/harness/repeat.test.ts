import { describe, expect, test } from 'vitest';
import { ok } from './assertions.ts';
import { planTests } from './repeat.ts';
import type { RunOptions } from './runner.ts';
import { runSuites } from './runner.ts';
import type { Test } from './suite.ts';
import { tinyPlatform } from './testing/tiny-platform.ts';
import { exitCode } from './verdict.ts';

const named = (id: string, run: Test['run'] = () => {}): Test => ({
  id,
  title: id,
  requirements: ['TV-CFG-1'],
  run,
});

const createSuite = (tests: readonly Test[]) => ({ name: 'harness/repeat', tests });

const runAgain = (tests: readonly Test[], options: RunOptions) => {
  const platform = tinyPlatform();
  return runSuites(platform.target, [createSuite(tests)], {
    fetch: platform.fetch,
    journal: null,
    ...options,
  });
};

describe('the order of repeated tests', () => {
  const tests = Array.from({ length: 20 }, (_, at) => named(`${at}`));
  const selected = tests.map((test) => ({ suite: createSuite(tests), test }));
  const order = (seed: number) => planTests(selected, { times: 3, seed }).map(({ test }) => test.id);

  test('depends on the seed alone', () => {
    expect(order(7)).toEqual(order(7));
    expect(order(7)).not.toEqual(order(8));
  });

  test('contains every test once per round, in a new order each round', () => {
    const rounds = [0, 1, 2].map((round) => order(7).slice(round * 20, round * 20 + 20));
    for (const round of rounds) expect(new Set(round).size).toBe(20);
    expect(rounds[0]).not.toEqual(rounds[1]);
  });
});

describe('a run that repeats its tests', () => {
  test('names an unstable test, and exits 1', async () => {
    const count = { runs: 0 };
    const moody = named('moody', () => ok(++count.runs % 5 !== 0, 'it is the fifth time'));
    const result = await runAgain([named('steady'), moody], { repeat: { times: 10, seed: 1 } });
    expect(result.stability).toEqual({
      times: 10,
      seed: 1,
      completed: 10,
      unstable: [
        {
          test: 'moody',
          outcomes: [
            { outcome: 'passed', times: 8 },
            { outcome: 'failed: TV-CFG-1', times: 2 },
          ],
        },
      ],
    });
    expect([result.tests.length, result.verdict, exitCode(result)]).toEqual([2, 'not conformant', 1]);
  });

  test('treats tests that always pass or always fail as stable', async () => {
    const wrong = named('wrong', () => ok(false, 'it is wrong'));
    const result = await runAgain([named('steady'), wrong], { repeat: { times: 3, seed: 1 } });
    expect(result.stability?.unstable).toEqual([]);
  });

  test('exits 1 for a test that sometimes passes and sometimes is skipped', async () => {
    const count = { runs: 0 };
    const moody = named('moody', (t) => (++count.runs === 2 ? t.skip('not now') : undefined));
    const result = await runAgain([named('steady'), moody], { repeat: { times: 3, seed: 1 } });
    expect(exitCode(result)).toBe(1);
  });

  test('starts no further test when time is up, and says how often all tests ran', async () => {
    const slow = named('slow', () => new Promise((resolve) => setTimeout(resolve, 30)));
    const options = { repeat: { times: 10, seed: 1 }, limits: { verify: 100 } };
    const { stability } = await runAgain([slow], options);
    expect(stability?.completed).toBeGreaterThan(0);
    expect(stability?.completed).toBeLessThan(10);
  });
});
