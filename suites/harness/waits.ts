import { suiteLimits } from '../../spec/engine-limits.ts';
import { SkipTest, waitedShort } from './errors.ts';
import { holdIfOver } from './running-test.ts';

/** What a test waits for. */
export interface Wait {
  /** In a few words; the same in all waits of its kind. */
  readonly what: string;
  /** Milliseconds until it must be there. */
  readonly within: number;
  /** Milliseconds between two looks; a growing number by default. */
  readonly interval?: number;
}

/**
 * Looks again and again for what the target does later, until a look finds it. Waits of a kind that was in vain more
 * often than not are short, so that a target which never does it is not waited for in every test.
 *
 * @returns undefined when it did not come in time
 * @throws SkipTest when it did not come in a short wait
 */
export type WaitFor = <T>(wait: Wait, look: () => T | Promise<T>) => Promise<T | undefined>;

/** Milliseconds until the second look, and the most between two looks. */
const pauses = { first: 5, most: 500 };

/** How many times as long as a short wait a usual one is. */
const shorter = 20;

/** Creates the waits of a run. */
export function createWaits(): WaitFor {
  const counts = new Map<string, { vain: number; found: number }>();
  return async ({ what, within, interval }, look) => {
    const count = counts.get(what) ?? { vain: 0, found: 0 };
    counts.set(what, count);
    const { vain, found } = count;
    const isShort = vain - found >= suiteLimits.vainWaits;
    const time = isShort ? within / shorter : within;
    const end = performance.now() + time;
    for (let pause = interval ?? pauses.first; ; pause = interval ?? Math.min(pause * 2, pauses.most)) {
      await holdIfOver();
      const seen = await look();
      if (seen !== undefined) {
        count.found++;
        return seen;
      }
      const left = end - performance.now();
      if (left <= 0) break;
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, left)));
    }
    if (isShort) {
      const before = found === 0 ? `in none of ${vain}` : `in ${found} of ${vain + found}`;
      throw new SkipTest(
        `${waitedShort}${what} for ${time / 1000} s only: it came ${before} waits of the run`,
      );
    }
    count.vain++;
    return undefined;
  };
}
