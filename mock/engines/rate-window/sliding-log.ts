import type { UsageWindow } from './window.ts';

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
export function slidingLog(intervalMs: number): UsageWindow {
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
