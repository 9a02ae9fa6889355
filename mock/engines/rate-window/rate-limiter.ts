import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { fixedWindow } from './fixed-window.ts';
import { slidingCounter } from './sliding-counter.ts';
import { slidingLog } from './sliding-log.ts';
import type { UsageWindow } from './window.ts';

/** Makes the empty window of each technique. `sliding` is exact, `sliding-counter` is the approximation. */
const windows = {
  fixed: fixedWindow,
  sliding: slidingLog,
  'sliding-counter': slidingCounter,
} satisfies Record<string, (intervalMs: number) => UsageWindow>;

export type RateTechnique = keyof typeof windows;

/** At most `limit` requests, or units of cost, in `intervalMs` milliseconds. */
export interface RateRule {
  readonly limit: number;
  readonly intervalMs: number;
  readonly technique: RateTechnique;
}

export interface RateAnswer {
  readonly allowed: boolean;
  /** What counts against the limit now, this request included when it was counted. */
  readonly used: number;
  /** What is left of the limit, never negative. */
  readonly remaining: number;
  /** When this request would be allowed if nothing else came: now, later, or `null` for never. */
  readonly retryAt: number | null;
  /** When all that counts now is gone. */
  readonly resetsAt: number;
}

/** A rule or a cost that has no meaning, such as an interval of 0. */
export class RateRuleError extends TouchstoneError {
  constructor(message: string) {
    super('invalid-rate-rule', message);
  }
}

export interface RateLimiterOptions {
  /** The time in milliseconds. */
  readonly now: () => number;
  /** How many keys are kept; the one used longest ago is forgotten first, and so starts anew. */
  readonly maxKeys?: number;
}

export interface RateLimiter {
  /** Counts a request if it fits: what the caller asks before it serves one whose cost is known. */
  take(key: string, rule: RateRule, cost?: number): RateAnswer;
  /** Says whether the limit is not yet reached, and counts nothing: for costs that are known only afterwards. */
  check(key: string, rule: RateRule): RateAnswer;
  /** Counts a cost without asking, also beyond the limit: the spend of a request that was served. */
  charge(key: string, rule: RateRule, cost: number): void;
  /** Forgets one key, or all of them. */
  forget(key?: string): void;
  /** How many keys are kept. */
  readonly size: number;
}

/**
 * Limits by key, in fixed or sliding windows on a clock of the caller's.
 *
 * A refused request does not count. A key whose rule changes its interval or technique starts anew; one whose
 * limit changes keeps what it used. `RateRuleError` is thrown by every method for a rule or a cost that is not
 * a finite number of the right sign.
 *
 * @example
 * const limiter = createRateLimiter({ now: () => Date.now() });
 * const rule = { limit: 1, intervalMs: 60_000, technique: 'fixed' } as const;
 * limiter.take('gateway', rule).allowed; // true
 * limiter.take('gateway', rule).allowed; // false
 */
export function createRateLimiter({ now, maxKeys = 10_000 }: RateLimiterOptions): RateLimiter {
  const kept = new Map<string, { intervalMs: number; technique: RateTechnique; window: UsageWindow }>();

  // A look at a key that has used nothing need not be kept, so that only requests that count cost memory.
  const windowOf = (key: string, rule: RateRule, keep: boolean): UsageWindow => {
    assertRule(rule);
    const { intervalMs, technique } = rule;
    const found = kept.get(key);
    const known = found !== undefined && found.intervalMs === intervalMs && found.technique === technique;
    const entry = known ? found : { intervalMs, technique, window: windows[technique](intervalMs) };
    if (!keep && found === undefined) return entry.window;
    kept.delete(key);
    kept.set(key, entry);
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKeys) break;
      kept.delete(oldest);
    }
    return entry.window;
  };

  const answer = (
    window: UsageWindow,
    at: number,
    limit: number,
    allowed: boolean,
    budget: number,
  ): RateAnswer => {
    const used = window.used(at);
    const retryAt = allowed ? at : budget < 0 ? null : window.fitsAt(at, budget);
    return { allowed, used, remaining: Math.max(0, limit - used), retryAt, resetsAt: window.emptyAt(at) };
  };

  return {
    take(key, rule, cost = 1) {
      assertCost(cost);
      const at = now();
      const budget = rule.limit - cost;
      const window = windowOf(key, rule, budget >= 0);
      const allowed = window.used(at) <= budget;
      if (allowed) window.add(at, cost);
      return answer(window, at, rule.limit, allowed, budget);
    },
    check(key, rule) {
      const at = now();
      const window = windowOf(key, rule, false);
      const allowed = window.used(at) < rule.limit;
      // Below the limit by the smallest number there is: what counts then is less than the limit.
      const budget = rule.limit === 0 ? -1 : rule.limit * (1 - Number.EPSILON);
      return answer(window, at, rule.limit, allowed, budget);
    },
    charge(key, rule, cost) {
      assertCost(cost);
      windowOf(key, rule, true).add(now(), cost);
    },
    forget(key) {
      if (key === undefined) kept.clear();
      else kept.delete(key);
    },
    get size() {
      return kept.size;
    },
  };
}

function assertRule({ limit, intervalMs }: RateRule): void {
  if (!Number.isFinite(limit) || limit < 0) {
    throw new RateRuleError(`the limit of a rate rule is a number from 0 up, not ${limit}`);
  }
  if (!Number.isSafeInteger(intervalMs) || intervalMs < 1) {
    throw new RateRuleError(
      `the interval of a rate rule is a whole number of milliseconds from 1 up, not ${intervalMs}`,
    );
  }
}

function assertCost(cost: number): void {
  if (!Number.isFinite(cost) || cost < 0) {
    throw new RateRuleError(`the cost of a request is a number from 0 up, not ${cost}`);
  }
}
