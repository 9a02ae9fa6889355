import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestContext } from './context.ts';
import { ConformanceFailure, SkipTest } from './errors.ts';
import type { RunOptions } from './runner.ts';
import type { Test } from './suite.ts';
import { runTiny, tinyTest } from './testing/run-tiny.ts';
import { tinyPlatform } from './testing/tiny-platform.ts';

const list = (t: TestContext) => t.ask('token-validation.config.list', { params: { zone_id: t.zoneId } });
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Runs a test that is at fault, and another one after it. */
async function runBoth(run: Test['run'], options: RunOptions = {}, other: Test['run'] = () => {}) {
  const platform = tinyPlatform();
  const sent = { requests: 0 };
  const fetch = async (request: Request) => {
    sent.requests++;
    await wait(0); // sockets leave time for timers too
    return platform.fetch(request);
  };
  const tests = [tinyTest(run, { title: 'one' }), tinyTest(other, { title: 'other' })];
  const result = await runTiny(tests, { fetch, ...options }, platform);
  const outcomes = result.tests.map(({ status }) => status);
  return { outcomes, reason: result.tests[0]?.reason, sent, left: platform.configs.size };
}

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
    const { outcomes, reason } = await runBoth(async () => {
      void rejected(makeError);
      await wait(20);
    });
    expect(reason).toContain(`The test does not await a promise that was rejected: ${message}`);
    expect(outcomes).toEqual(['error', 'passed']);
    expect(process.listenerCount('unhandledRejection')).toBe(0);
  });

  test.each([0, 30])('counts no more once its test was skipped, %i ms before', async (late) => {
    const reads = async (t: TestContext) => {
      const replies = [
        rejected(() => new SkipTest('one')),
        rejected(() => new SkipTest('two'), late),
        list(t),
      ];
      for (const reply of replies) await reply;
    };
    const { outcomes, reason } = await runBoth(reads, {}, () => wait(60));
    expect([reason, ...outcomes]).toEqual(['one', 'skipped', 'passed']);
  });
});

describe('a test that takes too long', () => {
  test.each<[string, Test['run']]>([
    [
      'makes something and waits for ever',
      async (t) => {
        await t.config();
        await new Promise(() => {});
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
    ['ends with something that takes too long', (t) => t.after(() => new Promise(() => {}))],
  ])('is ended with its requests and cleaned up, as an error: it %s', async (_, run) => {
    const { outcomes, reason, sent, left } = await runBoth(run, { limits: { test: 100 } });
    expect(reason).toContain('The test ran for 0.1 s: --limit test=MILLISECONDS allows more');
    expect([...outcomes, left]).toEqual(['error', 'passed', 0]);
    const { requests } = sent;
    await wait(50);
    expect(sent.requests).toBe(requests);
  });

  test('gives up a request that is not answered', async () => {
    const platform = tinyPlatform();
    let ended = false;
    const fetch = async (request: Request) => {
      if (request.method !== 'POST' || !(await request.clone().text()).startsWith('{"')) {
        return platform.fetch(request);
      }
      request.signal.addEventListener('abort', () => {
        ended = true;
      });
      return new Promise<Response>(() => {});
    };
    const { outcomes } = await runBoth((t) => t.config().then(() => {}), { fetch, limits: { test: 100 } });
    expect([outcomes[0], ended]).toEqual(['error', true]);
  });
});

describe('a wait for what the target does later', () => {
  const waits =
    (look: () => unknown, what = 'the log'): Test['run'] =>
    async (t) => {
      const found = await t.waitFor({ what, within: t.limits.background }, look);
      if (found === undefined) throw new ConformanceFailure('no log came');
    };
  const vain = waits(() => undefined);
  /** Something that comes late, but comes. */
  const late: Test['run'] = (t) => {
    const began = performance.now();
    return waits(() => (performance.now() - began > 40 ? true : undefined))(t);
  };
  const runAll = (...runs: Test['run'][]) =>
    runTiny(
      runs.map((run, at) => tinyTest(run, { title: `${at}` })),
      { limits: { background: 100 } },
    );

  test.each([
    [
      'is shorter once it was in vain more often than not, and a test that it ends is skipped',
      [vain, vain, vain, waits(() => undefined, 'the event'), vain],
      'failed failed skipped failed skipped',
    ],
    [
      'is as long as before after waits that were not in vain',
      [late, vain, vain, late, vain, vain],
      'passed failed failed passed failed failed',
    ],
  ])('%s', async (_, runs, expected) => {
    const { tests } = await runAll(...runs);
    expect(tests.map(({ status }) => status).join(' ')).toBe(expected);
    const [shorter] = tests.filter(({ status }) => status === 'skipped');
    if (!shorter) return;
    expect(shorter.reason).toBe('waited for the log for 0.005 s only: it came in none of 2 waits of the run');
    expect(shorter.duration_ms).toBeLessThan(90);
  });

  test('looks until the last moment, and not all the time', async () => {
    let looks = 0;
    await runAll(waits(() => void looks++));
    expect(looks).toBeGreaterThan(1);
    expect(looks).toBeLessThan(15);
  });
});
