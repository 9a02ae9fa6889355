import type { Embedding, Vectors } from '../backend.ts';
import { fromBase64 } from '../base64.ts';
import type { CountTokens } from '../count-tokens.ts';
import { getCount, isRecord } from '../json.ts';
import { ModelError } from '../model-error.ts';
import type { Transport } from './transport.ts';

/** Maximum deviation of a vector's length from 1 without normalization. */
const LENGTH_TOLERANCE = 1e-4;

export interface EmbedTools {
  readonly transport: Transport;
  readonly countTokens: CountTokens;
  readonly encoding: 'float' | 'base64';
}

/**
 * Requests vectors from `/embeddings`, and normalizes them.
 *
 * @param model its name upstream
 * @throws ModelError; the signal's reason
 */
export async function embed(
  model: string,
  { texts, dimensions }: Embedding,
  { transport, countTokens, encoding }: EmbedTools,
  signal: AbortSignal,
): Promise<Vectors> {
  if (texts.length === 0) return { vectors: [], usage: { inputTokens: 0, outputTokens: 0 } };
  const answer = await transport.postForJson(
    '/embeddings',
    { model, input: texts, encoding_format: encoding, ...(dimensions !== undefined && { dimensions }) },
    signal,
  );
  const items = isRecord(answer) ? answer['data'] : undefined;
  if (!Array.isArray(items) || items.length !== texts.length) {
    throw new ModelError('malformed', `The upstream did not answer with ${texts.length} vectors.`);
  }
  const vectors: Float32Array[] = [];
  for (const [position, item] of (items as readonly unknown[]).entries()) {
    const index = isRecord(item) ? (getCount(item['index']) ?? position) : position;
    if (index >= texts.length || vectors[index] !== undefined) {
      throw new ModelError('malformed', `The upstream answered with vector ${index} twice or out of range.`);
    }
    vectors[index] = unitVector(readVector(isRecord(item) ? item['embedding'] : undefined));
  }
  const lengths = new Set(vectors.map((vector) => vector.length));
  if (lengths.size !== 1 || (dimensions !== undefined && !lengths.has(dimensions))) {
    throw new ModelError(
      'malformed',
      `The upstream answered with vectors of ${[...lengths].join(', ')} numbers${dimensions === undefined ? '' : `, not of ${dimensions}`}.`,
    );
  }
  return { vectors, usage: { inputTokens: readTokens(answer, texts, countTokens), outputTokens: 0 } };
}

function readTokens(answer: unknown, texts: readonly string[], countTokens: CountTokens): number {
  const usage = isRecord(answer) ? answer['usage'] : undefined;
  return (
    (isRecord(usage) ? getCount(usage['prompt_tokens']) : undefined) ??
    texts.reduce((sum, text) => sum + countTokens(text), 0)
  );
}

/** A vector as numbers, or as base64 of 32-bit floats, little-endian. */
function readVector(value: unknown): Float32Array {
  let vector: Float32Array | undefined;
  if (Array.isArray(value)) {
    if (value.every((number) => typeof number === 'number')) vector = new Float32Array(value);
  } else if (typeof value === 'string') {
    const bytes = fromBase64(value);
    if (bytes.length % 4 === 0) {
      const view = new DataView(bytes.buffer);
      vector = Float32Array.from({ length: bytes.length / 4 }, (_, index) =>
        view.getFloat32(index * 4, true),
      );
    }
  }
  if (vector === undefined || vector.length === 0 || !vector.every(Number.isFinite)) {
    throw new ModelError('malformed', 'The upstream answered with an invalid vector.');
  }
  return vector;
}

function unitVector(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  // A zero vector can't be normalized.
  if (length === 0 || Math.abs(length - 1) <= LENGTH_TOLERANCE) return vector;
  return vector.map((number) => number / length);
}
