import { describe, expect, test } from 'vitest';
import { keptMetadata } from './metadata.ts';

describe('keptMetadata', () => {
  test.each([
    [
      { team: 'a', user: 7, beta: true },
      { team: 'a', user: 7, beta: true },
    ],
    [
      { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 },
      { a: 1, b: 2, c: 3, d: 4, e: 5 },
    ],
    [{ 'cf.zone': 'x', user: 7 }, { user: 7 }],
    [
      { 'cf.zone': 'x', a: 1, b: 2, c: 3, d: 4, e: 5 },
      { a: 1, b: 2, c: 3, d: 4, e: 5 },
    ],
    [{ user: 7, nothing: null }, null],
    [{ user: 7, tags: ['a'] }, null],
    [{ user: { name: 'a' } }, null],
    [{}, {}],
    [[1, 2], null],
    ['text', null],
    [null, null],
  ])('keeps of %j %j', (sent, kept) => {
    expect(keptMetadata(sent)).toEqual(kept);
  });
});
