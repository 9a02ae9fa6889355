import type { UsageWindow } from './window.ts';

/**
 * Counts in windows aligned to the clock: a window of 60 seconds starts with each minute, whenever the first
 * request came (fact sheet 6.5).
 *
 * @example
 * const window = fixedWindow(60_000);
 * window.add(59_000, 1);
 * window.used(60_000); // 0
 */
export function fixedWindow(intervalMs: number): UsageWindow {
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
