import type { UsageWindow } from './window.ts';

/**
 * Counts in windows aligned to the clock, and adds of the window before as large a share as the last
 * `intervalMs` still overlap it: the cheap stand-in for a log that real gateways were seen to use (fact sheet
 * 6.5). It assumes that the requests of the window before came evenly.
 *
 * @example
 * const window = slidingCounter(60_000);
 * window.add(30_000, 10);
 * window.used(60_000 + 45_000); // 2.5
 */
export function slidingCounter(intervalMs: number): UsageWindow {
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
