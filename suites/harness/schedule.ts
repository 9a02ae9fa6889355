import type { Catalogue } from './catalogue.ts';
import { isExclusive, neededFeatures } from './needs.ts';
import type { PlannedTest } from './repeat.ts';

/** Gives out the tests of a run to its jobs. */
export interface Schedule {
  /** The next test of a job; undefined once none is left for it. */
  next(job: number): PlannedTest | undefined;
  /** Those that run one after the other when all others are done. */
  readonly alone: readonly PlannedTest[];
}

/**
 * Lets tests that wait for a browser run beside those that keep the processors busy: every second job begins with
 * the one kind, the others with the other kind, and whoever is done with his goes on with what is left.
 */
export function createSchedule(
  planned: readonly PlannedTest[],
  jobs: number,
  catalogue: Catalogue,
): Schedule {
  const isAlone = ({ test }: PlannedTest) => jobs > 1 && isExclusive(test, catalogue);
  const waits = ({ test }: PlannedTest) => jobs > 1 && neededFeatures(test, catalogue).has('browser');
  const shared = planned.filter((item) => !isAlone(item));
  const queues = [shared.filter((item) => !waits(item)), shared.filter(waits)] as const;
  return {
    next: (job) => queues[job % 2 === 0 ? 0 : 1].shift() ?? queues[job % 2 === 0 ? 1 : 0].shift(),
    alone: planned.filter(isAlone),
  };
}
