import { parentPort, type Transferable } from 'node:worker_threads';

/** What a thread answers to a piece of work. */
export type WorkAnswer<Output> = { readonly output: Output } | { readonly problem: string };

/**
 * Makes this thread one of `WorkThreads`: it does each piece that it is sent.
 *
 * @param transferred what of an output is handed over, and not copied
 */
export function serveWork<Input, Output>(
  work: (input: Input) => Promise<Output>,
  transferred: (output: Output) => Transferable[] = () => [],
): void {
  parentPort?.on('message', async (input: Input) => {
    const answer: WorkAnswer<Output> = await work(input).then(
      (output) => ({ output }),
      (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
    );
    parentPort?.postMessage(answer, 'output' in answer ? transferred(answer.output) : []);
  });
}
