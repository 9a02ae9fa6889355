import { ApiError } from '../../../../spec/errors.ts';
import { TouchstoneError } from '../../../../spec/touchstone-error.ts';
import { failureBasis } from '../../../api/answer.ts';
import type { WrittenAnswer } from '../../../api/call.ts';
import type { GatewayRequest } from '../../gateway-request.ts';
import { refusesCredentials } from './attempts.ts';
import type { GatewayRun } from './gateway-run.ts';

/** The gateway's answer to a failure, in the request's format. */
export function refusalAnswer(
  request: GatewayRequest,
  error: unknown,
  headers: Record<string, string> = {},
): WrittenAnswer & { readonly written: string; readonly status: number } {
  if (!isForeseen(error)) console.error('touchstone: a run failed unexpectedly', error);
  const { status, body } = request.getRefusal(error);
  const refusal = { written: JSON.stringify(body), mediaType: 'application/json', status, headers };
  return error instanceof ApiError ? { ...refusal, basis: failureBasis(error) } : refusal;
}

/** The gateway's view of a run's end: the client disconnected, or the provider refused the credentials. */
export function getEnd({ request, charge, provider }: GatewayRun, error: unknown): unknown {
  if (request.signal.aborted) return new ApiError('run-aborted', {}, undefined, { cause: error });
  if (!refusesCredentials(error)) return error;
  if (charge === 'own-key') return new ApiError('gateway-unauthorized', {}, undefined, { cause: error });
  if (charge !== 'unified-billing') return error;
  return new ApiError('managed-credentials-refused', { provider }, undefined, { cause: error });
}

/** Failures and timeouts are expected of runs; anything else is a bug in this mock. */
function isForeseen(error: unknown): boolean {
  if (error instanceof TouchstoneError) return true;
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}
