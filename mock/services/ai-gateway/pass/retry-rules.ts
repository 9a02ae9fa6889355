import { ApiError, failures } from '../../../../spec/errors.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import { RetryTimeoutError } from '../../../engines/retry/retry.ts';

/**
 * Whether a failure may be gone at the next attempt. What the caller did wrong is not, and neither are
 * credentials that were refused: fact sheet inference, section 6.4. Which others the platform tries again is
 * not known (inferred).
 *
 * @example
 * isWorthRetrying(new ModelError('overloaded', 'Busy.')) // true
 * isWorthRetrying(new ModelError('bad-input', 'No.')) // false
 */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof RetryTimeoutError) return true;
  if (error instanceof ApiError) return isPassing(failures[error.failure].status);
  if (!(error instanceof ModelError)) return isTimeout(error);
  if (error.reason === 'bad-input') return false;
  return error.status === undefined || isPassing(error.status);
}

/** Whether a provider refused the credentials that it was asked with. */
export function refusesCredentials(error: unknown): boolean {
  return error instanceof ModelError && (error.status === 401 || error.status === 403);
}

/** Statuses that say that a server has trouble, or too much to do. */
function isPassing(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
