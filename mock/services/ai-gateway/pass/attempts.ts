import { ApiError } from '../../../../spec/errors.ts';
import { gatewayLimits as limits } from '../../../../spec/services/ai-gateway/limits.ts';
import { isBytes } from '../../../../spec/value-kinds.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import { type RetryPolicy, RetryTimeoutError, retry, type Sleep } from '../../../engines/retry/retry.ts';
import type { AskProvider, ProviderAnswer } from '../../gateway-request.ts';
import type { GatewayRun } from './gateway-run.ts';

/** The frames of an answer whose first frame has arrived. */
export interface BegunFrames {
  readonly first: IteratorResult<string, unknown>;
  readonly iterator: AsyncIterator<string, unknown>;
  /** Ends the provider's work when the rest isn't needed. */
  stop(reason: unknown): void;
}

/** The result of an attempt: a complete answer, or frames. */
export type Attempted =
  | {
      readonly answer: ProviderAnswer;
      readonly body: string | Uint8Array<ArrayBuffer>;
      readonly frames?: undefined;
    }
  | { readonly answer: ProviderAnswer; readonly frames: BegunFrames };

/**
 * Tries the provider as often as request and gateway allow, until the first part of an answer arrives.
 *
 * @throws the error of the last attempt, and ApiError `gateway-timeout` when it took too long
 */
export async function askWithRetries(
  { request, gateway, headers }: GatewayRun,
  ask: AskProvider,
  sleep: Sleep,
): Promise<Attempted> {
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
  try {
    return await retry((limited) => attempt(ask, limited, streams), {
      policy,
      shouldRetry: (outcome) => 'error' in outcome && isWorthRetrying(outcome.error),
      sleep,
      signal,
      ...(timeoutMs !== undefined && { attemptTimeoutMs: timeoutMs }),
      discard: (attempted) => discard(attempted, new Error('An attempt was given up.')),
    });
  } catch (error) {
    if (!(error instanceof RetryTimeoutError)) throw error;
    throw new ApiError('gateway-timeout', { ms: error.timeoutMs }, undefined, { cause: error });
  }
}

/**
 * Makes one attempt, and waits for the first part of the answer.
 *
 * @param signal ends the attempt until then; the frames that follow have a `stop` of their own
 */
async function attempt(ask: AskProvider, signal: AbortSignal, streams: boolean): Promise<Attempted> {
  if (!streams) return begun(await ask(signal), () => {});
  const stopping = new AbortController();
  const stop = (reason: unknown) => stopping.abort(reason);
  const onAbort = () => stop(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await begun(await ask(stopping.signal), stop);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function begun(answer: ProviderAnswer, stop: BegunFrames['stop']): Promise<Attempted> {
  const { body } = answer;
  if (typeof body === 'string' || isBytes(body)) return { answer, body };
  const iterator = body[Symbol.asyncIterator]();
  return { answer, frames: { first: await iterator.next(), iterator, stop } };
}

/** Ends an attempt that was abandoned. */
function discard({ frames }: Attempted, reason: unknown): void {
  if (frames === undefined) return;
  frames.stop(reason);
  leave(frames.iterator);
}

/** Closes an iterator, which may still be busy with its last step. */
export function leave(iterator: AsyncIterator<string, unknown>): void {
  // An error while it closes doesn't matter.
  Promise.resolve(iterator.return?.()).catch(() => {});
}

/**
 * Whether a retry can succeed. Client errors and refused credentials are permanent: Cloudflare docs, AI Gateway request
 * handling. Which other failures the platform retries is not known (inferred).
 *
 * @example
 * isWorthRetrying(new ModelError('overloaded', 'Busy.')) // true
 * isWorthRetrying(new ModelError('bad-input', 'No.')) // false
 */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof RetryTimeoutError) return true;
  if (error instanceof ApiError) return isPassing(error.entry.status);
  if (!(error instanceof ModelError)) return isTimeout(error);
  if (error.reason === 'bad-input') return false;
  return error.status === undefined || isPassing(error.status);
}

/** Whether a provider refused the credentials. */
export function refusesCredentials(error: unknown): boolean {
  return error instanceof ModelError && (error.status === 401 || error.status === 403);
}

/** Statuses of a server that is overloaded or broken. */
function isPassing(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
