import { type ChildProcess, fork } from 'node:child_process';
import process from 'node:process';
import type { RunResult } from '../../suites/harness/results.ts';
import type { MockRun } from './mock-run.ts';

/** What a worker sends before its first part. */
const ready = 'ready';

/** Starts a process like this one, which runs parts of the same run. */
export function startWorker(): ChildProcess {
  const [script = '', ...args] = process.argv.slice(1);
  return fork(script, [...args, '--worker']);
}

/**
 * Runs the parts of a run in this process and in workers; each takes another part when it has finished one. This one
 * starts with the first part and the others with the last, so that neighbouring parts mostly run in the same process.
 *
 * @param workers freshly started workers
 * @param opening the run, which this process may still be preparing
 * @throws Error when a worker ends early
 */
export async function shareParts(
  opening: Promise<MockRun>,
  workers: readonly ChildProcess[],
): Promise<RunResult[]> {
  const results: RunResult[] = [];
  const parts = opening.then((run) => Array.from({ length: run.parts }, (_, at) => at + 1));
  const lane = async (run: MockRun, left: number[]) => {
    for (let part = left.shift(); part !== undefined; part = left.shift()) results.push(await run.part(part));
  };
  const own = async () => {
    const [run, left] = [await opening, await parts];
    await Promise.all(Array.from({ length: run.lanes }, () => lane(run, left)));
  };
  const other = (worker: ChildProcess): Promise<void> =>
    new Promise((resolve, reject) => {
      let running = 0;
      worker.on('error', reject);
      worker.on('exit', (code, signal) => reject(new Error(`A worker ended early: ${signal ?? code}`)));
      worker.on('message', async (said) => {
        const { lanes } = await opening;
        const left = await parts;
        if (said !== ready) {
          results.push(said as RunResult); // a worker says nothing else
          running--;
        }
        for (; running < lanes && left.length > 0; running++) worker.send(left.pop() as number); // there is one
        if (running > 0) return;
        resolve();
        worker.disconnect();
      });
    });
  await Promise.all([own(), ...workers.map(other)]);
  return results;
}

/** Runs the parts that the parent process requests, and ends with it. */
export function beWorker(run: MockRun): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', async (part: number) => process.send?.(await run.part(part)));
  process.send?.(ready);
}
