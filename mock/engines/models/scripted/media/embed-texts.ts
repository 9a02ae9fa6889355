import type { Embedding, Model, Vectors } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import { hashText, mix } from './hash.ts';
import { type MediaOptions, tokensOf } from './options.ts';
import { textFeatures } from './text/text-features.ts';

/** Numbers in a vector of a model that does not say. */
const defaultDimensions = 768;
const maxDimensions = 65_536;
/** Each feature sets one number of every so many, with its sign. */
const block = 16;
/** A hash of 32 bits serves six blocks: four bits of place and one of sign each. */
const blocksPerHash = 6;

/**
 * Makes one unit vector for each text: a random projection of its words, pieces of words and letter pairs. Texts
 * that share words point the same way, and texts that share none are at a right angle, within about 1/√dimensions.
 * A shorter vector is the start of the longer one, made a unit again. The empty text has a vector too.
 *
 * @throws {ModelError} `bad-input` for dimensions that are no whole number from 1 to what the model has.
 * @example
 * const { vectors } = await embedTexts({ seed: 0 }, { id: 'm', dimensions: 384 }, { texts: ['a cat'] });
 * // vectors[0].length is 384
 */
export async function embedTexts(options: MediaOptions, model: Model, request: Embedding): Promise<Vectors> {
  const full = model.dimensions ?? defaultDimensions;
  const dimensions = request.dimensions ?? full;
  if (!Number.isInteger(full) || full < 1 || full > maxDimensions) {
    throw new ModelError('bad-input', `A model cannot have ${full} dimensions.`);
  }
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > full) {
    throw new ModelError(
      'bad-input',
      `dimensions is ${dimensions}: ${model.id} makes 1 to ${full} numbers. Ask for a whole number of these.`,
    );
  }
  const seed = hashText(model.id, options.seed);
  const vectors = request.texts.map((text) => embedText(text, dimensions, seed));
  const inputTokens = request.texts.reduce((sum, text) => sum + tokensOf(options, text), 0);
  return { vectors, usage: { inputTokens, outputTokens: 0 } };
}

function embedText(text: string, dimensions: number, seed: number): Float32Array {
  const sums = new Float64Array(dimensions);
  for (const [feature, weight] of textFeatures(text)) project(sums, hashText(feature, seed), weight);
  let square = squareSum(sums);
  if (square === 0) {
    // Nothing visible, or (in very few dimensions) features that cancel out: the text as a whole is its feature.
    for (let i = 0; i < dimensions; i++) sums[i] = (mix(hashText(text, seed) + i) & 1) === 0 ? 1 : -1;
    square = dimensions;
  }
  // Only +, -, *, / and square roots: IEEE 754 gives these one result, so vectors are the same everywhere.
  const length = Math.sqrt(square);
  return Float32Array.from(sums, (sum) => sum / length);
}

/** Adds a feature: one of each 16 numbers, up or down. */
function project(sums: Float64Array, hash: number, weight: number): void {
  let bits = 0;
  for (let start = 0, n = 0; start < sums.length; start += block, n++) {
    if (n % blocksPerHash === 0) bits = mix(hash + Math.imul(n, 0x9e3779b9));
    const at = start + (bits & 15);
    const sum = sums[at];
    if (sum !== undefined) sums[at] = (bits & 16) === 0 ? sum + weight : sum - weight;
    bits >>>= 5;
  }
}

function squareSum(numbers: Float64Array): number {
  let sum = 0;
  for (const number of numbers) sum += number * number;
  return sum;
}
