import { v4Limits } from '../../../spec/limits.ts';
import type { Clock } from '../../world/clock.ts';
import type { Actor } from '../../world/credentials.ts';

export interface RateLimitOptions {
  /** Requests in one window. */
  readonly quota?: number | undefined;
  /** Length of a window in seconds. */
  readonly windowSeconds?: number | undefined;
  /** Whether a request over the quota is refused with 429; by default it is only counted. */
  readonly enforce?: boolean | undefined;
}

/** Values of the rate-limit headers of one answer. */
export interface RateLimitState {
  readonly remaining: number;
  /** Seconds until the quota is full again, rounded up. */
  readonly resetSeconds: number;
  /** Whether to refuse the request. */
  readonly exceeded: boolean;
}

interface Window {
  start: number;
  end: number;
  used: number;
  blocked: boolean;
}

/**
 * Counts the requests of each actor: Cloudflare docs, API rate limits. Exceeding an enforced limit blocks every request
 * of the actor for one whole window.
 *
 * @example
 * const limit = new RateLimit({ quota: 2, enforce: true });
 * limit.count(actor, clock); // { remaining: 1, resetSeconds: 300, exceeded: false }
 */
export class RateLimit {
  readonly quota: number;
  readonly windowSeconds: number;
  readonly #enforce: boolean;
  #windows = new WeakMap<Actor, Window>();

  constructor(options: RateLimitOptions = {}) {
    this.quota = options.quota ?? v4Limits.rateQuota;
    this.windowSeconds = options.windowSeconds ?? v4Limits.rateWindowSeconds;
    this.#enforce = options.enforce ?? false;
  }

  /** The state for unknown callers, who are not counted. */
  get unused(): RateLimitState {
    return { remaining: this.quota, resetSeconds: this.windowSeconds, exceeded: false };
  }

  /** Counts one request. @param clock the clock of its window */
  count(actor: Actor, clock: Clock): RateLimitState {
    const now = clock.now();
    const length = this.windowSeconds * 1000;
    let window = this.#windows.get(actor);
    // A mock's clock can be set back; a window in the future has not started.
    if (!window || now < window.start || now >= window.end) {
      window = { start: now, end: now + length, used: 0, blocked: false };
      this.#windows.set(actor, window);
    }
    window.used++;
    const over = this.#enforce && window.used > this.quota;
    if (over && !window.blocked) {
      window.blocked = true;
      window.end = now + length;
    }
    return {
      remaining: Math.max(0, this.quota - window.used),
      resetSeconds: Math.ceil((window.end - now) / 1000),
      exceeded: over,
    };
  }

  reset(): void {
    this.#windows = new WeakMap();
  }
}
