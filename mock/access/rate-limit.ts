import { ApiError } from '../../spec/errors.ts';
import { v4Limits } from '../../spec/limits.ts';
import type { Clock } from '../world/clock.ts';
import type { Actor } from './credentials.ts';

export interface RateLimitOptions {
  /** Requests in one window. */
  readonly quota?: number | undefined;
  /** Length of a window in seconds. */
  readonly windowSeconds?: number | undefined;
  /** Whether a request over the quota is refused with 429; by default it is only counted. */
  readonly enforce?: boolean | undefined;
}

/** What the rate-limit headers of one answer say. */
export interface RateLimitState {
  readonly remaining: number;
  readonly resetSeconds: number;
}

interface Window {
  start: number;
  used: number;
}

/** Counts the requests of each actor in fixed windows: fact sheet token-validation, section 4.3. */
export class RateLimit {
  readonly quota: number;
  readonly windowSeconds: number;
  readonly #enforce: boolean;
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock, options: RateLimitOptions = {}) {
    this.quota = options.quota ?? v4Limits.rateQuota;
    this.windowSeconds = options.windowSeconds ?? v4Limits.rateWindowSeconds;
    this.#enforce = options.enforce ?? false;
    this.#clock = clock;
  }

  /**
   * Counts one request.
   *
   * @throws ApiError `rate-limited` when limits are enforced and the quota is used up.
   */
  count(actor: Actor): RateLimitState {
    const now = this.#clock.now();
    const length = this.windowSeconds * 1000;
    let window = this.#windows.get(actor.id);
    if (!window || now < window.start || now - window.start >= length) {
      window = { start: now, used: 0 };
      this.#windows.set(actor.id, window);
    }
    const resetSeconds = Math.ceil((window.start + length - now) / 1000);
    if (window.used >= this.quota && this.#enforce) {
      throw new ApiError('rate-limited', { retryAfter: resetSeconds });
    }
    window.used++;
    return { remaining: Math.max(0, this.quota - window.used), resetSeconds };
  }

  reset(): void {
    this.#windows.clear();
  }
}
