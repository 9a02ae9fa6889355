import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom, hashBytes, hashText, hashTexts } from './hash.ts';

describe('hashing', () => {
  test('tells apart where one text ends and the next begins', () => {
    const hashes = [['ab', 'c'], ['a', 'bc'], ['abc', ''], ['', 'abc'], ['abc']].map((texts) =>
      hashTexts(texts),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test('gives ten thousand texts and bytes ten thousand hashes', () => {
    const numbers = Array.from({ length: 10_000 }, (_, n) => n);
    expect(new Set(numbers.map((n) => hashText(`text ${n}`))).size).toBe(10_000);
    expect(new Set(numbers.map((n) => hashBytes(Uint8Array.of(n >> 8, n & 255)))).size).toBe(10_000);
    expect(new Set(numbers.map((n) => hashText('text', n))).size).toBe(10_000);
  });
});

describe('createRandom', () => {
  test('gives equal streams for equal seeds, and others for others', () => {
    const stream = (seed: number): number[] => Array.from({ length: 20 }, createRandom(seed).next);
    expect(stream(5)).toEqual(stream(5));
    expect(stream(6)).not.toEqual(stream(5));
  });

  test('stays below a limit and reaches all numbers below it', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 20 }), (seed, limit) => {
        const random = createRandom(seed);
        const seen = new Set(Array.from({ length: 600 }, () => random.below(limit)));
        expect([...seen].toSorted((a, b) => a - b)).toEqual(Array.from({ length: limit }, (_, n) => n));
      }),
    );
  });
});
