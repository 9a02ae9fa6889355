import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/**
 * The usage of one key. Times are milliseconds of the caller's clock. If the clock is set back, the window drops what
 * it counted in the future, so that no key stays blocked until then.
 */
interface UsageWindow {
  /** The usage at `now`. */
  used(now: number): number;
  /** Adds `cost` at `now`. */
  add(now: number, cost: number): void;
  /** The first time from `now` on at which the usage is at most `budget` (not negative), if nothing is added. */
  fitsAt(now: number, budget: number): number;
  /** The time at which all usage at `now` has expired; `now` itself without usage. */
  emptyAt(now: number): number;
}

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

interface RateAnswer {
  readonly allowed: boolean;
  /** The current usage, including this request if it was counted. */
  readonly used: number;
  /** The remaining limit, never negative. */
  readonly remaining: number;
  /** When this request would be allowed without further requests: now, later, or `null` for never. */
  readonly retryAt: number | null;
  /** When all current usage has expired. */
  readonly resetsAt: number;
}

/** Thrown for an invalid rule or cost, such as an interval of 0. */
export class RateRuleError extends TouchstoneError {
  constructor(message: string) {
    super('invalid-rate-rule', message);
  }
}

interface RateLimiterOptions {
  /** The time in milliseconds. */
  readonly now: () => number;
  /** Maximum number of keys; the least recently used one is dropped first, and then starts anew. */
  readonly maxKeys?: number;
}

export interface RateLimiter {
  /** Counts a request if it fits: for costs that are known before the request is served. */
  take(key: string, rule: RateRule, cost?: number): RateAnswer;
  /** Checks whether the limit is not reached yet, without counting: for costs that are known only afterwards. */
  check(key: string, rule: RateRule): RateAnswer;
  /** Adds a cost unconditionally, even beyond the limit: the cost of a served request. */
  charge(key: string, rule: RateRule, cost: number): void;
  /** Resets one key, or all of them. */
  forget(key?: string): void;
  /** Number of keys. */
  readonly size: number;
}

/**
 * Limits by key, in fixed or sliding windows on the caller's clock.
 *
 * A refused request does not count. A key whose rule changes its interval or technique starts anew; one whose limit
 * changes keeps its usage. Every method throws `RateRuleError` for a rule or a cost that is not a finite number with
 * the right sign.
 *
 * @example
 * const limiter = createRateLimiter({ now: () => Date.now() });
 * const rule = { limit: 1, intervalMs: 60_000, technique: 'fixed' } as const;
 * limiter.take('gateway', rule).allowed; // true
 * limiter.take('gateway', rule).allowed; // false
 */
export function createRateLimiter({ now, maxKeys = 10_000 }: RateLimiterOptions): RateLimiter {
  const kept = new Map<string, { intervalMs: number; technique: RateTechnique; window: UsageWindow }>();

  // A check of an unused key stores nothing, so that only counted requests cost memory.
  const toWindow = (key: string, rule: RateRule, keep: boolean): UsageWindow => {
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
      const window = toWindow(key, rule, budget >= 0);
      const allowed = window.used(at) <= budget;
      if (allowed) window.add(at, cost);
      return answer(window, at, rule.limit, allowed, budget);
    },
    check(key, rule) {
      const at = now();
      const window = toWindow(key, rule, false);
      const allowed = window.used(at) < rule.limit;
      // Below the limit by the smallest possible number: then the usage is less than the limit.
      const budget = rule.limit === 0 ? -1 : rule.limit * (1 - Number.EPSILON);
      return answer(window, at, rule.limit, allowed, budget);
    },
    charge(key, rule, cost) {
      assertCost(cost);
      toWindow(key, rule, true).add(now(), cost);
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
    throw new RateRuleError(`the limit of a rate rule must be a number from 0 up, not ${limit}`);
  }
  if (!Number.isSafeInteger(intervalMs) || intervalMs < 1) {
    throw new RateRuleError(
      `the interval of a rate rule must be a whole number of milliseconds from 1 up, not ${intervalMs}`,
    );
  }
}

function assertCost(cost: number): void {
  if (!Number.isFinite(cost) || cost < 0) {
    throw new RateRuleError(`the cost of a request must be a number from 0 up, not ${cost}`);
  }
}

/**
 * Counts in windows aligned to the clock: a window of 60 seconds starts at each full minute, regardless of the first
 * request (Cloudflare docs, AI Gateway rate limiting).
 *
 * @example
 * const window = fixedWindow(60_000);
 * window.add(59_000, 1);
 * window.used(60_000); // 0
 */
