import { parentPort } from 'node:worker_threads';
import type { RunMessage, StartMessage, WorkerMessage } from '../messages.ts';
import { closeWorld } from './close-world.ts';
import { dropPermissions } from './drop-permissions.ts';
import { startInterpreter } from './interpreter.ts';

/** The thread of one interpreter: it starts it, runs one program, and is thrown away. */
const port = parentPort;
if (port) {
  dropPermissions();
  const send = (message: WorkerMessage) => port.postMessage(message);
  port.once('message', async (start: StartMessage) => {
    try {
      const interpreter = await startInterpreter(start, closeWorld(), send);
      port.once('message', ({ code }: RunMessage) => interpreter.run(code));
      if (start.snapshot) send({ kind: 'ready' });
      else send({ kind: 'snapshot', ...interpreter.takeSnapshot() });
    } catch (error) {
      send({ kind: 'failed', reason: String(error) });
    }
  });
}
