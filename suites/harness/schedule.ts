import type { Catalogue } from './catalogue.ts';
import { reachOf } from './needs.ts';
import type { PlannedTest } from './repeat.ts';
import { testId } from './suite.ts';

/** Gives out the tests of a run to its jobs. */
export interface Schedule {
  /** The next test of a job, which is done with the one before; undefined once none is left for it. */
  next(job: number): PlannedTest | undefined;
  /** Those that run one after the other when all others are done. */
  readonly alone: readonly PlannedTest[];
}

/**
 * Lets tests that wait, and those that keep other processes busy, run beside those that do neither: every second job
 * takes the longest that is left, the others take the shortest. What tests share is had by one of them at a time, and
 * such a chain nothing shortens: whoever comes while it is free goes on with it.
 *
 * @param durations milliseconds that tests are known to take, by id
 * @param ownAccount whether those that reach their account have one of their own, and need not run alone
 */
export function createSchedule(
  planned: readonly PlannedTest[],
  jobs: number,
  catalogue: Catalogue,
  durations: ReadonlyMap<string, number> = new Map(),
  ownAccount = false,
): Schedule {
  const reaches = new Map(planned.map(({ test }) => [test, jobs > 1 ? reachOf(test, catalogue) : undefined]));
  const reached = ({ test }: PlannedTest) => reaches.get(test);
  const isAlone = (one: PlannedTest) => {
    const reach = reached(one);
    return reach === 'everything' || (reach === 'account' && !ownAccount);
  };
  const durationOf = ({ suite, test }: PlannedTest) =>
    jobs > 1 ? (durations.get(testId(suite, test)) ?? 0) : 0;
  // Each is an item of its own, since one that runs several times is planned as often.
  const beside = planned.filter((one) => !isAlone(one)).map((one) => ({ ...one, ms: durationOf(one) }));
  const longestFirst = beside.toSorted((a, b) => b.ms - a.ms);
  const chains = Map.groupBy(longestFirst.filter(reached), reached);
  const longest = new Set(longestFirst.filter((one) => !reached(one)));
  const shortest = new Set([...longest].toSorted((a, b) => a.ms - b.ms));
  const held = new Map<number, ReturnType<typeof reached>>();
  return {
    next(job) {
      held.delete(job);
      const busy = new Set(held.values());
      for (const [reach, chain] of chains) {
        const one = busy.has(reach) ? undefined : chain.shift();
        if (!one) continue;
        held.set(job, reach);
        return one;
      }
      const [one] = job % 2 === 0 ? shortest : longest;
      if (one) for (const queue of [shortest, longest]) queue.delete(one);
      return one;
    },
    alone: planned.filter(isAlone),
  };
}
