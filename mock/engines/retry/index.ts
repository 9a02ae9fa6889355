export { type AttemptOutcome, type AttemptReport, type RetryOptions, retry } from './retry.ts';
export { type Backoff, type RetryPolicy, RetryPolicyError, retryDelay } from './retry-policy.ts';
export type { Sleep } from './sleep.ts';
export { RetryTimeoutError } from './time-limit.ts';
