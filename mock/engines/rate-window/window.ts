/**
 * What one key has used of its limit. Times are milliseconds of the caller's clock. A clock that is set back
 * makes the window forget what it counted in the future, so that no key stays shut until that future comes.
 */
export interface UsageWindow {
  /** What counts at `now`. */
  used(now: number): number;
  /** Counts `cost` at `now`. */
  add(now: number, cost: number): void;
  /** The first time from `now` on at which no more than `budget` (not negative) counts, if nothing is added. */
  fitsAt(now: number, budget: number): number;
  /** When nothing of what counts at `now` counts any more; `now` itself when nothing does. */
  emptyAt(now: number): number;
}
