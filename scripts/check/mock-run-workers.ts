import { type ChildProcess, fork } from 'node:child_process';
import process from 'node:process';
import type { RunResult } from '../../suites/harness/results.ts';
import type { MockRun } from './mock-run.ts';

/** What a worker says before its first part. */
const ready = 'ready';

/** Starts a process like this one, which runs parts of the same run. */
export function startWorker(): ChildProcess {
  const [script = '', ...args] = process.argv.slice(1);
  return fork(script, [...args, '--worker']);
}

/**
 * Runs the parts of a run in this process and in workers, each of which takes another part whenever it is done with
 * one. This one begins at the first part and the others at the last, so that neighbours mostly come to the same
 * process.
 *
 * @param workers that have just been started
 * @param opening the run, which this process may still make while they start
 * @throws Error when a worker ends early.
 */
export async function shareParts(
  opening: Promise<MockRun>,
  workers: readonly ChildProcess[],
): Promise<RunResult[]> {
  const results: RunResult[] = [];
  const parts = opening.then((run) => Array.from({ length: run.parts }, (_, at) => at + 1));
  const own = async () => {
    const [run, left] = [await opening, await parts];
    for (let part = left.shift(); part !== undefined; part = left.shift()) results.push(await run.part(part));
  };
  const other = (worker: ChildProcess): Promise<void> =>
    new Promise((resolve, reject) => {
      worker.on('error', reject);
      worker.on('exit', (code, signal) => reject(new Error(`A worker ended early: ${signal ?? code}`)));
      worker.on('message', async (said) => {
        if (said !== ready) results.push(said as RunResult); // a worker says nothing else
        const part = (await parts).pop();
        if (part !== undefined) worker.send(part);
        else {
          resolve();
          worker.disconnect();
        }
      });
    });
  await Promise.all([own(), ...workers.map(other)]);
  return results;
}

/** Runs the parts that the process asks for which has started this one, and ends with it. */
export function beWorker(run: MockRun): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', async (part: number) => process.send?.(await run.part(part)));
  process.send?.(ready);
}
