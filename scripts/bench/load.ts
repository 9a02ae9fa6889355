import { join } from 'node:path';
import type { LoadJob, LoadReport } from './load-generator.ts';
import { BenchError, type Processes } from './processes.ts';

/** Time limit of one job. */
const jobLimit = 60_000;

/** Sends requests from a process of its own, one job after the other. */
export interface Load<Job = LoadJob, Report = LoadReport> {
  /** @throws BenchError when an answer is missing, has another status than 200, or takes too long */
  run(job: Job): Promise<Report>;
}

/** Starts the generator; it ends with the other processes of the run. */
export function startLoad(processes: Processes): Load {
  return startClient<LoadJob, LoadReport>(processes, 'load-generator.ts');
}

/**
 * Starts a program that sends requests for its parent.
 *
 * @param program a file of this folder that takes jobs and returns reports of these types
 */
export function startClient<
  Job extends { readonly port: number },
  Report extends { readonly refused: number },
>(processes: Processes, program: string): Load<Job, Report> {
  let settle: (message: { report: Report } | { failure: string }) => void = () => {};
  const child = processes.start(
    Bun.spawn([process.execPath, join(import.meta.dirname, program)], {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (message) => settle(message),
    }),
  );
  return {
    async run(job) {
      const message = await new Promise<{ report: Report } | { failure: string }>((resolve) => {
        settle = resolve;
        setTimeout(() => resolve({ failure: `no end after ${jobLimit} ms` }), jobLimit).unref();
        child.send(job);
      });
      if ('failure' in message) throw new BenchError('bench', `port ${job.port}: ${message.failure}`);
      if (message.report.refused > 0) {
        throw new BenchError('bench', `port ${job.port}: ${message.report.refused} answers were not 200`);
      }
      return message.report;
    },
  };
}
