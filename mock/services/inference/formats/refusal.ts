import { fillTemplate } from '../../../../spec/failure.ts';
import { aiGatewayFailures } from '../../../../spec/services/ai-gateway/failures.ts';
import { errorBody, type Refused } from '../../../../spec/services/inference/error-body.ts';
import type { LayeredFailure } from '../../../../spec/services/inference/failure-layers.ts';
import { inferenceFailures } from '../../../../spec/services/inference/failures.ts';
import type { ModelFormat } from '../../../../spec/services/inference/models/entry.ts';
import { ModelError, type ModelErrorReason } from '../../../engines/models/model-error.ts';
import type { ErrorAnswer } from './format.ts';

/** Failures of hosted models come from the runtime, all others from the gateway: Cloudflare OpenAPI document. */
const isHosted = (model: string) => model.startsWith('@cf/');

/**
 * The API error of a model's failure.
 *
 * For an error that is no {@link ModelError}, the answer has no details: it is a bug in this mock.
 *
 * @param error thrown by the engine
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

/** Timeouts arrive as the reasons of signals, not as errors of models. */
function toModelError(error: unknown): ModelError | undefined {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return isTimeout ? new ModelError('timeout', 'The model did not answer in time.') : undefined;
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

/** The backend's own message, as the runtime forwards it. */
function backendBody(message: string): string {
  return JSON.stringify({ object: 'error', message, type: 'BadRequest', param: null, code: 400 });
}

/** A scripted error sets its status and message; the code is the one with this status. */
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

/** Providers distinguish kinds of overload; their other statuses stay hidden from the caller. */
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
