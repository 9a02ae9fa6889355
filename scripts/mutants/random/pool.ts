import { testId } from '../../../suites/harness/suite.ts';
import { allSuites } from '../../../suites/index.ts';
import { type FaultWorker, startFaultWorker } from './fault-worker.ts';
import type { Fault } from './find-faults.ts';
import type { Judgement, ObservedTest } from './messages.ts';
import type { Reach } from './reach.ts';

/** A fault that tests reach. */
export interface ReachedFault {
  readonly fault: Fault;
  readonly reach: Reach;
}

/** A fault and its outcome. */
export interface JudgedFault extends ReachedFault {
  readonly judgement: Judgement;
}

/** Number of faults that one process judges: it never frees the modules of a server. */
const perProcess = 40;

/**
 * Runs all tests against the correct server, in several processes, and returns what each test reaches.
 *
 * @param jobs number of busy processes; twice as many are started, since tests wait half of the time
 */
export async function observeAll(faults: readonly Fault[], jobs: number) {
  const ids = allSuites.flatMap((suite) => suite.tests.map((test) => testId(suite, test)));
  const parts = Array.from({ length: jobs * 2 }, (_, part) =>
    ids.filter((_, index) => index % (jobs * 2) === part),
  );
  const tests: ObservedTest[] = [];
  const found = await Promise.all(
    parts.map((part) =>
      withWorker((worker) => worker.observe({ faults, tests: part }, (test) => tests.push(test))),
    ),
  );
  return {
    tests,
    loaded: new Set(found.flatMap(({ loaded }) => loaded)),
    atStart: new Set(found.flatMap(({ atStart }) => atStart)),
  };
}

/** Judges faults in separate processes, in any order. */
export async function judgeFaults(
  faults: readonly ReachedFault[],
  jobs: number,
  heard: (judged: JudgedFault) => void,
): Promise<readonly JudgedFault[]> {
  const queue = [...faults];
  const judged: JudgedFault[] = [];
  const judgeSome = async (worker: FaultWorker) => {
    for (let count = 0; count < perProcess && worker.fit(); count++) {
      const next = queue.shift();
      if (!next) return;
      const { fault, reach } = next;
      const one = { ...next, judgement: await worker.judge({ fault, tests: reach.tests }) };
      judged.push(one);
      heard(one);
    }
  };
  const job = async () => {
    while (queue.length > 0) await withWorker(judgeSome);
  };
  await Promise.all(Array.from({ length: Math.min(jobs, faults.length) }, job));
  return judged;
}

async function withWorker<T>(use: (worker: FaultWorker) => Promise<T>): Promise<T> {
  const worker = await startFaultWorker();
  try {
    return await use(worker);
  } finally {
    await worker.stop();
  }
}
