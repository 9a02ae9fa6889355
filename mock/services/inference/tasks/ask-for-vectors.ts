import type { EmbeddingsRequest } from '../../../../spec/services/inference/formats/embeddings.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { ModelBackend } from '../../../engines/models/backend.ts';
import type { AskProvider } from '../../gateway-request.ts';
import { embeddingsAnswer, toEmbedding } from '../formats/embeddings/embeddings-format.ts';
import { embedTexts } from './vectors.ts';

/**
 * Requests vectors in the embeddings format. They equal those of the run endpoints: texts are read and cut the same
 * way. An attempt rejects with a ModelError `bad-input` for more `dimensions` than the model has.
 *
 * @param model one that supports this format
 */
export function askForVectors(
  model: ModelEntry,
  request: EmbeddingsRequest,
  backend: ModelBackend,
): AskProvider {
  return async (signal) => {
    const made = await embedTexts(model, toEmbedding(request), backend, signal);
    const answer = embeddingsAnswer(made, { model: model.id, encoding: request.encoding_format });
    return {
      mediaType: 'application/json',
      body: JSON.stringify(answer),
      outcome: () => ({ usage: made.usage }),
    };
  };
}
