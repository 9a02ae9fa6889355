import { expect } from 'vitest';
import type { ServedMock } from './served-mock.ts';

/** Runs a function while other requests come every 20 ms, and returns the slowest of their times in milliseconds. */
export async function besideOthers<T>(
  mock: ServedMock,
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly slowest: number }> {
  let isOver = false;
  let slowest = 0;
  const others = async () => {
    while (!isOver) {
      const started = performance.now();
      const { status } = await mock.ask('/user/tokens/verify');
      expect(status).toBe(200);
      slowest = Math.max(slowest, performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const asking = others();
  try {
    return { done: await work(), slowest };
  } finally {
    isOver = true;
    await asking;
  }
}

/** Starts a mock that lives until it is closed. */
export async function startMock(
  withMock: (use: (mock: ServedMock) => Promise<void>) => Promise<void>,
): Promise<{ readonly mock: ServedMock; end(): Promise<void> }> {
  const started = Promise.withResolvers<ServedMock>();
  const ended = Promise.withResolvers<void>();
  const whole = withMock(async (mock) => {
    started.resolve(mock);
    await ended.promise;
  });
  whole.catch(started.reject);
  return {
    mock: await started.promise,
    async end() {
      ended.resolve();
      await whole;
    },
  };
}
