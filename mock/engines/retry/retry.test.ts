import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AttemptOutcome,
  type AttemptReport,
  type RetryOptions,
  type RetryPolicy,
  RetryPolicyError,
  RetryTimeoutError,
  retry,
  type Sleep,
} from './index.ts';

/** A clock that jumps to the next waiter whenever the work stands still. */
function fakeTime() {
  const waiting: { at: number; wake: () => void }[] = [];
  const slept: number[] = [];
  const time = { now: 0 };
  const sleep: Sleep = (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      slept.push(ms);
      const waiter = { at: time.now + ms, wake: resolve };
      waiting.push(waiter);
      signal.addEventListener('abort', () => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(signal.reason);
      });
    });
  const run = async <T>(work: Promise<T>): Promise<T> => {
    let done = false;
    const settled = work.finally(() => {
      done = true;
    });
    settled.catch(() => {});
    for (;;) {
      // A macrotask: everything that can go on without time has gone on.
      await new Promise((resolve) => setTimeout(resolve));
      if (done) return settled;
      waiting.sort((a, b) => a.at - b.at);
      const next = waiting.shift();
      if (next === undefined) continue;
      time.now = next.at;
      next.wake();
    }
  };
  return { sleep, slept, waiting, now: () => time.now, run };
}

const policy: RetryPolicy = { attempts: 3, delayMs: 100, backoff: 'exponential' };
const isFailure = (outcome: AttemptOutcome<number>) => 'error' in outcome || outcome.value >= 500;

function options(
  time: ReturnType<typeof fakeTime>,
  more: Partial<RetryOptions<number>> = {},
): RetryOptions<number> {
  return { policy, shouldRetry: isFailure, sleep: time.sleep, now: time.now, ...more };
}

