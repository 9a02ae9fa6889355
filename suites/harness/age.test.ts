import { expect, test } from 'vitest';
import { ageOf } from './age.ts';

const at = '2026-01-02T03:04:05Z';

test.each([
  [-5, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3_599, '59 min'],
  [7_300, '2 h'],
  [86_400, '1 d'],
  [400 * 86_400, '400 d'],
])('%d seconds are %s', (seconds, shown) => {
  expect(ageOf(at, Date.parse(at) + seconds * 1000)).toBe(shown);
});
