import { describe, expect, it } from 'vitest';
import { chanceOf } from './chance.ts';

const drawn = (seed: number, number: number) => {
  const chance = chanceOf(seed, number);
  return Array.from({ length: 1000 }, chance);
};

describe('chanceOf', () => {
  it('gives the same numbers for the same seeds, and others for others', () => {
    expect(drawn(1, 1)).toEqual(drawn(1, 1));
    expect(drawn(1, 1)).not.toEqual(drawn(1, 2));
    expect(drawn(1, 1)).not.toEqual(drawn(2, 1));
  });

  it.each([
    [0, 0],
    [1, 1],
    [2 ** 31, 1000],
  ])('spreads the numbers of %d and %d evenly over 0 to 1', (seed, number) => {
    const numbers = drawn(seed, number);
    expect(numbers.every((one) => one >= 0 && one < 1)).toBe(true);
    for (let tenth = 0; tenth < 10; tenth++) {
      const inIt = numbers.filter((one) => Math.floor(one * 10) === tenth).length;
      expect(inIt).toBeGreaterThan(60);
      expect(inIt).toBeLessThan(140);
    }
  });
});