describe('retry', () => {
  it('returns a first success without waiting', async () => {
    const time = fakeTime();
    expect(await time.run(retry(async () => 200, options(time)))).toBe(200);
    expect(time.slept).toEqual([]);
  });

  it('tries again after the delays of the policy and reports each attempt', async () => {
    const time = fakeTime();
    const reports: AttemptReport<number>[] = [];
    const broken = new Error('connection broken');
    const answer = await time.run(
      retry(
        async (signal, number) => {
          await time.sleep(10, signal);
          if (number === 1) throw broken;
          return number === 2 ? 503 : 200;
        },
        options(time, { onAttempt: (report) => reports.push(report) }),
      ),
    );
    expect(answer).toBe(200);
    expect(reports).toEqual([
      { number: 1, outcome: { error: broken }, durationMs: 10, nextDelayMs: 100 },
      { number: 2, outcome: { value: 503 }, durationMs: 10, nextDelayMs: 200 },
      { number: 3, outcome: { value: 200 }, durationMs: 10, nextDelayMs: null },
    ]);
    expect(time.now()).toBe(330);
  });

  it('returns what the last attempt answered when the attempts are used up, and discards the others', async () => {
    const time = fakeTime();
    const discarded: number[] = [];
    const answer = retry(async (_signal, number) => 500 + number, {
      ...options(time),
      discard: (value) => discarded.push(value),
    });
    expect(await time.run(answer)).toBe(503);
    expect(discarded).toEqual([501, 502]);
  });

  it('throws what the last attempt threw', async () => {
    const time = fakeTime();
    const failing = retry(async (_signal, number) => {
      throw new Error(`failure ${number}`);
    }, options(time));
    await expect(time.run(failing)).rejects.toThrow('failure 3');
  });

  it('does not retry what the caller does not want retried', async () => {
    const time = fakeTime();
    let count = 0;
    const failing = retry(
      async () => {
        count++;
        throw new Error('credentials rejected');
      },
      options(time, { shouldRetry: () => false }),
    );
    await expect(time.run(failing)).rejects.toThrow('credentials rejected');
    expect(count).toBe(1);
  });

  it('ends a wait with the reason of the signal', async () => {
    const time = fakeTime();
    const abort = new AbortController();
    const failing = retry(async () => 500, {
      ...options(time),
      signal: abort.signal,
      onAttempt: () => queueMicrotask(() => abort.abort('client gone')),
    });
    await expect(time.run(failing)).rejects.toBe('client gone');
    expect(time.waiting).toEqual([]);
  });

  it('ends an attempt that ignores its signal, tells it, and discards what it answers later', async () => {
    const time = fakeTime();
    const abort = new AbortController();
    const late = Promise.withResolvers<number>();
    const discarded: number[] = [];
    let told: AbortSignal | undefined;
    const failing = retry(
      (signal) => {
        told = signal;
        queueMicrotask(() => abort.abort('client gone'));
        return late.promise;
      },
      { ...options(time), signal: abort.signal, discard: (value) => discarded.push(value) },
    );
    await expect(time.run(failing)).rejects.toBe('client gone');
    expect(told?.reason).toBe('client gone');
    late.resolve(200);
    await new Promise((resolve) => setTimeout(resolve));
    expect(discarded).toEqual([200]);
  });

  it('makes no attempt when the signal was aborted before', async () => {
    const time = fakeTime();
    let count = 0;
    const failing = retry(async () => ++count, { ...options(time), signal: AbortSignal.abort('gone') });
    await expect(time.run(failing)).rejects.toBe('gone');
    expect(count).toBe(0);
  });

  it('counts an attempt that takes too long as failed', async () => {
    const time = fakeTime();
    const reports: AttemptReport<number>[] = [];
    const answer = retry(
      async (signal, number) => {
        if (number === 1) await time.sleep(1000, signal);
        return 200;
      },
      options(time, { attemptTimeoutMs: 50, onAttempt: (report) => reports.push(report) }),
    );
    expect(await time.run(answer)).toBe(200);
    expect(reports[0]).toMatchObject({
      durationMs: 50,
      outcome: { error: expect.objectContaining({ code: 'timeout', limit: 'attempt', timeoutMs: 50 }) },
    });
    expect(time.waiting).toEqual([]);
  });

  it.each([
    [true, 350],
    [false, RetryTimeoutError],
  ])('limits the last attempt too, unless it is unlimited (%s)', async (lastAttemptUnlimited, expected) => {
    const time = fakeTime();
    const slow = retry(
      async (signal) => {
        await time.sleep(300, signal);
        return time.now();
      },
      options(time, {
        policy: { attempts: 2, delayMs: 0, backoff: 'constant' },
        attemptTimeoutMs: 50,
        lastAttemptUnlimited,
      }),
    );
    if (typeof expected === 'number') expect(await time.run(slow)).toBe(expected);
    else await expect(time.run(slow)).rejects.toBeInstanceOf(expected);
  });

  it('ends all attempts at the overall limit, with what failed before as the cause', async () => {
    const time = fakeTime();
    const broken = new Error('connection broken');
    const failing = retry(
      async () => {
        throw broken;
      },
      options(time, { timeoutMs: 150 }),
    );
    await expect(time.run(failing)).rejects.toMatchObject({
      limit: 'overall',
      timeoutMs: 150,
      cause: broken,
    });
    expect(time.now()).toBe(150);
    expect(time.waiting).toEqual([]);
  });

  it.each([
    [{ attempts: 0 }],
    [{ attempts: 1.5 }],
    [{ delayMs: -1 }],
    [{ delayMs: Number.POSITIVE_INFINITY }],
    [{ maxDelayMs: Number.NaN }],
  ])('refuses the policy %j', async (wrong) => {
    const time = fakeTime();
    await expect(
      retry(async () => 200, options(time, { policy: { ...policy, ...wrong } })),
    ).rejects.toBeInstanceOf(RetryPolicyError);
  });

  it('makes as many attempts as there are failures, plus one, up to the limit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.nat(8), async (attempts, failures) => {
        const time = fakeTime();
        let count = 0;
        const answer = await time.run(
          retry(
            async () => (++count <= failures ? 500 : 200),
            options(time, { policy: { ...policy, attempts } }),
          ),
        );
        expect(count).toBe(Math.min(attempts, failures + 1));
        expect(answer).toBe(failures < attempts ? 200 : 500);
        expect(time.slept).toHaveLength(count - 1);
      }),
      { numRuns: 30 },
    );
  });
});
