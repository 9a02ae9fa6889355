import { ApiError } from '../../../../spec/errors.ts';
import { dynamicRouteAuthor, parseModelId } from '../../../../spec/services/inference/model-id.ts';
import { speaks } from '../../../../spec/services/inference/models/catalogue.ts';
import type { ModelEntry, ModelFormat } from '../../../../spec/services/inference/models/entry.ts';
import { unlistedModel } from '../../../../spec/services/inference/models/own-model.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

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

/** What a model is looked for with. */
export interface FindParts {
  readonly catalogue: Catalogue;
  /** Tells a request in refusals. */
  readonly requestId: () => string;
  /** Told where a model is not in the catalogue: what it is like is inferred. */
  readonly restsOn: (certainty: 'inferred') => void;
}

/**
 * The model that a request in a format names.
 *
 * @throws ApiError for an id that is none, an unknown model, or one that does not speak the format
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

/** Why there is no such model. */
function unknownModel(
  id: string,
  format: ModelFormat,
  catalogue: Catalogue,
  refuse: () => ApiError,
): ApiError {
  const parsed = parseModelId(id);
  if (!parsed) return new ApiError('model-name-invalid', { model: id }, '/model');
  if (parsed.author === dynamicRouteAuthor) return new ApiError('dynamic-route-unsupported', { model: id });
  // The format is not for hosted models, known or not: seed, Endpoints.
  return parsed.hosted && format === 'messages' ? refuse() : catalogue.unknown(id);
}

/** What logs and webhooks call the platform where it runs a model itself. */
export const hostedProvider = 'workers-ai';
