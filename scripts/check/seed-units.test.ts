import { describe, expect, test } from 'vitest';
import { seedUnits } from './seed-units.ts';

describe('seedUnits', () => {
  test('returns the first 16 digits of the SHA-256 of the text', () => {
    expect(seedUnits('a.md', '- abc')).toEqual([
      { document: 'a.md', line: 1, digest: 'ba7816bf8f01cfea', text: 'abc' },
    ]);
  });

  test('returns the same digest for any list marker and line', () => {
    const digests = ['- abc', '\n\n7. abc', '* abc'].map((text) => seedUnits('a.md', text)[0]?.digest);
    expect(new Set(digests).size).toBe(1);
  });
});
