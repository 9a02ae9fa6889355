/**
 * Hashes and random numbers for all generated content. They use 32-bit integer arithmetic, which gives the same numbers
 * on every runtime.
 */

/** Hash of a text by its UTF-16 units: a whole number from 0 to 2^32 - 1. */
export function hashText(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ mix(seed);
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash);
}

/** Hash of bytes: a whole number from 0 to 2^32 - 1. */
export function hashBytes(bytes: Uint8Array, seed = 0): number {
  let hash = 0x811c9dc5 ^ mix(seed);
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return mix(hash);
}

/** Spreads each bit of a number over all 32. */
export function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A random number generator, deterministic by its seed. */
export interface Random {
  /** From 0 to 2^32 - 1. */
  next(): number;
  /** A whole number from `from` to `to`. */
  whole(from: number, to: number): number;
  /** An element of a non-empty list. */
  pick<Item>(list: readonly [Item, ...Item[]] | readonly Item[]): Item;
}

export function createRandom(seed: number): Random {
  let state = mix(seed);
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state);
  };
  const whole = (from: number, to: number) => from + Math.floor((next() / 0x1_0000_0000) * (to - from + 1));
  return {
    next,
    whole,
    pick(list) {
      const item = list[whole(0, list.length - 1)];
      if (item === undefined) throw new RangeError('The list to pick from is empty.');
      return item;
    },
  };
}
