import { describe, expect, it } from 'vitest';
import { Clock } from '../../world/clock.ts';
import { createCredentials } from '../../world/credentials.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { RateLimit, type RateLimitOptions } from './rate-limit.ts';

const credentials = createCredentials([]);
const first = credentials.byToken(worldDefaults.apiToken);
const second = credentials.byToken(worldDefaults.readToken);
if (!first || !second) throw new Error('the seeded tokens are known');

function frozen(options?: RateLimitOptions) {
  const clock = new Clock();
  clock.freeze(Date.UTC(2030, 0, 1));
  return { clock, limit: new RateLimit(options) };
}

describe('RateLimit', () => {
  it('has the quota and the window of the platform by default', () => {
    expect(frozen().limit).toMatchObject({ quota: 1200, windowSeconds: 300 });
    expect(frozen().limit.unused).toEqual({ remaining: 1200, resetSeconds: 300, exceeded: false });
  });

  it('counts down, and rounds up the seconds to the end of the window', () => {
    const { clock, limit } = frozen({ quota: 3, windowSeconds: 10 });
    expect(limit.count(first, clock)).toEqual({ remaining: 2, resetSeconds: 10, exceeded: false });
    clock.advance(4.5);
    expect(limit.count(first, clock)).toEqual({ remaining: 1, resetSeconds: 6, exceeded: false });
  });

  it('starts a new window when the old one ends', () => {
    const { clock, limit } = frozen({ quota: 3, windowSeconds: 10 });
    limit.count(first, clock);
    clock.advance(10);
    expect(limit.count(first, clock)).toMatchObject({ remaining: 2, resetSeconds: 10 });
  });

  it('starts a new window when the clock is set back', () => {
    const { clock, limit } = frozen({ quota: 3, windowSeconds: 10 });
    limit.count(first, clock);
    clock.freeze(Date.UTC(2029, 0, 1));
    expect(limit.count(first, clock)).toMatchObject({ remaining: 2, resetSeconds: 10 });
  });

  it('counts each credential separately', () => {
    const { clock, limit } = frozen({ quota: 3 });
    limit.count(first, clock);
    limit.count(first, clock);
    expect(limit.count(second, clock)).toMatchObject({ remaining: 2 });
  });

  it('only counts unless it is enforced', () => {
    const { clock, limit } = frozen({ quota: 1 });
    limit.count(first, clock);
    expect(limit.count(first, clock)).toMatchObject({ remaining: 0, exceeded: false });
  });

  it('allows exactly the quota when it is enforced', () => {
    const { clock, limit } = frozen({ quota: 2, enforce: true });
    const exceeded = [1, 2, 3].map(() => limit.count(first, clock).exceeded);
    expect(exceeded).toEqual([false, false, true]);
  });

  it('blocks for one whole window after the first request over the quota', () => {
    const { clock, limit } = frozen({ quota: 1, windowSeconds: 10, enforce: true });
    limit.count(first, clock);
    clock.advance(9);
    expect(limit.count(first, clock)).toEqual({ remaining: 0, resetSeconds: 10, exceeded: true });
    clock.advance(9.5);
    expect(limit.count(first, clock)).toEqual({ remaining: 0, resetSeconds: 1, exceeded: true });
    clock.advance(0.5);
    expect(limit.count(first, clock)).toEqual({ remaining: 0, resetSeconds: 10, exceeded: false });
  });

  it('forgets all counts on reset', () => {
    const { clock, limit } = frozen({ quota: 1, enforce: true });
    limit.count(first, clock);
    limit.reset();
    expect(limit.count(first, clock).exceeded).toBe(false);
  });
});
