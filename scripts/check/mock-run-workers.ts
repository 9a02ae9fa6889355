import { fork } from 'node:child_process';
import process from 'node:process';
import type { RunResult } from '../../suites/harness/results.ts';
import type { MockRun } from './mock-run.ts';

/** What a worker says before its first part. */
const ready = 'ready';

/**
 * Runs the parts of a run in this process and in as many others as make `workers`, each of which takes another part
 * whenever it is done with one. This one begins at the first part and the others at the last, so that neighbours
 * mostly come to the same process.
 *
 * @throws Error when a worker ends early.
 */
export async function shareParts(run: MockRun, workers: number): Promise<RunResult[]> {
  const left = Array.from({ length: run.parts }, (_, at) => at + 1);
  const results: RunResult[] = [];
  const own = async () => {
    for (let part = left.shift(); part !== undefined; part = left.shift()) results.push(await run.part(part));
  };
  const other = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const [script = '', ...args] = process.argv.slice(1);
      const child = fork(script, [...args, '--worker']);
      child.on('error', reject);
      child.on('exit', (code, signal) => reject(new Error(`A worker ended early: ${signal ?? code}`)));
      child.on('message', (said) => {
        if (said !== ready) results.push(said as RunResult); // a worker says nothing else
        const part = left.pop();
        if (part !== undefined) child.send(part);
        else {
          resolve();
          child.disconnect();
        }
      });
    });
  await Promise.all([own(), ...Array.from({ length: workers - 1 }, other)]);
  return results;
}

/** Runs the parts that the process asks for which has started this one, and ends with it. */
export function beWorker(run: MockRun): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', async (part: number) => process.send?.(await run.part(part)));
  process.send?.(ready);
}
