import { join } from 'node:path';
import type { LoadJob, LoadReport } from './load-generator.ts';
import { BenchError, type Processes } from './processes.ts';

/** How long one job may take. */
const jobLimit = 60_000;

/** Has a process of its own send requests, one job after the other. */
export interface Load {
  /** @throws BenchError when an answer is missing, has another status than 200, or takes too long */
  run(job: LoadJob): Promise<LoadReport>;
}

/** Starts the generator; it ends with the other processes of the run. */
export function startLoad(processes: Processes): Load {
  let settle: (message: { report: LoadReport } | { failure: string }) => void = () => {};
  const child = processes.start(
    Bun.spawn([process.execPath, join(import.meta.dirname, 'load-generator.ts')], {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (message) => settle(message),
    }),
  );
  return {
    async run(job) {
      const message = await new Promise<{ report: LoadReport } | { failure: string }>((resolve) => {
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
