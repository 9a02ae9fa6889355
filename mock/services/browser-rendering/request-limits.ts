import { ApiError } from '../../../spec/errors.ts';
import { browserRenderingLimits as limits } from '../../../spec/services/browser-rendering/limits.ts';
import { createRateLimiter, type RateRule } from '../../engines/rate-window/rate-limiter.ts';
import { PerAccount } from '../../world/account-tenant.ts';
import type { World } from '../../world/world.ts';

/** Limits of an account by its plan: fact sheet browser-rendering, section 9. */
export interface RequestLimits {
  /**
   * Counts a request.
   *
   * @throws ApiError `render-rate-limited` or `render-time-used-up`, where the limits of the platform are enforced
   */
  count(account: string): void;
  /** Counts browser time, enforced or not. */
  charge(account: string, milliseconds: number): void;
  reset(): void;
}

/** A day of the account's clock (UTC). */
const day: RateRule = { limit: limits.freeBrowserMs, intervalMs: 86_400_000, technique: 'fixed' };

const usedUp = 'Browser time limit exceeded for today';

/**
 * Counts what accounts ask of the browser. Only `platformLimits` of `all` enforces it: one request in ten seconds
 * would stop any run of tests.
 */
export function createRequestLimits(world: World): RequestLimits {
  const { gatewayConditions } = world;
  const limiters = new PerAccount(({ clock }) => createRateLimiter({ now: () => clock.now() }));
  return {
    count(id) {
      const account = world.account(id);
      if (!account || gatewayConditions.limits !== 'all') return;
      const { plan } = account.billing;
      const limiter = limiters.of(account);
      const now = account.clock.now();
      const retryAfter = (at: number | null) => Math.max(1, Math.ceil(((at ?? now) - now) / 1000));
      if (plan === 'free') {
        const { allowed, retryAt } = limiter.check('time', day);
        if (!allowed) {
          const reason = `Unable to create new browser: code: 429: message: ${usedUp}`;
          throw new ApiError('render-time-used-up', { reason, retryAfter: retryAfter(retryAt) });
        }
      }
      const rule: RateRule = { ...limits.requests[plan], technique: 'sliding' };
      const { allowed, retryAt } = limiter.take('requests', rule);
      if (!allowed) throw new ApiError('render-rate-limited', { retryAfter: retryAfter(retryAt) });
    },
    charge(id, milliseconds) {
      const account = world.account(id);
      if (account) limiters.of(account).charge('time', day, milliseconds);
    },
    reset: () => limiters.clear(),
  };
}
