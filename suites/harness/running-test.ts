import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConformanceFailure, currentTest, HarnessError, type RunningTest, SkipTest } from './errors.ts';
import { allowMore } from './time-limits.ts';

const running = new Set<RunningTest>();

/**
 * Runs a test, or what comes before the tests. Ends it and its requests when its time is over.
 *
 * @param limit milliseconds; null for as long as it takes
 * @param stop ends it early, with the reason of the signal
 * @throws HarnessError for a test that takes too long, or that leaves a rejected promise which nobody awaits
 */
export async function runInTime<T>(
  action: () => Promise<T>,
  limit: number | null,
  stop?: AbortSignal,
): Promise<T> {
  const leave = new AbortController();
  const test: RunningTest = { signal: leave.signal, stray: [] };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = () => {};
  const late = new Promise<never>((_, reject) => {
    const give = (reason: unknown) => {
      reject(reason);
      leave.abort(reason);
    };
    end = () => give(stop?.reason);
    if (limit === null) return;
    timer = setTimeout(() => {
      give(new HarnessError('test-time', `The test ran for ${limit / 1000} s: ${allowMore('test')}`));
    }, limit);
  });
  stop?.addEventListener('abort', end, { once: true });
  running.add(test);
  let result: T;
  try {
    result = await Promise.race([currentTest.run(test, action), late]);
  } finally {
    leave.abort(new SkipTest('the test is over'));
    clearTimeout(timer);
    stop?.removeEventListener('abort', end);
    // Runtimes report rejections that nobody awaits before the next turn.
    await nextTurn();
    running.delete(test);
  }
  const [first] = test.stray;
  if (first !== undefined) {
    const what = first instanceof Error ? `${first.name}: ${first.message}` : String(first);
    throw new HarnessError('stray-promise', `The test does not await a promise that was rejected: ${what}`, {
      cause: first,
    });
  }
  return result;
}

/**
 * Ends a request with the test that sends it.
 *
 * @param request ends the request
 * @returns call it when the request has ended
 */
export async function endWithTest(request: AbortController): Promise<() => void> {
  await holdIfOver();
  const signal = currentTest.getStore()?.signal;
  if (!signal) return () => {};
  const end = () => request.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  return () => signal.removeEventListener('abort', end);
}

/** Waits for ever in a test that is over: one that catches every failure must not go on. */
export async function holdIfOver(): Promise<void> {
  if (isTestOver()) await new Promise(() => {});
}

/** Whether the test that calls this is over, so that its requests get no answer. */
export const isTestOver = (): boolean => currentTest.getStore()?.signal.aborted === true;

/** Runs what several tests wait for, which must not end with the one that asks first. */
export const forAllTests = <T>(action: () => T): T => currentTest.exit(action);

let guards = 0;

/**
 * Keeps a rejected promise that nobody awaits from ending the process: it becomes an error of its test.
 *
 * @returns ends the guard
 */
export function guardRejections(): () => void {
  if (guards++ === 0) process.on('unhandledRejection', noteStray);
  return () => {
    if (--guards === 0) process.off('unhandledRejection', noteStray);
  };
}

function noteStray(reason: unknown): void {
  const isExpected = reason instanceof ConformanceFailure || reason instanceof SkipTest;
  // Bun knows the test of the harness's own errors only.
  const test = currentTest.getStore() ?? (isExpected ? reason.raisedIn : [...running].at(0));
  // A test that is over needs none of its last answers any more.
  if (isExpected && test?.signal.aborted) return;
  if (test && running.has(test)) test.stray.push(reason);
  else console.error(reason);
}
