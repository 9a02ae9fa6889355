/**
 * Integer hashing. All that is scripted comes from here, since 32-bit integer arithmetic gives the same bits on
 * every runtime, which `Math.sin` and its kin do not promise.
 */

const offset = 0x811c9dc5;
const prime = 0x01000193;

/** Spreads every bit of a 32-bit number over all others. */
export function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return (h ^ (h >>> 15)) >>> 0;
}

/** Hash of a text (by its UTF-16 units), from 0 to 2^32 - 1. */
export function hashText(text: string, seed = 0): number {
  let h = offset ^ mix(seed);
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), prime);
  return mix(h);
}

/** Hash of bytes, from 0 to 2^32 - 1. */
export function hashBytes(bytes: Uint8Array, seed = 0): number {
  let h = offset ^ mix(seed);
  for (const byte of bytes) h = Math.imul(h ^ byte, prime);
  return mix(h);
}

/** Hash of several texts, in which their borders count. */
export function hashTexts(texts: readonly string[], seed = 0): number {
  return texts.reduce((h, text) => hashText(text, h ^ text.length), mix(seed));
}

/** A stream of numbers from a seed. */
export interface Random {
  /** From 0 to 2^32 - 1. */
  next(): number;
  /** A whole number from 0 to `limit` - 1, for a `limit` of at most 2^16. */
  below(limit: number): number;
}

/** Equal seeds give equal streams. */
export function createRandom(seed: number): Random {
  let state = mix(seed);
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state);
  };
  return { next, below: (limit) => Math.floor(((next() >>> 16) * limit) / 65536) };
}
