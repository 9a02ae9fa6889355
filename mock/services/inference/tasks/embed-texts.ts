import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { ModelBackend, Vectors } from '../../../engines/models/backend.ts';
import { engineModel } from './task.ts';

/** Characters that a token has about. */
const charactersPerToken = 4;

/** What is asked of a model that makes vectors. */
export interface TextsToEmbed {
  readonly texts: readonly string[];
  /** Fewer numbers than the model makes. */
  readonly dimensions?: number | undefined;
  /** How the tokens of a text become one vector; as the model does by itself where it is left out. */
  readonly pooling?: 'mean' | 'cls' | undefined;
}

/**
 * One unit vector for each text. A model reads the beginning of a text that is too long for it.
 *
 * @throws ModelError
 */
export async function embedTexts(
  model: ModelEntry,
  { texts, dimensions, pooling = model.pooling }: TextsToEmbed,
  backend: ModelBackend,
  signal: AbortSignal,
): Promise<Vectors> {
  const read = texts.map((text) => beginningOf(text, model.maxInputTokens));
  const request = { texts: read, ...(dimensions !== undefined && { dimensions }) };
  const made = await backend.embed(engineModel(model), request, signal);
  return pooling === model.pooling ? made : { ...made, vectors: made.vectors.map(pooledOtherwise) };
}

function beginningOf(text: string, maxTokens = Number.POSITIVE_INFINITY): string {
  const most = maxTokens * charactersPerToken;
  // A pair of surrogates that is cut apart is no character.
  return text.length > most ? text.slice(0, most).toWellFormed() : text;
}

/**
 * A vector of the pooling that the model does not have by itself: the numbers in reverse order, every other
 * one with the other sign. Lengths and likeness among such vectors are those of the vectors that they are
 * made of, and with these they do not mix, as the platform's do not.
 */
function pooledOtherwise(vector: Float32Array): Float32Array {
  return vector.toReversed().map((number, index) => (index % 2 === 0 ? number : -number));
}
