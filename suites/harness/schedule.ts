import type { Catalogue } from './catalogue.ts';
import { getReach } from './needs.ts';
import type { PlannedTest } from './repeat.ts';

/** Gives the tests of a run to its jobs. */
export interface Schedule {
  /** The next test of a job that has finished the one before; undefined when none is left for it. */
  next(job: number): PlannedTest | undefined;
  /** Tests that run one after the other when all others are done. */
  readonly alone: readonly PlannedTest[];
}

/**
 * Gives out tests in their order. One test at a time has what several share, such as the interpreter; a job that comes
 * while that is free takes the next of those tests first, since they only run one after the other.
 *
 * @param ownAccount whether tests that reach their account have one of their own, and need not run alone
 */
export function createSchedule(
  planned: readonly PlannedTest[],
  jobs: number,
  catalogue: Catalogue,
  ownAccount = false,
): Schedule {
  const reaches = new Map(
    planned.map(({ test }) => [test, jobs > 1 ? getReach(test, catalogue) : undefined]),
  );
  const reached = ({ test }: PlannedTest) => reaches.get(test);
  const isAlone = (one: PlannedTest) => {
    const reach = reached(one);
    return reach === 'everything' || (reach === 'account' && !ownAccount);
  };
  const beside = planned.filter((one) => !isAlone(one));
  const chains = Map.groupBy(beside.filter(reached), reached);
  const free = beside.filter((one) => !reached(one));
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
      return free.shift();
    },
    alone: planned.filter(isAlone),
  };
}
