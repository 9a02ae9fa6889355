import type {
  EmbeddingsAnswer,
  EmbeddingsRequest,
} from '../../../../../spec/services/inference/formats/embeddings.ts';
import type { Embedding, Vectors } from '../../../../engines/models/backend.ts';
import { toBase64 } from '../../../../engines/models/base64.ts';

/** The context of an answer with vectors. */
export interface EmbeddingsContext {
  /** The model's name in the answer. */
  readonly model: string;
  /** `encoding_format`; numbers by default. */
  readonly encoding?: 'float' | 'base64' | undefined;
}

/**
 * Converts a request for vectors to one for the engine.
 *
 * @example
 * toEmbedding({ model: '@cf/baai/bge-m3', input: 'Hello' }) // { texts: ['Hello'] }
 */
export function toEmbedding({ input, dimensions }: EmbeddingsRequest): Embedding {
  const texts = typeof input === 'string' ? [input] : input;
  return { texts, ...(dimensions !== undefined && { dimensions }) };
}

/**
 * Vectors as a list in the order of the texts: Cloudflare docs, Workers AI OpenAI compatible API endpoints.
 *
 * The live service ignores a request for Base64 and returns numbers. To reproduce that, pass
 * `encoding: 'float'`.
 */
export function embeddingsAnswer({ vectors, usage }: Vectors, context: EmbeddingsContext): EmbeddingsAnswer {
  const encode = context.encoding === 'base64' ? encodeBase64 : (vector: Float32Array) => [...vector];
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: encode(vector) })),
    model: context.model,
    usage: { prompt_tokens: usage.inputTokens, total_tokens: usage.inputTokens },
  };
}

/**
 * A vector as clients decode it: little-endian 32-bit floats on every machine, in Base64.
 *
 * @example
 * encodeBase64(Float32Array.of(1)) // 'AACAPw=='
 */
function encodeBase64(vector: Float32Array): string {
  const bytes = new Uint8Array(vector.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, number] of vector.entries()) view.setFloat32(index * 4, number, true);
  return toBase64(bytes);
}
