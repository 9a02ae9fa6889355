import { ApiError } from '../../../../spec/errors.ts';
import { errorBody, formatErrors } from '../../../../spec/services/inference/error-body.ts';
import type { ModelFormat } from '../../../../spec/services/inference/models/entry.ts';
import type { StreamAnswer, WrittenAnswer } from '../../../api/call.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import type { GatewayPass, GatewayRequest, WrittenRefusal } from '../../gateway-request.ts';
import { getRefusal } from '../formats/refusal.ts';
import type { PreparedRun, Runnable, RunRequest } from './run-parts.ts';

/** Sends a run through its gateway. */
export function throughGateway(
  gateway: GatewayPass,
  { account, format, endpoint, headers, byPath, direct, ownKey, request, body, signal }: RunRequest,
  { model, hosted, provider }: Runnable,
  { streams, prompt, ask }: PreparedRun,
): Promise<StreamAnswer | WrittenAnswer> {
  const sent: GatewayRequest = {
    account,
    headers,
    endpoint,
    surface: format === 'run' ? 'run' : 'compatible',
    model,
    hosted,
    provider,
    byPath,
    direct,
    ownKey,
    body,
    contentType: request.headers.get('content-type') ?? 'application/json',
    userAgent: request.headers.get('user-agent'),
    streams,
    prompt,
    signal: signal ?? request.signal,
    getRefusal: (error) => refusalInFormat(error, format, model.id),
  };
  return gateway.pass(sent, ask);
}

/**
 * Turns input that a model can't read into a refusal in the format of its provider, before any gateway is involved.
 * Rethrows other failures.
 */
export async function refusingUnreadable<T>(
  { format, model }: { readonly format: ModelFormat; readonly model: string },
  act: () => Promise<T>,
): Promise<T | WrittenAnswer> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const { status, body } = refusalInFormat(error, format, model);
    return { written: JSON.stringify(body), mediaType: 'application/json', status };
  }
}

/**
 * The answer to a failure in a format: an ApiError by the catalogue of failures, any other error as the model's
 * provider reports it.
 */
export function refusalInFormat(error: unknown, format: ModelFormat, model: string): WrittenRefusal {
  if (error instanceof ApiError) {
    const { status, code } = error.entry;
    return { status, code, message: error.message, body: formatErrors[format].body(error) };
  }
  const refused = getRefusal(error, model);
  const { status, code, message } = refused;
  return { status, code, message, body: errorBody(format, refused) };
}
