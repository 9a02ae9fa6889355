import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeeper } from './json-depth.ts';

describe('isDeeper', () => {
  it.each([
    ['[[[]]]', 3, false],
    ['[[[]]]', 2, true],
    ['{"a":[{"b":1}]}', 3, false],
    ['{"a":[{"b":1}]}', 2, true],
    ['[],[],[],[]', 1, false],
    [String.raw`["[[[[[[\"[[[[\\"]`, 1, false],
    [String.raw`["\\",[["`, 2, true],
    ['"[[[[[[[[', 1, false],
    ['[[[[[[', 5, true],
    [']]]][[[[', 1, false],
  ])('judges %s by %i: %s', (text, most, deeper) => {
    expect(isDeeper(text, most)).toBe(deeper);
  });

  it('agrees with how deep a value is', () => {
    const getDepth = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Math.max(0, ...Object.values(value).map(getDepth))
        : 0;
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 0, max: 4 }), (text, most) => {
        expect(isDeeper(text, most)).toBe(getDepth(JSON.parse(text)) > most);
      }),
    );
  });
});
