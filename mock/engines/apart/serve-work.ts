import { parentPort, type Transferable } from 'node:worker_threads';

/** A thread's answer to a piece of work. */
export type WorkAnswer<Output> = { readonly output: Output } | { readonly problem: string };

/**
 * Makes this thread one of `WorkThreads`, which processes each piece it receives.
 *
 * @param transferred the parts of an output that are transferred instead of copied
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
