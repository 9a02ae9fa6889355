import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/**
 * What one key has used of its limit. Times are milliseconds of the caller's clock. A clock that is set back
 * makes the window forget what it counted in the future, so that no key stays shut until that future comes.
 */
interface UsageWindow {
  /** What counts at `now`. */
  used(now: number): number;
  /** Counts `cost` at `now`. */
  add(now: number, cost: number): void;
  /** The first time from `now` on at which no more than `budget` (not negative) counts, if nothing is added. */
  fitsAt(now: number, budget: number): number;
  /** When nothing of what counts at `now` counts any more; `now` itself when nothing does. */
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

interface RateLimiterOptions {
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
      // Below the limit by the smallest number there is: what counts then is less than the limit.
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

/**
 * Counts in windows aligned to the clock: a window of 60 seconds starts with each minute, whenever the first
 * request came (Cloudflare docs, AI Gateway rate limiting).
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
 * Counts in windows aligned to the clock, and adds of the window before as large a share as the last
 * `intervalMs` still overlap it: the cheap stand-in for a log that real gateways were seen to use (Cloudflare
 * docs, AI Gateway rate limiting). It assumes that the requests of the window before came evenly.
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
      // What counts only falls while nothing is added, and is nothing at the end of the next window.
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

/** How many entries a log keeps before it joins neighbours, so that a high limit does not cost memory. */
export const maxLogEntries = 1024;

interface Entry {
  at: number;
  cost: number;
}

/**
 * Counts what came in the last `intervalMs`, to the millisecond. What came exactly `intervalMs` ago is gone.
 *
 * Beyond {@link maxLogEntries} each two neighbours become one with the later time of both: such a log never
 * counts too little, only a little too long.
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
      // What is left is summed in the order a later `used` sums it, so that fractions come out the same.
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
