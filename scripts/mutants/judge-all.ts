import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { MutantError } from '../../suites/mutants/mutant.ts';
import { shortRun } from '../conform/short-run.ts';

/** A server to judge. */
interface Case {
  readonly id: string;
}

export interface JudgeOptions<One extends Case, Outcome> {
  /** Number of parallel processes. */
  readonly jobs: number;
  /** Flags of `worker.ts`. */
  readonly flags: readonly string[];
  /** The outcome of a server whose process did not finish. */
  readonly lost: (one: One, reason: string, duration_ms: number) => Outcome;
  readonly judged?: (outcome: Outcome) => void;
}

/**
 * Number of servers that one process judges before another replaces it: modules of a patched server are never freed.
 */
const perProcess = 40;
/** Milliseconds that a server may take; its process is killed after that. */
const patience = 180_000;

/**
 * Judges servers in separate processes; outcomes are in the order of the servers.
 *
 * @throws MutantError when the unchanged server does not start
 */
export async function judgeAll<One extends Case, Outcome>(
  cases: readonly One[],
  options: JudgeOptions<One, Outcome>,
): Promise<readonly Outcome[]> {
  const queue = [...cases];
  const outcomes = new Map<string, Outcome>();
  const job = async () => {
    while (queue.length > 0) {
      const worker = await startWorker(options);
      for (let count = 0; count < perProcess && worker.alive(); count++) {
        const one = queue.shift();
        if (!one) break;
        const outcome = await worker.judge(one);
        outcomes.set(one.id, outcome);
        options.judged?.(outcome);
      }
      await worker.stop();
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.jobs, cases.length) }, job));
  return cases.flatMap(({ id }) => outcomes.get(id) ?? []);
}

interface Worker<One, Outcome> {
  alive(): boolean;
  judge(one: One): Promise<Outcome>;
  stop(): Promise<void>;
}

async function startWorker<One extends Case, Outcome>({
  flags,
  lost,
}: JudgeOptions<One, Outcome>): Promise<Worker<One, Outcome>> {
  const child = fork(join(import.meta.dirname, 'worker.ts'), flags, {
    // The process lives for minutes, the modules of each server for a second.
    env: { ...process.env, ...shortRun },
    stdio: 'inherit',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const alive = () => child.exitCode === null && child.signalCode === null;
  const problem = await Promise.race([next(child), ended.then(() => 'its process ended')]);
  if (problem !== null) {
    child.kill();
    throw new MutantError('mutants-server', `the unchanged server does not start: ${problem}`);
  }
  return {
    alive,
    async judge(one) {
      const started = performance.now();
      const noEnd = (reason: string) =>
        lost(one, `${one.id}: ${reason}`, Math.round(performance.now() - started));
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<Outcome>((resolve) => {
        timer = setTimeout(() => {
          child.kill('SIGKILL');
          resolve(noEnd(`not finished after ${patience / 1000} s`));
        }, patience);
      });
      const answered = next(child);
      child.send(one.id);
      const gone = ended.then(() => noEnd(`its process ended (${child.exitCode ?? child.signalCode})`));
      try {
        // Once ready, the worker sends outcomes and nothing else.
        return await Promise.race([answered as Promise<Outcome>, late, gone]);
      } finally {
        clearTimeout(timer);
      }
    },
    async stop() {
      if (!alive()) return;
      child.disconnect();
      await ended;
    },
  };
}

/** The next message of a process. */
function next(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once('message', resolve));
}
