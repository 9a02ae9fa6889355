import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRateLimiter,
  maxLogEntries,
  type RateRule,
  RateRuleError,
  type RateTechnique,
} from './rate-limiter.ts';

const techniques: readonly RateTechnique[] = ['fixed', 'sliding', 'sliding-counter'];
const rule = (technique: RateTechnique, limit = 2, intervalMs = 60_000): RateRule => ({
  limit,
  intervalMs,
  technique,
});

/** A limiter whose time is set by the test. */
function limiterAt(start: number, maxKeys?: number) {
  const clock = { now: start };
  const limiter = createRateLimiter({ now: () => clock.now, ...(maxKeys === undefined ? {} : { maxKeys }) });
  return { clock, limiter };
}

describe('createRateLimiter', () => {
  it.each(techniques)('allows as many as the limit and refuses the next (%s)', (technique) => {
    const { limiter } = limiterAt(30_000);
    expect([1, 2, 3].map(() => limiter.take('k', rule(technique)).allowed)).toEqual([true, true, false]);
  });

  it.each(techniques)('counts each key by itself (%s)', (technique) => {
    const { limiter } = limiterAt(30_000);
    limiter.take('a', rule(technique, 1));
    expect(limiter.take('b', rule(technique, 1)).allowed).toBe(true);
    expect(limiter.take('a', rule(technique, 1)).allowed).toBe(false);
  });

  it('reports the usage, the remaining limit and the reset', () => {
    const { limiter } = limiterAt(90_000);
    expect(limiter.take('k', rule('fixed'))).toEqual({
      allowed: true,
      used: 1,
      remaining: 1,
      retryAt: 90_000,
      resetsAt: 120_000,
    });
    limiter.take('k', rule('fixed'));
    expect(limiter.take('k', rule('fixed'))).toEqual({
      allowed: false,
      used: 2,
      remaining: 0,
      retryAt: 120_000,
      resetsAt: 120_000,
    });
  });

  it.each([
    // Both requests at 0:59; the result is when each technique allows one more.
    ['fixed', 60_000, 60_000],
    ['sliding', 119_000, 119_000],
    // At half of the next window, half of the two count: one is free.
    ['sliding-counter', 90_000, 120_000],
  ] as const)('opens a %s window at %i', (technique, retryAt, resetsAt) => {
    const { clock, limiter } = limiterAt(59_000);
    limiter.take('k', rule(technique));
    limiter.take('k', rule(technique));
    expect(limiter.take('k', rule(technique))).toMatchObject({ allowed: false, retryAt, resetsAt });
    clock.now = retryAt;
    expect(limiter.take('k', rule(technique)).allowed).toBe(true);
  });

  it.each(techniques)('reports that a cost above the limit is never allowed (%s)', (technique) => {
    const { limiter } = limiterAt(0);
    expect(limiter.take('k', rule(technique), 3)).toMatchObject({ allowed: false, retryAt: null });
    expect(limiter.size).toBe(0);
  });

  it.each(techniques)('blocks after a spend has reached the limit, one request late (%s)', (technique) => {
    const { clock, limiter } = limiterAt(10_000);
    const spend = rule(technique, 0.5);
    expect(limiter.check('k', spend).allowed).toBe(true);
    limiter.charge('k', spend, 0.75);
    const shut = limiter.check('k', spend);
    expect(shut).toMatchObject({ allowed: false, used: 0.75, remaining: 0 });
    clock.now = shut.retryAt ?? Number.NaN;
    expect(limiter.check('k', spend).allowed).toBe(true);
  });

  it.each(techniques)('drops what it counted in a future that the clock left (%s)', (technique) => {
    const { clock, limiter } = limiterAt(10 * 60_000);
    limiter.take('k', rule(technique, 1));
    clock.now = 60_000;
    expect(limiter.take('k', rule(technique, 1)).allowed).toBe(true);
  });

  it('keeps its usage when the limit changes, and starts anew when the interval does', () => {
    const { limiter } = limiterAt(0);
    limiter.take('k', rule('fixed', 1));
    expect(limiter.take('k', rule('fixed', 2)).remaining).toBe(0);
    expect(limiter.take('k', rule('fixed', 1, 1000)).allowed).toBe(true);
  });

  it('keeps at most the limit of keys, and drops the least recently used', () => {
    const { limiter } = limiterAt(0, 2);
    for (const key of ['a', 'b', 'a', 'c']) limiter.take(key, rule('fixed', 1));
    expect(limiter.size).toBe(2);
    expect(limiter.check('a', rule('fixed', 1)).allowed).toBe(false);
    expect(limiter.check('b', rule('fixed', 1)).allowed).toBe(true);
  });

  it('keeps no key that was only checked', () => {
    const { limiter } = limiterAt(0);
    limiter.check('k', rule('sliding'));
    expect(limiter.size).toBe(0);
  });

  it('resets one key or all of them', () => {
    const { limiter } = limiterAt(0);
    for (const key of ['a', 'b', 'c']) limiter.take(key, rule('fixed', 1));
    limiter.forget('a');
    expect(limiter.take('a', rule('fixed', 1)).allowed).toBe(true);
    limiter.forget();
    expect(limiter.size).toBe(0);
  });

  it('never counts too little in a log with merged entries', () => {
    const { clock, limiter } = limiterAt(1);
    const much = rule('sliding', maxLogEntries * 4, 1_000_000);
    for (let i = 0; i < maxLogEntries * 3; i++) {
      clock.now++;
      limiter.take('k', much);
    }
    expect(limiter.check('k', much).used).toBe(maxLogEntries * 3);
    clock.now += 1_000_000;
    expect(limiter.check('k', much).used).toBe(0);
  });

  it.each([
    ['a limit below 0', () => rule('fixed', -1), 1],
    ['a limit that is not a number', () => rule('fixed', Number.NaN), 1],
    ['an interval of 0', () => rule('fixed', 1, 0), 1],
    ['an interval that is not whole', () => rule('fixed', 1, 0.5), 1],
    ['a cost below 0', () => rule('fixed'), -1],
    ['a cost without end', () => rule('fixed'), Number.POSITIVE_INFINITY],
  ])('refuses %s', (_name, wrong, cost) => {
    expect(() => limiterAt(0).limiter.take('k', wrong(), cost)).toThrow(RateRuleError);
  });
});

