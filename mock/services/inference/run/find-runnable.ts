import { ApiError } from '../../../../spec/errors.ts';
import { dynamicRouteAuthor, parseModelId } from '../../../../spec/services/inference/model-id.ts';
import { speaks } from '../../../../spec/services/inference/models/catalogue.ts';
import type { ModelEntry, ModelFormat } from '../../../../spec/services/inference/models/entry.ts';
import { unlistedModel } from '../../../../spec/services/inference/models/own-model.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** A model that can run. */
export interface Runnable {
  readonly model: ModelEntry;
  readonly hosted: boolean;
  /** The provider: `workers-ai` for hosted models, else the author of the model. */
  readonly provider: string;
}

/** The refusal of a request in a format that a model does not support. */
const unsupported = {
  run: 'model-run-unsupported',
  'chat-completions': 'model-chat-unsupported',
  responses: 'model-responses-unsupported',
  messages: 'model-messages-unsupported',
  embeddings: 'model-embeddings-unsupported',
} as const satisfies Record<ModelFormat, string>;

/** The dependencies of {@link findRunnable}. */
export interface FindParts {
  readonly catalogue: Catalogue;
  /** Identifies a request in refusals. */
  readonly requestId: () => string;
  /** Called for a model that is not in the catalogue, whose properties are inferred. */
  readonly restsOn: (certainty: 'inferred') => void;
}

/**
 * The model of a request in a format.
 *
 * @throws ApiError for an invalid id, an unknown model, or one that does not support the format
 */
export function findRunnable(id: string, format: ModelFormat, parts: FindParts): Runnable {
  const { catalogue, requestId, restsOn } = parts;
  const refuse = () => new ApiError(unsupported[format], { model: id, request: requestId() });
  const listed = catalogue.find(id);
  const model = listed ?? unlistedModel(id, format, catalogue.names(id));
  if (!model) throw unknownModel(id, format, catalogue, refuse);
  if (!listed) restsOn('inferred');
  if (!speaks(model, format) || model.realtime) throw refuse();
  const hosted = id.startsWith('@cf/');
  const provider = hosted ? hostedProvider : id.slice(0, id.indexOf('/'));
  return { model, hosted, provider };
}

/** The error for an unknown model. */
function unknownModel(
  id: string,
  format: ModelFormat,
  catalogue: Catalogue,
  refuse: () => ApiError,
): ApiError {
  const parsed = parseModelId(id);
  if (!parsed) return new ApiError('model-name-invalid', { model: id }, '/model');
  if (parsed.author === dynamicRouteAuthor) return new ApiError('dynamic-route-unsupported', { model: id });
  // Hosted models don't support the format, known or not: seed, Endpoints.
  return parsed.hosted && format === 'messages' ? refuse() : catalogue.unknown(id);
}

/** The platform's name as a provider in logs and webhooks. */
export const hostedProvider = 'workers-ai';
