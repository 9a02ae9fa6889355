import process from 'node:process';
import { openBench } from '../open-bench.ts';
import { crashIn, judgeFault } from './judge-fault.ts';
import type { ForParent, ForWorker } from './messages.ts';
import { observe } from './observe.ts';

/** A process that records what tests reach, and judges faults one after the other. */
const bench = await openBench({ nearby: false });
const send = (message: ForParent) => void process.send?.(message);

// The parent sends nothing else.
process.on('message', async (message: ForWorker) => {
  send(await answer(message).catch((error) => ({ kind: 'unable', reason: String(error) })));
});
process.on('disconnect', async () => {
  await bench.close();
  process.exit(0);
});
// A faulty server may have an uncaught error long after it was judged.
process.on('uncaughtException', crashIn);
process.on('unhandledRejection', crashIn);
send({ kind: 'ready', folder: bench.folder });

async function answer(message: ForWorker): Promise<ForParent> {
  if (message.kind === 'observe') {
    return { kind: 'observed', ...(await observe(message, bench, (test) => send({ kind: 'tested', test }))) };
  }
  return { kind: 'judged', ...(await judgeFault(message, bench, () => send({ kind: 'alive' }))) };
}
