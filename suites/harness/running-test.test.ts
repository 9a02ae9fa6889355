import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestContext } from './context.ts';
import { ConformanceFailure, SkipTest } from './errors.ts';
import type { TestResult } from './results.ts';
import { type RunOptions, runSuites } from './runner.ts';
import type { Test } from './suite.ts';
import { tinyPlatform } from './testing/tiny-platform.ts';

/** Runs tests in one zone; every one but the last is at fault. Returns their results and the number of requests. */
async function runAll(runs: readonly Test['run'][], options: RunOptions = {}) {
  const platform = tinyPlatform();
  const sent = { requests: 0 };
  const tests = runs.map((run, at) => ({ title: `does ${at}`, requirements: ['TV-CFG-1'], run }));
  const fetch = async (request: Request) => {
    sent.requests++;
    // Sockets leave time for timers too.
    await wait(0);
    return platform.fetch(request);
  };
  const suites = [{ name: 'harness/probe', tests }];
  const result = await runSuites(platform.target, suites, { fetch, journal: null, ...options });
  return { result, tests: result.tests, sent, platform };
}

const outcome = ({ status, reason }: TestResult) => [status, reason];
const list = (t: TestContext) => t.ask('token-validation.config.list', { params: { zone_id: t.zoneId } });
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const fine = async () => {};

/** A promise that is rejected later. */
const rejected = async (makeError: () => Error, milliseconds = 0) => {
  await wait(milliseconds);
  throw makeError();
};

describe('a rejected promise that nobody awaits', () => {
  // Vitest would count them as errors of its own.
  const others = process.listeners('unhandledRejection');
  beforeEach(() => void process.removeAllListeners('unhandledRejection'));
  afterEach(() => {
    for (const one of others) process.on('unhandledRejection', one);
  });

  test.each([
    ['a bug', () => new TypeError('x is undefined'), 'TypeError: x is undefined'],
    ['a failure', () => new ConformanceFailure('status 500'), 'ConformanceFailure: status 500'],
    ['a skip', () => new SkipTest('no such model'), 'SkipTest: no such model'],
  ])('is an error of its test: %s', async (_, makeError, message) => {
    const leaves = async () => {
      void rejected(makeError);
      await wait(20);
    };
    const { tests } = await runAll([leaves, fine]);
    const expected = `HarnessError: The test does not await a promise that was rejected: ${message}`;
    expect(tests[0]?.reason?.slice(0, expected.length)).toBe(expected);
    expect(tests.map(({ status }) => status)).toEqual(['error', 'passed']);
  });

  test.each([
    ['at the same time', 0],
    ['after the test', 30],
  ])('counts no more once its test has failed: rejected %s', async (_, late) => {
    const reads = async (t: TestContext) => {
      for (const reply of [
        rejected(() => new SkipTest('one')),
        rejected(() => new SkipTest('two'), late),
        list(t),
      ])
        await reply;
    };
    const { tests } = await runAll([reads, () => wait(60)]);
    expect(tests.map(outcome)).toEqual([
      ['skipped', 'one'],
      ['passed', null],
    ]);
  });

  test('ends no request of another test, and leaves the process as it was', async () => {
    const before = process.listenerCount('unhandledRejection');
    const { result } = await runAll([fine]);
    expect([result.verdict, process.listenerCount('unhandledRejection')]).toEqual(['conformant', before]);
  });
});

describe('a test that takes too long', () => {
  const limits = { test: 100 };

  test.each<[string, Test['run']]>([
    ['waits for ever', () => new Promise(() => {})],
    [
      'asks for ever',
      async (t) => {
        for (;;) await list(t);
      },
    ],
    [
      'asks for ever, and catches what is thrown',
      async (t) => {
        for (;;) await list(t).catch(() => {});
      },
    ],
    [
      'asks and waits for ever',
      async (t) => {
        for (;;) await Promise.allSettled([list(t), wait(10)]);
      },
    ],
    [
      'ends with something that takes too long',
      async (t) => {
        t.after(() => new Promise(() => {}));
      },
    ],
  ])('is ended with its requests, as an error that names the limit: it %s', async (_, run) => {
    const { tests, sent } = await runAll([run, fine], { limits });
    expect(tests[0]?.reason).toContain('The test ran for 0.1 s: --limit test=MILLISECONDS allows more');
    expect(tests.map(({ status }) => status)).toEqual(['error', 'passed']);
    const { requests } = sent;
    await wait(50);
    expect(sent.requests).toBe(requests);
  });

  test('is cleaned up all the same', async () => {
    const made = async (t: TestContext) => {
      await t.config();
      await new Promise(() => {});
    };
    const { tests, platform } = await runAll([made], { limits });
    expect([tests[0]?.status, platform.configs.size]).toEqual(['error', 0]);
  });

  test('gives up a request that is not answered', async () => {
    const platform = tinyPlatform();
    let ended = false;
    const fetch = async (request: Request) => {
      if (request.method !== 'POST' || !(await request.clone().text()).startsWith('{"'))
        return platform.fetch(request);
      request.signal.addEventListener('abort', () => {
        ended = true;
      });
      return new Promise<Response>(() => {});
    };
    const { tests } = await runAll([(t) => t.config().then(() => {})], { fetch, limits });
    expect([tests[0]?.status, ended]).toEqual(['error', true]);
  });
});

describe('a wait for what the target does later', () => {
  const limits = { background: 100 };
  const waits =
    (look: () => unknown, what = 'the log'): Test['run'] =>
    async (t) => {
      const found = await t.waitFor({ what, within: t.limits.background }, look);
      if (found === undefined) throw new ConformanceFailure('no log came');
    };
  const vain = waits(() => undefined);
  const statuses = ({ tests }: Awaited<ReturnType<typeof runAll>>) => tests.map(({ status }) => status);

  test('is made shorter once it was in vain more often than not, and a test that it ends is skipped', async () => {
    const run = await runAll([vain, vain, vain, waits(() => undefined, 'the event'), vain], { limits });
    expect(statuses(run)).toEqual(['failed', 'failed', 'skipped', 'failed', 'skipped']);
    expect(run.tests[2]?.reason).toBe(
      'waited for the log for 0.005 s only: it came in none of 2 waits of the run',
    );
    expect(run.tests[2]?.duration_ms).toBeLessThan(90);
  });

  test('is as long as before after waits that were not in vain', async () => {
    const late = () => {
      const began = performance.now();
      return () => (performance.now() - began > 40 ? true : undefined);
    };
    const run = await runAll([waits(late()), vain, vain, waits(late()), vain, vain], { limits });
    expect(statuses(run)).toEqual(['passed', 'failed', 'failed', 'passed', 'failed', 'failed']);
  });

  test('looks until the last moment, and not all the time', async () => {
    let looks = 0;
    await runAll([waits(() => void looks++)], { limits });
    expect(looks).toBeGreaterThan(3);
    expect(looks).toBeLessThan(15);
  });
});
