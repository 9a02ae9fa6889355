import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonLines } from './json-lines.ts';

it('writes on one line what fits, and nothing longer', () => {
  expect(jsonLines({ a: [1, 'two', null], b: {} })).toBe('{ "a": [1, "two", null], "b": {} }');
  expect(jsonLines({ first: 'x'.repeat(20), second: [1, 2] }, 30)).toBe(
    `{\n  "first": "${'x'.repeat(20)}",\n  "second": [1, 2]\n}`,
  );
});

it('writes JSON with the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(jsonLines(value, 20))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
