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
  const reached = ({ test }: PlannedTest) => (jobs > 1 ? reachOf(test, catalogue) : undefined);
  const isAlone = (one: PlannedTest) => {
    const reach = reached(one);
    return reach === 'everything' || (reach === 'account' && !ownAccount);
  };
  const durationOf = ({ suite, test }: PlannedTest) =>
    jobs > 1 ? (durations.get(testId(suite, test)) ?? 0) : 0;
  // A copy of each, since one that runs several times is planned as often.
  const shared = planned.filter((item) => !isAlone(item)).map((item) => ({ ...item }));
  const shortestFirst = new Set(shared.toSorted((a, b) => durationOf(a) - durationOf(b)));
  const longestFirst = new Set(shared.toSorted((a, b) => durationOf(b) - durationOf(a)));
  const chained = new Set([...longestFirst].filter(reached));
  const queueOf = (job: number) => (job % 2 === 0 ? shortestFirst : longestFirst);
  const held = new Map<number, ReturnType<typeof reached>>();
  const isFree = (reach: ReturnType<typeof reached>) => !reach || ![...held.values()].includes(reach);
  return {
    next(job) {
      held.delete(job);
      for (const one of both(chained, queueOf(job))) {
        const reach = reached(one);
        if (!isFree(reach)) continue;
        for (const queue of [shortestFirst, longestFirst, chained]) queue.delete(one);
        held.set(job, reach);
        return one;
      }
      return undefined;
    },
    alone: planned.filter(isAlone),
  };
}

function* both<Item>(first: Iterable<Item>, then: Iterable<Item>): Generator<Item> {
  yield* first;
  yield* then;
}