describe('any order of requests', () => {
  const requests = fc.array(
    fc.record({ wait: fc.integer({ min: 0, max: 400 }), cost: fc.integer({ min: 0, max: 4 }) }),
    {
      maxLength: 60,
    },
  );
  const anyRule = fc.record({
    limit: fc.integer({ min: 0, max: 10 }),
    intervalMs: fc.integer({ min: 1, max: 1000 }),
    technique: fc.constantFrom(...techniques),
  });

  it('is allowed at the time that a refusal names and not a millisecond before', () => {
    fc.assert(
      fc.property(anyRule, requests, (anyOf, list) => {
        const { clock, limiter } = limiterAt(0);
        for (const { wait, cost } of list) {
          clock.now += wait;
          const answer = limiter.take('k', anyOf, cost);
          expect(answer.used).toBeLessThanOrEqual(anyOf.limit + 1e-9);
          if (answer.allowed || answer.retryAt === null) continue;
          const asked = clock.now;
          clock.now = answer.retryAt - 1;
          expect(limiter.take('k', anyOf, cost).allowed).toBe(false);
          clock.now = answer.retryAt;
          expect(limiter.take('k', anyOf, cost).allowed).toBe(true);
          expect(answer.retryAt).toBeGreaterThan(asked);
        }
      }),
    );
  });

  it('never exceeds the limit in any span of the interval of a sliding window', () => {
    fc.assert(
      fc.property(anyRule, requests, (anyOf, list) => {
        const { clock, limiter } = limiterAt(0);
        const passed: { at: number; cost: number }[] = [];
        for (const { wait, cost } of list) {
          clock.now += wait;
          if (!limiter.take('k', { ...anyOf, technique: 'sliding' }, cost).allowed) continue;
          passed.push({ at: clock.now, cost });
          const span = passed.filter(({ at }) => at > clock.now - anyOf.intervalMs);
          expect(span.reduce((sum, one) => sum + one.cost, 0)).toBeLessThanOrEqual(anyOf.limit);
        }
      }),
    );
  });
});
