import process from 'node:process';
import { Worker } from 'node:worker_threads';
import type { SqlWork } from './messages.ts';
import { SqlServer } from './serve-sql.ts';

/** A process that runs SQL; it ends with its parent. */
const server = new SqlServer();
// A query that never ends blocks this thread, so another one watches it.
new Worker(new URL('./watch.ts', import.meta.url)).unref();
process.on('disconnect', () => process.exit());
process.on('message', (work: string) => {
  process.send?.({ output: JSON.stringify(server.answer(JSON.parse(work) as SqlWork)) });
});
