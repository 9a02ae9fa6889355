import { fillTemplate } from '../../../../spec/failure.ts';
import { aiGatewayFailures } from '../../../../spec/services/ai-gateway/failures.ts';
import { errorBody, type Refused } from '../../../../spec/services/inference/error-body.ts';
import type { LayeredFailure } from '../../../../spec/services/inference/failure-layers.ts';
import { inferenceFailures } from '../../../../spec/services/inference/failures.ts';
import type { ModelFormat } from '../../../../spec/services/inference/models/entry.ts';
import { ModelError, type ModelErrorReason } from '../../../engines/models/model-error.ts';
import type { ErrorAnswer } from './format.ts';

/** Hosted models answer by the runtime, all others by the gateway: Cloudflare OpenAPI document. */
const isHosted = (model: string) => model.startsWith('@cf/');

/**
 * What a failure of a model is called on the wire.
 *
 * Of what is no {@link ModelError} nothing is told but that it happened: it is a fault of ours.
 *
 * @param error what the engine threw
 * @param model `@cf/…` for hosted models
 *
 * @example
 * getRefusal(new ModelError('overloaded', 'Busy.'), '@cf/openai/gpt-oss-120b')
 * // { layer: 'runtime', status: 429, code: 3040, message: 'AiError: Capacity temporarily exceeded, please try again.' }
 */
export function getRefusal(error: unknown, model: string): Refused {
  const known = error instanceof ModelError ? error : toModelError(error);
  return isHosted(model) ? ofRuntime(known, model) : ofGateway(known);
}

/**
 * The answer to a failure in a format's own shape.
 *
 * @example
 * errorAnswer('messages', new ModelError('bad-input', 'No.'), 'anthropic/claude-sonnet-5').status // 400
 */
export function errorAnswer(format: ModelFormat, error: unknown, model: string): ErrorAnswer {
  const refused = getRefusal(error, model);
  return { status: refused.status, body: errorBody(format, refused) };
}

/** Time limits come as the reasons of signals, which are no errors of models. */
function toModelError(error: unknown): ModelError | undefined {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return isTimeout ? new ModelError('timeout', 'The model has not answered in time.') : undefined;
}

function ofRuntime(error: ModelError | undefined, model: string): Refused {
  if (error === undefined) return refused(inferenceFailures['runtime-internal']);
  const problem = error.message;
  switch (error.reason) {
    case 'bad-input':
      return error.status === undefined
        ? refused(inferenceFailures['run-input-incomplete'], { problem })
        : refused(inferenceFailures['backend-refused'], { body: backendBody(problem) });
    case 'timeout':
      return refused(inferenceFailures['backend-timeout']);
    case 'overloaded':
      return refused(inferenceFailures['capacity-exceeded']);
    case 'scripted':
      return scripted(error);
    default:
      return refused(inferenceFailures['backend-unavailable'], { model, problem });
  }
}

/** The backend's own words, as the runtime hands them on: section 7.1, row 400. */
function backendBody(message: string): string {
  return JSON.stringify({ object: 'error', message, type: 'BadRequest', param: null, code: 400 });
}

/** A script says which status it wants and in what words; the code is the one that has this status. */
function scripted({ status = 500, message }: ModelError): Refused {
  const known = runtimeByStatus[status];
  const code = known === undefined ? inferenceFailures['runtime-internal'].code : known.code;
  return { layer: 'runtime', status, code, message: `AiError: ${message}` };
}

const runtimeByStatus: Readonly<Record<number, LayeredFailure>> = {
  400: inferenceFailures['run-input-incomplete'],
  403: inferenceFailures['model-forbidden'],
  404: inferenceFailures['model-name-invalid'],
  408: inferenceFailures['run-timeout'],
  413: inferenceFailures['run-too-large'],
  429: inferenceFailures['capacity-exceeded'],
};

function ofGateway(error: ModelError | undefined): Refused {
  const failed = aiGatewayFailures['provider-failed'];
  if (error === undefined) return refused(failed);
  const { reason, message } = error;
  if (reason === 'bad-input')
    return refused(aiGatewayFailures['third-party-input-invalid'], { problem: message });
  if (reason === 'scripted') {
    return { layer: 'gateway', status: error.status ?? 500, code: failed.code, message };
  }
  return {
    layer: 'gateway',
    status: getStatus(reason, error.status),
    code: failed.code,
    message: `${failed.message}: ${message}`,
  };
}

/** Providers tell apart how they are overloaded; no other status of theirs is the caller's business. */
function getStatus(reason: ModelErrorReason, status: number | undefined): number {
  if (reason === 'timeout') return 504;
  if (reason !== 'overloaded') return aiGatewayFailures['provider-failed'].status;
  return status === 503 || status === 529 ? status : 429;
}

function refused(
  { layer, status, code, message }: LayeredFailure,
  detail: Record<string, string> = {},
): Refused {
  return { layer, status, code, message: fillTemplate(message, detail) };
}
