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

/** A policy that has no meaning, such as no attempts at all. */
export class RetryPolicyError extends TouchstoneError {
  constructor(message: string) {
    super('invalid-retry-policy', message);
  }
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

/** @throws RetryPolicyError */
export function assertRetryPolicy({ attempts, delayMs, maxDelayMs = 0 }: RetryPolicy): void {
  if (!Number.isSafeInteger(attempts) || attempts < 1) {
    throw new RetryPolicyError(`the number of attempts is a whole number from 1 up, not ${attempts}`);
  }
  for (const ms of [delayMs, maxDelayMs]) {
    if (Number.isFinite(ms) && ms >= 0) continue;
    throw new RetryPolicyError(`a delay is a number of milliseconds from 0 up, not ${ms}`);
  }
}
