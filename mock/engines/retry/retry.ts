import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** How the wait before each next attempt grows. */
export type Backoff = 'constant' | 'linear' | 'exponential';

export interface RetryPolicy {
  /** How often to try in all, the first time included: a whole number from 1 up. */
  readonly attempts: number;
  /** The wait before the second attempt, in milliseconds. */
  readonly delayMs: number;
  readonly backoff: Backoff;
  /** No wait is longer than this, in milliseconds. */
  readonly maxDelayMs?: number;
}

/**
 * The wait after an attempt that failed, in milliseconds: `d d d` constant, `d 2d 3d` linear, `d 2d 4d`
 * exponential, none longer than `maxDelayMs`.
 *
 * @param attempt the number of the attempt that failed, from 1
 * @example
 * retryDelay({ attempts: 5, delayMs: 100, backoff: 'exponential' }, 3); // 400
 */
export function retryDelay({ delayMs, backoff, maxDelayMs }: RetryPolicy, attempt: number): number {
  const factor = backoff === 'constant' ? 1 : backoff === 'linear' ? attempt : 2 ** (attempt - 1);
  // 0 times a factor beyond all numbers would be no number.
  const delay = delayMs === 0 ? 0 : delayMs * factor;
  return Math.min(delay, maxDelayMs ?? Number.MAX_SAFE_INTEGER);
}

/** Waits, in milliseconds; rejects with the signal's reason when it is aborted before or while waiting. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** The result of an attempt. A time limit that passed is an error, {@link RetryTimeoutError}. */
export type AttemptOutcome<T> = { readonly value: T } | { readonly error: unknown };

/** An attempt took longer than it may. */
export class RetryTimeoutError extends TouchstoneError {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super('timeout', `the attempt took longer than ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

export interface RetryOptions<T> {
  readonly policy: RetryPolicy;
  /** Which outcomes are worth another attempt: a status, a broken connection, an attempt that took too long. */
  readonly shouldRetry: (outcome: AttemptOutcome<T>) => boolean;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
  /** The limit of one attempt. */
  readonly attemptTimeoutMs?: number;
  /** Given each value that is not returned, so that a body nobody will read can be cancelled. */
  readonly discard?: (value: T) => void;
}

/**
 * Tries until an outcome is not worth another attempt or the attempts are used up, and returns or throws the result
 * of the last attempt. The signal ends an attempt or a wait at once, also when the attempt ignores it.
 *
 * @throws what the last attempt threw; the signal's reason; RetryTimeoutError
 * @example
 * await retry((limited) => fetch(url, { signal: limited }), {
 *   policy: { attempts: 3, delayMs: 100, backoff: 'exponential' },
 *   shouldRetry: (outcome) => 'error' in outcome || outcome.value.status >= 500,
 *   sleep: sleepRealTime,
 *   signal,
 * });
 */
export async function retry<T>(
  attempt: (signal: AbortSignal, number: number) => Promise<T>,
  options: RetryOptions<T>,
): Promise<T> {
  const { policy, sleep, signal, shouldRetry, discard } = options;
  for (let number = 1; ; number++) {
    const outcome = await runAttempt((limited) => attempt(limited, number), options);
    if (signal.aborted) {
      if ('value' in outcome) discard?.(outcome.value);
      throw signal.reason;
    }
    if (number === policy.attempts || !shouldRetry(outcome)) {
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    }
    if ('value' in outcome) discard?.(outcome.value);
    const wait = retryDelay(policy, number);
    if (wait > 0) await sleep(wait, signal);
  }
}

/** Runs one attempt until it is done, the signal is aborted or its time is up. A value that comes later is discarded. */
async function runAttempt<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { signal, sleep, attemptTimeoutMs, discard }: RetryOptions<T>,
): Promise<AttemptOutcome<T>> {
  if (signal.aborted) return { error: signal.reason };
  const stop = new AbortController();
  const timer = new AbortController();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  stopped.catch(() => {});
  const giveUp = (reason: unknown) => {
    stop.abort(reason);
    reject(reason);
  };
  const onAbort = () => giveUp(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (attemptTimeoutMs !== undefined) {
    // The timer is ended when the attempt is done, and then rejects: nobody waits for that.
    sleep(attemptTimeoutMs, timer.signal).then(
      () => giveUp(new RetryTimeoutError(attemptTimeoutMs)),
      () => {},
    );
  }
  const working = (async () => attempt(stop.signal))();
  try {
    return { value: await Promise.race([working, stopped]) };
  } catch (error) {
    return { error };
  } finally {
    signal.removeEventListener('abort', onAbort);
    timer.abort();
    if (stop.signal.aborted)
      working.then(
        (late) => discard?.(late),
        () => {},
      );
  }
}