function fixedWindow(intervalMs: number): UsageWindow {
  let index = 0;
  let count = 0;
  const countAt = (now: number) => (Math.floor(now / intervalMs) === index ? count : 0);
  const endAt = (now: number) => (Math.floor(now / intervalMs) + 1) * intervalMs;
  return {
    used: countAt,
    add(now, cost) {
      count = countAt(now) + cost;
      index = Math.floor(now / intervalMs);
    },
    fitsAt: (now, budget) => (countAt(now) <= budget ? now : endAt(now)),
    emptyAt: (now) => (countAt(now) === 0 ? now : endAt(now)),
  };
}

/**
 * Counts in windows aligned to the clock, plus a share of the previous window: the part that the last `intervalMs`
 * still overlap. A cheap approximation of a log, observed on real gateways (Cloudflare docs, AI Gateway rate limiting).
 * It assumes that the requests of the previous window were evenly distributed.
 *
 * @example
 * const window = slidingCounter(60_000);
 * window.add(30_000, 10);
 * window.used(60_000 + 45_000); // 2.5
 */
function slidingCounter(intervalMs: number): UsageWindow {
  let index = 0;
  let before = 0;
  let count = 0;
  const countsAt = (now: number): [before: number, count: number] => {
    const passed = Math.floor(now / intervalMs) - index;
    if (passed === 0) return [before, count];
    return passed === 1 ? [count, 0] : [0, 0];
  };
  const used = (now: number) => {
    const [previous, current] = countsAt(now);
    const overlap = 1 - (now - Math.floor(now / intervalMs) * intervalMs) / intervalMs;
    return previous * overlap + current;
  };
  const startAt = (now: number) => Math.floor(now / intervalMs) * intervalMs;
  return {
    used,
    add(now, cost) {
      const [previous, current] = countsAt(now);
      before = previous;
      count = current + cost;
      index = Math.floor(now / intervalMs);
    },
    fitsAt(now, budget) {
      // Without additions the usage only falls, and is zero at the end of the next window.
      let low = now;
      let high = startAt(now) + 2 * intervalMs;
      if (used(low) <= budget) return low;
      while (high - low > 1) {
        const middle = low + Math.floor((high - low) / 2);
        if (used(middle) <= budget) high = middle;
        else low = middle;
      }
      return high;
    },
    emptyAt(now) {
      const [previous, current] = countsAt(now);
      if (current > 0) return startAt(now) + 2 * intervalMs;
      return previous > 0 ? startAt(now) + intervalMs : now;
    },
  };
}

/** Maximum number of entries in a log before neighbours are merged, to bound the memory of a high limit. */
export const maxLogEntries = 1024;

interface Entry {
  at: number;
  cost: number;
}

/**
 * Counts the last `intervalMs`, to the millisecond. Entries of exactly `intervalMs` ago have expired.
 *
 * Beyond {@link maxLogEntries} each pair of neighbours is merged at the later of their times: such a log never counts
 * too little, only a little too long.
 *
 * @example
 * const window = slidingLog(60_000);
 * window.add(59_000, 1);
 * window.used(118_999); // 1
 * window.used(119_000); // 0
 */
function slidingLog(intervalMs: number): UsageWindow {
  let entries: Entry[] = [];
  const live = (now: number) => {
    const first = entries[0];
    const last = entries.at(-1);
    if (first === undefined || last === undefined) return entries;
    if (first.at <= now - intervalMs || last.at > now) {
      entries = entries.filter(({ at }) => at > now - intervalMs && at <= now);
    }
    return entries;
  };
  // Summed anew each time: a running sum of fractions would drift away from zero.
  const used = (now: number) => live(now).reduce((sum, { cost }) => sum + cost, 0);
  return {
    used,
    add(now, cost) {
      const log = live(now);
      const last = log.at(-1);
      if (last?.at === now) last.cost += cost;
      else log.push({ at: now, cost });
      if (log.length > maxLogEntries) entries = joinNeighbours(log);
    },
    fitsAt(now, budget) {
      const log = live(now);
      // The rest is summed in the order of a later `used`, so that fractions give the same result.
      let [low, high] = [0, log.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sumFrom(log, middle) <= budget) high = middle;
        else low = middle + 1;
      }
      const gone = log[low - 1];
      return gone === undefined ? now : gone.at + intervalMs;
    },
    emptyAt: (now) => {
      const last = live(now).at(-1);
      return last === undefined ? now : last.at + intervalMs;
    },
  };
}

function sumFrom(log: readonly Entry[], start: number): number {
  let sum = 0;
  for (let i = start; i < log.length; i++) sum += log[i]?.cost ?? 0;
  return sum;
}

function joinNeighbours(log: readonly Entry[]): Entry[] {
  const joined: Entry[] = [];
  for (let i = 0; i < log.length; i += 2) {
    const [first, second] = [log[i], log[i + 1]];
    if (first === undefined) continue;
    joined.push(second === undefined ? first : { at: second.at, cost: first.cost + second.cost });
  }
  return joined;
}
