import { describe, expect, test } from 'vitest';
import { sameJson } from './same-json.ts';

describe('sameJson', () => {
  test.each([
    [1, 1],
    [null, null],
    [[], []],
    [
      { a: 1, b: [true, { c: 'd' }] },
      { b: [true, { c: 'd' }], a: 1 },
    ],
  ])('says that %j is %j', (one, other) => {
    expect(sameJson(one, other)).toBe(true);
  });

  test.each([
    [1, '1'],
    [null, {}],
    [[], {}],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: undefined }, { b: undefined }],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
  ])('says that %j is not %j', (one, other) => {
    expect(sameJson(one, other)).toBe(false);
  });
});
