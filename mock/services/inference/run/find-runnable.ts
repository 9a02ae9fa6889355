import { ApiError } from '../../../../spec/errors.ts';
import { dynamicRouteAuthor, parseModelId } from '../../../../spec/services/inference/model-id.ts';
import { findModel, speaks } from '../../../../spec/services/inference/models/catalogue.ts';
import type { ModelEntry, ModelFormat } from '../../../../spec/services/inference/models/entry.ts';

/** A model that can be asked. */
export interface Runnable {
  readonly model: ModelEntry;
  readonly hosted: boolean;
  /** Who answers: `workers-ai` for hosted models, else the author of the model. */
  readonly provider: string;
}

/** What a request in a format that a model does not speak is refused with. */
const unsupported = {
  run: 'model-run-unsupported',
  'chat-completions': 'model-chat-unsupported',
  responses: 'model-responses-unsupported',
  messages: 'model-messages-unsupported',
  embeddings: 'model-embeddings-unsupported',
} as const satisfies Record<ModelFormat, string>;

/**
 * The model that a request in a format names.
 *
 * @param request id of the request, which some refusals name
 * @throws ApiError for an id that is none, an unknown model, or one that does not speak the format
 */
export function findRunnable(id: string, format: ModelFormat, request: () => string): Runnable {
  const refuse = () => new ApiError(unsupported[format], { model: id, request: request() });
  const model = findModel(id);
  if (!model) throw unknownModel(id, format, refuse);
  if (!speaks(model, format) || model.realtime) throw refuse();
  const hosted = id.startsWith('@cf/');
  return { model, hosted, provider: hosted ? hostedProvider : id.slice(0, id.indexOf('/')) };
}

/** Why there is no such model. */
function unknownModel(id: string, format: ModelFormat, refuse: () => ApiError): ApiError {
  const parsed = parseModelId(id);
  if (!parsed) return new ApiError('model-name-invalid', { model: id }, '/model');
  if (parsed.author === dynamicRouteAuthor) return new ApiError('dynamic-route-unsupported', { model: id });
  const { hosted } = parsed;
  // The format is not for hosted models, known or not: seed, Endpoints.
  if (hosted && format === 'messages') return refuse();
  return new ApiError(hosted ? 'model-unknown' : 'third-party-model-unknown', { model: id });
}

/** What logs and webhooks call the platform where it runs a model itself. */
export const hostedProvider = 'workers-ai';
