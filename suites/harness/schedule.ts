import type { Catalogue } from './catalogue.ts';
import { getReach } from './needs.ts';
import type { SelectedTest } from './select.ts';

/** Distributes the tests of a run among its jobs. */
export interface Schedule {
  /** The next test for a job that has finished one; undefined when none is left for it. */
  next(job: number): SelectedTest | undefined;
  /** Tests that run one after the other when all others are done. */
  readonly alone: readonly SelectedTest[];
}

/**
 * Distributes tests in their order. Tests that share a resource, such as the interpreter, run one at a time; a job
 * prefers them while the resource is free, since only they must wait for each other.
 *
 * @param ownAccount whether tests of the account have an account of their own, and need not run alone
 */
export function createSchedule(
  planned: readonly SelectedTest[],
  jobs: number,
  catalogue: Catalogue,
  ownAccount = false,
): Schedule {
  const reaches = new Map(
    planned.map(({ test }) => [test, jobs > 1 ? getReach(test, catalogue) : undefined]),
  );
  const reached = ({ test }: SelectedTest) => reaches.get(test);
  const isAlone = (one: SelectedTest) => {
    const reach = reached(one);
    return reach === 'everything' || (reach === 'account' && !ownAccount);
  };
  const parallel = planned.filter((one) => !isAlone(one));
  const chains = Map.groupBy(parallel.filter(reached), reached);
  const free = parallel.filter((one) => !reached(one));
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
