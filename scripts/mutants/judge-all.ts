import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { type Mutant, MutantError } from '../../suites/mutants/mutant.ts';
import { shortRun } from '../conform/short-run.ts';
import type { Outcome } from './judge-mutant.ts';

export interface JudgeOptions {
  /** Processes at the same time. */
  readonly jobs: number;
  readonly nearby: boolean;
  readonly judged?: (outcome: Outcome) => void;
}

/** Mutants that one process judges before another takes its place: the modules of a mutant are never given back. */
const perProcess = 40;
/** Milliseconds that a mutant may take; one that never ends ends its process. */
const patience = 180_000;

/**
 * Judges mutants in processes of their own; the outcomes are in the order of the mutants.
 *
 * @throws MutantError when the server without a fault does not start
 */
export async function judgeAll(
  mutants: readonly Mutant[],
  options: JudgeOptions,
): Promise<readonly Outcome[]> {
  const queue = [...mutants];
  const outcomes = new Map<string, Outcome>();
  const job = async () => {
    while (queue.length > 0) {
      const worker = await startWorker(options.nearby);
      for (let count = 0; count < perProcess && worker.alive(); count++) {
        const mutant = queue.shift();
        if (!mutant) break;
        const outcome = await worker.judge(mutant);
        outcomes.set(mutant.id, outcome);
        options.judged?.(outcome);
      }
      await worker.stop();
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.jobs, mutants.length) }, job));
  return mutants.flatMap(({ id }) => outcomes.get(id) ?? []);
}

interface Worker {
  alive(): boolean;
  judge(mutant: Mutant): Promise<Outcome>;
  stop(): Promise<void>;
}

async function startWorker(nearby: boolean): Promise<Worker> {
  const child = fork(join(import.meta.dirname, 'worker.ts'), nearby ? ['--nearby'] : [], {
    // The process lives for minutes, the modules of each mutant for a second.
    env: { ...process.env, ...shortRun },
    stdio: 'inherit',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const alive = () => child.exitCode === null && child.signalCode === null;
  const problem = await Promise.race([next(child), ended.then(() => 'its process ended')]);
  if (problem !== null) {
    child.kill();
    throw new MutantError('mutants-server', `the server without a fault does not start: ${problem}`);
  }
  return {
    alive,
    async judge(mutant) {
      const started = performance.now();
      const lost = (reason: string): Outcome => ({
        mutant: mutant.id,
        requirement: mutant.requirement,
        fate: 'broken',
        reason,
        caughtBy: [],
        duration_ms: Math.round(performance.now() - started),
      });
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<Outcome>((resolve) => {
        timer = setTimeout(() => {
          child.kill('SIGKILL');
          resolve(lost(`${mutant.id}: no end after ${patience / 1000} s`));
        }, patience);
      });
      const answered = next(child);
      child.send(mutant.id);
      const gone = ended.then(() =>
        lost(`${mutant.id}: its process ended (${child.exitCode ?? child.signalCode})`),
      );
      try {
        // The worker sends outcomes and nothing else once it is ready.
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
