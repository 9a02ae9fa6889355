import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** How the delay grows with each attempt. */
export type Backoff = 'constant' | 'linear' | 'exponential';

export interface RetryPolicy {
  /** Total number of attempts, including the first: a whole number from 1 up. */
  readonly attempts: number;
  /** The delay before the second attempt, in milliseconds. */
  readonly delayMs: number;
  readonly backoff: Backoff;
  /** Maximum delay, in milliseconds. */
  readonly maxDelayMs?: number;
}

/**
 * The delay after a failed attempt, in milliseconds: `d d d` constant, `d 2d 3d` linear, `d 2d 4d` exponential, at most
 * `maxDelayMs`.
 *
 * @param attempt the number of the failed attempt, from 1
 * @example
 * retryDelay({ attempts: 5, delayMs: 100, backoff: 'exponential' }, 3); // 400
 */
export function retryDelay({ delayMs, backoff, maxDelayMs }: RetryPolicy, attempt: number): number {
  const factor = backoff === 'constant' ? 1 : backoff === 'linear' ? attempt : 2 ** (attempt - 1);
  // 0 times an infinite factor would be NaN.
  const delay = delayMs === 0 ? 0 : delayMs * factor;
  return Math.min(delay, maxDelayMs ?? Number.MAX_SAFE_INTEGER);
}

/** Waits, in milliseconds; rejects with the signal's reason when it is aborted before or while waiting. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** The result of an attempt. A timeout is an error, {@link RetryTimeoutError}. */
export type AttemptOutcome<T> = { readonly value: T } | { readonly error: unknown };

/** An attempt exceeded its time limit. */
export class RetryTimeoutError extends TouchstoneError {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super('timeout', `the attempt took longer than ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

export interface RetryOptions<T> {
  readonly policy: RetryPolicy;
  /** Which outcomes are retried: a status, a lost connection, a timeout. */
  readonly shouldRetry: (outcome: AttemptOutcome<T>) => boolean;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
  /** Time limit of an attempt. */
  readonly attemptTimeoutMs?: number;
  /** Called with each value that is not returned, so that an unread body can be cancelled. */
  readonly discard?: (value: T) => void;
}

/**
 * Retries until an outcome needs no retry or the attempts are used up, and returns or throws the last result. The
 * signal ends an attempt or a delay at once, even if the attempt ignores it.
 *
 * @throws the error of the last attempt; the signal's reason; RetryTimeoutError
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

/** Runs one attempt until it is done, the signal is aborted or it times out. A later value is discarded. */
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
    // The timer is aborted when the attempt is done, and then rejects; no caller waits for that.
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
