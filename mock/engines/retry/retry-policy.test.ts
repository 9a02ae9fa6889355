import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Backoff, retryDelay } from './index.ts';

describe('retryDelay', () => {
  it.each([
    ['constant', [100, 100, 100, 100]],
    ['linear', [100, 200, 300, 400]],
    ['exponential', [100, 200, 400, 800]],
  ] as const)('grows %s', (backoff, delays) => {
    expect(
      [1, 2, 3, 4].map((attempt) => retryDelay({ attempts: 5, delayMs: 100, backoff }, attempt)),
    ).toEqual(delays);
  });

  it('is never longer than the cap', () => {
    const policy = { attempts: 5, delayMs: 100, backoff: 'exponential', maxDelayMs: 250 } as const;
    expect([1, 2, 3].map((attempt) => retryDelay(policy, attempt))).toEqual([100, 200, 250]);
  });

  it('never shrinks, and is a finite number after any number of attempts', () => {
    const backoffs = fc.constantFrom<Backoff>('constant', 'linear', 'exponential');
    fc.assert(
      fc.property(
        backoffs,
        fc.nat(60_000),
        fc.integer({ min: 1, max: 5000 }),
        (backoff, delayMs, attempt) => {
          const policy = { attempts: 10_000, delayMs, backoff };
          const delay = retryDelay(policy, attempt);
          expect(Number.isFinite(delay)).toBe(true);
          expect(retryDelay(policy, attempt + 1)).toBeGreaterThanOrEqual(delay);
        },
      ),
    );
  });
});
