import process from 'node:process';
import { Worker } from 'node:worker_threads';

/** A process in the place of that of the interpreters: starts a thread as it does, and prints what can be done there. */
const workerData: unknown = JSON.parse(process.argv[2] ?? '{}');
const thread = new Worker(new URL('./wall-thread.ts', import.meta.url), { env: {}, workerData });
thread.on('message', (open: unknown) => {
  console.log(JSON.stringify(open));
  process.exit();
});
