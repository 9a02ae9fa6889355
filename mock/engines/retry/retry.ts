import { assertRetryPolicy, type RetryPolicy, retryDelay } from './retry-policy.ts';
import type { Sleep } from './sleep.ts';
import { RetryTimeoutError, withTimeLimit } from './time-limit.ts';

/** What an attempt came to. A time limit that passed is an error, {@link RetryTimeoutError}. */
export type AttemptOutcome<T> = { readonly value: T } | { readonly error: unknown };

/** What is told of each attempt once it is over. */
export interface AttemptReport<T> {
  /** From 1. */
  readonly number: number;
  readonly outcome: AttemptOutcome<T>;
  /** How long the attempt took by the caller's clock. */
  readonly durationMs: number;
  /** The wait before the next attempt, or `null` when this was the last. */
  readonly nextDelayMs: number | null;
}

export interface RetryOptions<T> {
  readonly policy: RetryPolicy;
  /** Which outcomes are worth another attempt: a status, a broken connection, an attempt that took too long. */
  readonly shouldRetry: (outcome: AttemptOutcome<T>) => boolean;
  readonly sleep: Sleep;
  /** The time in milliseconds, for the reports. */
  readonly now: () => number;
  readonly signal?: AbortSignal;
  /** The limit of one attempt. */
  readonly attemptTimeoutMs?: number;
  /** The last attempt waits without a limit of its own, as gateways do (fact sheet 6.4). Default: it does not. */
  readonly lastAttemptUnlimited?: boolean;
  /** The limit of all attempts and waits together. */
  readonly timeoutMs?: number;
  readonly onAttempt?: (report: AttemptReport<T>) => void;
  /** Given each value that is not returned, so that a body nobody will read can be cancelled. */
  readonly discard?: (value: T) => void;
}

/**
 * Tries until an outcome is not worth another attempt or the attempts are used up, and returns, or throws, what
 * the last attempt came to. Abort and the overall limit end an attempt or a wait at once, also when the attempt
 * ignores its signal.
 *
 * @throws what the last attempt threw; the signal's reason; RetryTimeoutError; RetryPolicyError
 * @example
 * await retry((signal) => fetch(url, { signal }), {
 *   policy: { attempts: 3, delayMs: 100, backoff: 'exponential' },
 *   shouldRetry: (outcome) => 'error' in outcome || outcome.value.status >= 500,
 *   sleep: sleepRealTime,
 *   now: () => performance.now(),
 * });
 */
export async function retry<T>(
  attempt: (signal: AbortSignal, number: number) => Promise<T>,
  options: RetryOptions<T>,
): Promise<T> {
  assertRetryPolicy(options.policy);
  const { policy, sleep, timeoutMs = null, signal = new AbortController().signal, discard } = options;
  let lastError: unknown;

  const attempts = async (overall: AbortSignal): Promise<T> => {
    for (let number = 1; ; number++) {
      const last = number === policy.attempts;
      const start = options.now();
      const outcome = await runAttempt(attempt, number, last, overall, options);
      // Nobody waits any more: what came of this attempt is of no use to anyone.
      if (overall.aborted) {
        if ('value' in outcome) discard?.(outcome.value);
        throw overall.reason;
      }
      const again = !last && options.shouldRetry(outcome);
      const nextDelayMs = again ? retryDelay(policy, number) : null;
      options.onAttempt?.({ number, outcome, durationMs: options.now() - start, nextDelayMs });
      if (nextDelayMs === null) {
        if ('error' in outcome) throw outcome.error;
        return outcome.value;
      }
      if ('error' in outcome) lastError = outcome.error;
      else discard?.(outcome.value);
      if (nextDelayMs > 0) await sleep(nextDelayMs, overall);
    }
  };

  try {
    return await withTimeLimit({
      work: attempts,
      signal,
      sleep,
      limit: 'overall',
      timeoutMs,
      onLate: (late) => discard?.(late),
    });
  } catch (error) {
    const overall =
      error instanceof RetryTimeoutError && error.limit === 'overall' && error.cause === undefined;
    if (!overall || lastError === undefined) throw error;
    throw new RetryTimeoutError('overall', error.timeoutMs, { cause: lastError });
  }
}

async function runAttempt<T>(
  attempt: (signal: AbortSignal, number: number) => Promise<T>,
  number: number,
  last: boolean,
  signal: AbortSignal,
  { attemptTimeoutMs, lastAttemptUnlimited = false, sleep, discard }: RetryOptions<T>,
): Promise<AttemptOutcome<T>> {
  try {
    const value = await withTimeLimit({
      work: (limited) => attempt(limited, number),
      signal,
      sleep,
      limit: 'attempt',
      timeoutMs: last && lastAttemptUnlimited ? null : (attemptTimeoutMs ?? null),
      onLate: (late) => discard?.(late),
    });
    return { value };
  } catch (error) {
    return { error };
  }
}
