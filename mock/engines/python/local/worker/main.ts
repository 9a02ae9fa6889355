import { parentPort } from 'node:worker_threads';
import type { RunMessage, StartMessage, WorkerMessage } from '../messages.ts';
import { closeWorld, dropPermissions } from './close-world.ts';
import { makeSnapshot, startInterpreter } from './interpreter.ts';

/** The thread of one interpreter: it starts it and runs one program, or makes a snapshot. */
const port = parentPort;
if (port) {
  dropPermissions();
  const send = (message: WorkerMessage) => port.postMessage(message);
  port.once('message', async (start: StartMessage) => {
    try {
      const hidden = closeWorld();
      if (!start.snapshot) return send({ kind: 'snapshot', snapshot: await makeSnapshot(start, hidden) });
      const run = await startInterpreter(start, start.snapshot, hidden, send);
      port.once('message', ({ code }: RunMessage) => run(code));
      send({ kind: 'ready' });
    } catch (error) {
      send({ kind: 'failed', reason: String(error) });
    }
  });
}
