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

  it('forgets all counts on reset', () => {
    const { clock, limit } = frozen({ quota: 1, enforce: true });
    limit.count(first, clock);
    limit.reset();
    expect(limit.count(first, clock).exceeded).toBe(false);
  });
});
