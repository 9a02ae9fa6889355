import { ApiError } from '../../../../spec/errors.ts';
import { gatewayLimits as limits } from '../../../../spec/services/ai-gateway/limits.ts';
import { type RetryPolicy, RetryTimeoutError, retry, type Sleep } from '../../../engines/retry/retry.ts';
import type { Soon } from '../../../soon.ts';
import type { AskProvider } from '../../gateway-request.ts';
import { type Attempted, attempt, discard } from './attempt.ts';
import type { Passage } from './passage.ts';
import { isWorthRetrying } from './retry-rules.ts';

/**
 * Asks the provider as often as request and gateway say, until the first part of an answer is there.
 *
 * @throws what the last attempt threw, and ApiError `gateway-timeout` where it took too long
 */
export function askWithRetries(
  { request, gateway, headers }: Passage,
  ask: AskProvider,
  sleep: Sleep,
): Soon<Attempted> {
  const { signal, streams } = request;
  const attempts = headers['cf-aig-max-attempts'] ?? gateway.retry_max_attempts ?? 1;
  const timeoutMs = headers['cf-aig-request-timeout'];
  if (attempts === 1 && timeoutMs === undefined) return attempt(ask, signal, streams);
  const policy: RetryPolicy = {
    attempts,
    delayMs: headers['cf-aig-retry-delay'] ?? gateway.retry_delay ?? 0,
    backoff: headers['cf-aig-backoff'] ?? gateway.retry_backoff ?? 'constant',
    maxDelayMs: limits.retryDelayMs.max,
  };
  return retry(async (limited) => attempt(ask, limited, streams), {
    policy,
    shouldRetry: (outcome) => 'error' in outcome && isWorthRetrying(outcome.error),
    sleep,
    signal,
    ...(timeoutMs !== undefined && { attemptTimeoutMs: timeoutMs }),
    discard: (late) => discard(late, new Error('An attempt was given up.')),
  }).catch((error: unknown) => {
    if (!(error instanceof RetryTimeoutError)) throw error;
    throw new ApiError('gateway-timeout', { ms: error.timeoutMs }, undefined, { cause: error });
  });
}
