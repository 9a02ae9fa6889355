import { describe, expect, test } from 'vitest';
import { parseTimeLimits, timeLimits, timeLimitTable } from './time-limits.ts';

describe('time limits', () => {
  test('are the defaults, except those that are set', () => {
    const given = timeLimits(parseTimeLimits(['request=30000', 'batch=5']));
    expect(given).toEqual({
      ...Object.fromEntries(timeLimitTable.map(({ name, milliseconds }) => [name, milliseconds])),
      request: 30_000,
      batch: 5,
    });
  });

  test.each([
    ['reqest=5', 'there is no limit reqest; there are request, remote, browser'],
    ['toString=5', 'there is no limit toString'],
    ['request', 'expected request=MILLISECONDS'],
    ['request=0', 'expected request=MILLISECONDS'],
    ['request=1.5', 'expected request=MILLISECONDS'],
    ['request=10s', 'expected request=MILLISECONDS'],
  ])('%s is refused', (pair, message) => {
    expect(() => parseTimeLimits([pair])).toThrow(message);
  });
});
