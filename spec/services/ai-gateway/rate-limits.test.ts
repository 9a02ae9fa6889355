import { describe, expect, test } from 'vitest';
import { weightedCount } from './rate-limits.ts';

describe('weightedCount', () => {
  const counts = { before: 10, current: 2 };
  test.each([
    ['fixed', 0, 2],
    ['fixed', 59_000, 2],
    ['sliding', 60_000, 12],
    ['sliding', 75_000, 9.5],
    ['sliding', 90_000, 7],
  ] as const)('counts %s at %i ms as %d', (technique, now, count) => {
    expect(weightedCount(technique, counts, now, 60)).toBeCloseTo(count);
  });
});
