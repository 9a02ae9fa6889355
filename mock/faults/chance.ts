/**
 * Numbers from 0 to 1 that look like chance and are the same for the same seeds, on every runtime.
 *
 * @param seed of the mock
 * @param number of the one who draws; each has numbers of its own, whatever others draw
 */
export function chanceOf(seed: number, number: number): () => number {
  let state = Math.imul(seed, 0x9e3779b9) ^ Math.imul(number, 0x85ebca6b);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let x = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
  };
}
