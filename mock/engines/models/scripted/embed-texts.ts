import { hashText, mix } from '../../seeded/random.ts';
import type { Embedding, Model, Vectors } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { countTokens } from './tokens.ts';
import { significantWords } from './words.ts';

/** Default number of vector dimensions. */
const usualDimensions = 768;
/** Weight of a letter triple relative to a word. */
const weightOfLetters = 0.2;

/**
 * Makes a unit vector for each text: the sum of random directions, one for each of its words and letter triples. So
 * texts with the same words are close to each other, and others orthogonal. A shorter vector is the normalized
 * beginning of the longer one.
 *
 * @throws ModelError (bad-input) unless dimensions is a whole number from 1 to the model's
 */
export function embedTexts(seed: number, model: Model, { texts, dimensions }: Embedding): Vectors {
  const full = model.dimensions ?? usualDimensions;
  const size = dimensions ?? full;
  if (!Number.isInteger(size) || size < 1 || size > full)
    throw new ModelError(
      'bad-input',
      `dimensions is ${size}: it must be a whole number from 1 to ${full} for ${model.id}.`,
    );
  const own = hashText(model.id, seed);
  const inputTokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  return { vectors: texts.map((text) => toVector(text, size, own)), usage: { inputTokens, outputTokens: 0 } };
}

function toVector(text: string, size: number, seed: number): Float32Array {
  const sums = new Float64Array(size);
  const lower = text.toLowerCase().replace(/\s+/g, ' ');
  for (const word of significantWords(text)) add(sums, hashText(word, seed), 1);
  for (let at = 0; at < lower.length; at++)
    add(sums, hashText(lower.slice(at, at + 3), seed), weightOfLetters);
  let square = sums.reduce((sum, number) => sum + number * number, 0);
  if (square === 0) {
    add(sums, hashText(text, seed), 1);
    square = size;
  }
  // Addition, multiplication, division and square roots are exact in IEEE 754, so vectors are the same everywhere.
  const length = Math.sqrt(square);
  return Float32Array.from(sums, (sum) => sum / length);
}

/** Adds the direction of a hash: each bit of its numbers is a sign. */
function add(sums: Float64Array, hash: number, weight: number): void {
  let bits = 0;
  for (let index = 0; index < sums.length; index++) {
    bits = index % 32 === 0 ? mix(hash + Math.imul(index + 1, 0x9e3779b9)) : bits >>> 1;
    sums[index] = (sums[index] ?? 0) + (bits & 1 ? weight : -weight);
  }
}
