import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { Sleep } from './sleep.ts';

/** A time limit passed: of one attempt, or of all of them together. `cause` is what the last attempt threw. */
export class RetryTimeoutError extends TouchstoneError {
  readonly limit: 'attempt' | 'overall';
  readonly timeoutMs: number;

  constructor(limit: 'attempt' | 'overall', timeoutMs: number, options?: ErrorOptions) {
    const what = limit === 'attempt' ? 'the attempt' : 'all attempts together';
    super('timeout', `${what} took longer than ${timeoutMs} ms`, options);
    this.limit = limit;
    this.timeoutMs = timeoutMs;
  }
}

/** Work that is told when to stop by its signal, and is not waited for once it should have stopped. */
export interface LimitedWork<T> {
  readonly work: (signal: AbortSignal) => Promise<T>;
  readonly signal: AbortSignal;
  readonly sleep: Sleep;
  readonly limit: 'attempt' | 'overall';
  /** `null` for no limit. */
  readonly timeoutMs: number | null;
  /** Told of a value that came after the work was given up. */
  readonly onLate: (value: T) => void;
}

/**
 * Runs work until it is done, its signal is aborted or its time is up, by the given `sleep`.
 *
 * @throws what the work throws, the signal's reason, or RetryTimeoutError
 */
export async function withTimeLimit<T>({
  work,
  signal,
  sleep,
  limit,
  timeoutMs,
  onLate,
}: LimitedWork<T>): Promise<T> {
  signal.throwIfAborted();
  const stop = new AbortController();
  const timer = new AbortController();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const giveUp = (reason: unknown) => {
    stop.abort(reason);
    reject(reason);
  };
  const onAbort = () => giveUp(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (timeoutMs !== null) {
    // The timer is ended when the work is done, and then rejects: nobody waits for that.
    sleep(timeoutMs, timer.signal).then(
      () => giveUp(new RetryTimeoutError(limit, timeoutMs)),
      () => {},
    );
  }
  const working = (async () => work(stop.signal))();
  try {
    return await Promise.race([working, stopped]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    timer.abort();
    stopped.catch(() => {});
    if (stop.signal.aborted) working.then(onLate, () => {});
  }
}
