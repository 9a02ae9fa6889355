import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AttemptOutcome,
  type Backoff,
  type RetryOptions,
  type RetryPolicy,
  RetryTimeoutError,
  retry,
  retryDelay,
  type Sleep,
} from './retry.ts';

/** A clock that jumps to the next waiter when the work is idle. */
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
      // A macrotask: everything that needs no time is done.
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
  const { signal } = new AbortController();
  return { policy, shouldRetry: isFailure, sleep: time.sleep, signal, ...more };
}

describe('retry', () => {
  it('returns a first success without waiting', async () => {
    const time = fakeTime();
    expect(await time.run(retry(async () => 200, options(time)))).toBe(200);
    expect(time.slept).toEqual([]);
  });

  it('retries after the delays of the policy', async () => {
    const time = fakeTime();
    const answer = await time.run(
      retry(async (signal, number) => {
        await time.sleep(10, signal);
        if (number === 1) throw new Error('connection broken');
        return number === 2 ? 503 : 200;
      }, options(time)),
    );
    expect(answer).toBe(200);
    expect(time.now()).toBe(330);
  });

  it('returns the last result when the attempts are used up, and discards the others', async () => {
    const time = fakeTime();
    const discarded: number[] = [];
    const answer = retry(async (_signal, number) => 500 + number, {
      ...options(time),
      discard: (value) => discarded.push(value),
    });
    expect(await time.run(answer)).toBe(503);
    expect(discarded).toEqual([501, 502]);
  });

  it('throws the last error', async () => {
    const time = fakeTime();
    const failing = retry(async (_signal, number) => {
      throw new Error(`failure ${number}`);
    }, options(time));
    await expect(time.run(failing)).rejects.toThrow('failure 3');
  });

  it('does not retry outcomes that the caller excludes', async () => {
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

  it('ends a delay with the reason of the signal', async () => {
    const time = fakeTime();
    const abort = new AbortController();
    const shouldRetry = () => {
      queueMicrotask(() => abort.abort('client gone'));
      return true;
    };
    const failing = retry(async () => 500, options(time, { signal: abort.signal, shouldRetry }));
    await expect(time.run(failing)).rejects.toBe('client gone');
    expect(time.waiting).toEqual([]);
  });

  it('ends an attempt that ignores its signal, and discards its late result', async () => {
    const time = fakeTime();
    const abort = new AbortController();
    const late = Promise.withResolvers<number>();
    const discarded: number[] = [];
    let attemptSignal: AbortSignal | undefined;
    const failing = retry(
      (signal) => {
        attemptSignal = signal;
        queueMicrotask(() => abort.abort('client gone'));
        return late.promise;
      },
      { ...options(time), signal: abort.signal, discard: (value) => discarded.push(value) },
    );
    await expect(time.run(failing)).rejects.toBe('client gone');
    expect(attemptSignal?.reason).toBe('client gone');
    late.resolve(200);
    await new Promise((resolve) => setTimeout(resolve));
    expect(discarded).toEqual([200]);
  });

  it('makes no attempt when the signal is already aborted', async () => {
    const time = fakeTime();
    let count = 0;
    const failing = retry(async () => ++count, { ...options(time), signal: AbortSignal.abort('gone') });
    await expect(time.run(failing)).rejects.toBe('gone');
    expect(count).toBe(0);
  });

  it('counts a timeout as a failure', async () => {
    const time = fakeTime();
    const outcomes: AttemptOutcome<number>[] = [];
    const shouldRetry = (outcome: AttemptOutcome<number>) => outcomes.push(outcome) > 0 && isFailure(outcome);
    const answer = retry(
      async (signal, number) => {
        if (number === 1) await time.sleep(1000, signal);
        return 200;
      },
      options(time, { attemptTimeoutMs: 50, shouldRetry }),
    );
    expect(await time.run(answer)).toBe(200);
    expect(outcomes[0]).toEqual({ error: expect.any(RetryTimeoutError) });
    expect(time.now()).toBe(150);
    expect(time.waiting).toEqual([]);
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

describe('retryDelay', () => {
  it.each([
    ['constant', [100, 100, 100, 100]],
    ['linear', [100, 200, 300, 400]],
    ['exponential', [100, 200, 400, 800]],
  ] as const)('grows %s', (backoff, delays) => {
    expect(
      [1, 2, 3, 4].map((attempt) => retryDelay({ attempts: 5, delayMs: 100, backoff }, attempt)),
    ).toEqual(delays);
  });

  it('is never longer than the maximum', () => {
    const policy = { attempts: 5, delayMs: 100, backoff: 'exponential', maxDelayMs: 250 } as const;
    expect([1, 2, 3].map((attempt) => retryDelay(policy, attempt))).toEqual([100, 200, 250]);
  });

  it('never shrinks, and is finite after any number of attempts', () => {
    const backoffs = fc.constantFrom<Backoff>('constant', 'linear', 'exponential');
    fc.assert(
      fc.property(
        backoffs,
        fc.nat(60_000),
        fc.integer({ min: 1, max: 5000 }),
        (backoff, delayMs, attempt) => {
          const policy = { attempts: 10_000, delayMs, backoff };
          const delay = retryDelay(policy, attempt);
          expect(Number.isFinite(delay)).toBe(true);
          expect(retryDelay(policy, attempt + 1)).toBeGreaterThanOrEqual(delay);
        },
      ),
    );
  });
});
