import { ApiError } from '../../../../spec/errors.ts';
import { TouchstoneError } from '../../../../spec/touchstone-error.ts';
import { failureBasis } from '../../../api/answer.ts';
import type { WrittenAnswer } from '../../../api/call.ts';
import type { GatewayRequest } from '../../gateway-request.ts';
import { refusesCredentials } from './attempts.ts';
import type { GatewayRun } from './gateway-run.ts';

/** A failure as the gateway answers it, in the shape that the request says. */
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

/** What ended a run, as the gateway sees it: a client that went, or credentials that were refused. */
export function getEnd({ request, charge, provider }: GatewayRun, error: unknown): unknown {
  if (request.signal.aborted) return new ApiError('run-aborted', {}, undefined, { cause: error });
  if (!refusesCredentials(error)) return error;
  if (charge === 'own-key') return new ApiError('gateway-unauthorized', {}, undefined, { cause: error });
  if (charge !== 'unified-billing') return error;
  return new ApiError('managed-credentials-refused', { provider }, undefined, { cause: error });
}

/** Failures and time limits are what happens to runs; all else is a fault of ours. */
function isForeseen(error: unknown): boolean {
  if (error instanceof TouchstoneError) return true;
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}
