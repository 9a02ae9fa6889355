import type { Embedding, Model, Vectors } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { hashText, mix } from './random.ts';
import { countTokens } from './tokens.ts';
import { tellingWords } from './words.ts';

/** Numbers in a vector of a model that does not say. */
const usualDimensions = 768;
/** What three letters in a row weigh beside a word of its own. */
const weightOfLetters = 0.2;

/**
 * Makes a unit vector of each text: the sum of random directions, one for each of its words and triples of letters, so
 * that texts with the same words are near each other and others at a right angle. A shorter vector is the start of the
 * longer one, made a unit again.
 *
 * @throws ModelError (bad-input) for dimensions that are no whole number from 1 to what the model has
 */
export function embedTexts(seed: number, model: Model, { texts, dimensions }: Embedding): Vectors {
  const full = model.dimensions ?? usualDimensions;
  const size = dimensions ?? full;
  if (!Number.isInteger(size) || size < 1 || size > full)
    throw new ModelError(
      'bad-input',
      `dimensions is ${size}: ${model.id} makes 1 to ${full} numbers. Ask for a whole number of these.`,
    );
  const own = hashText(model.id, seed);
  const inputTokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  return { vectors: texts.map((text) => toVector(text, size, own)), usage: { inputTokens, outputTokens: 0 } };
}

function toVector(text: string, size: number, seed: number): Float32Array {
  const sums = new Float64Array(size);
  const lower = text.toLowerCase().replace(/\s+/g, ' ');
  for (const word of tellingWords(text)) add(sums, hashText(word, seed), 1);
  for (let at = 0; at < lower.length; at++)
    add(sums, hashText(lower.slice(at, at + 3), seed), weightOfLetters);
  let square = sums.reduce((sum, number) => sum + number * number, 0);
  if (square === 0) {
    add(sums, hashText(text, seed), 1);
    square = size;
  }
  // Plus, times, division and square roots have one result in IEEE 754, so vectors are the same everywhere.
  const length = Math.sqrt(square);
  return Float32Array.from(sums, (sum) => sum / length);
}

/** Adds the direction that a hash stands for: each bit of its numbers is a sign. */
function add(sums: Float64Array, hash: number, weight: number): void {
  let bits = 0;
  for (let index = 0; index < sums.length; index++) {
    bits = index % 32 === 0 ? mix(hash + Math.imul(index + 1, 0x9e3779b9)) : bits >>> 1;
    sums[index] = (sums[index] ?? 0) + (bits & 1 ? weight : -weight);
  }
}
