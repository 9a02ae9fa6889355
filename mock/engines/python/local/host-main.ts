import process from 'node:process';
import { PythonError } from '../python-engine.ts';
import type { HostReply, HostRequest } from './host.ts';
import { createThreadedPython } from './threaded-python.ts';

/** The process with the interpreters; it exits with its parent. */
const reply = (message: HostReply) => void process.send?.(message);
const [, , options = '{}', folder, kept] = process.argv;
const python = createThreadedPython(JSON.parse(options), () => reply({ kind: 'spent' }), folder, kept);
const running = new Map<number, AbortController>();

reply({ kind: 'up' });
process.on('disconnect', () => process.exit());
process.on('message', async (request: HostRequest) => {
  const { id } = request;
  if (request.kind === 'abort') return running.get(id)?.abort();
  if (request.kind === 'status') return reply({ kind: 'status', id, status: await python.status() });
  const ending = new AbortController();
  running.set(id, ending);
  const { code, timeoutMs } = request;
  try {
    const outcome = await python.run({ code, timeoutMs, signal: ending.signal });
    reply({ kind: 'outcome', id, outcome: JSON.stringify(outcome) });
  } catch (error) {
    const refusal = error instanceof PythonError ? error.refusal : 'closed';
    reply({ kind: 'refused', id, refusal, message: error instanceof Error ? error.message : String(error) });
  } finally {
    running.delete(id);
  }
});
