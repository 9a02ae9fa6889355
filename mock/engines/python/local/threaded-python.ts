import { pythonLimits } from '../../../../spec/engine-limits.ts';
import {
  type PythonEngine,
  PythonError,
  type PythonOptions,
  type PythonOutcome,
  type PythonRun,
} from '../python-engine.ts';
import { Turns, watchMemory } from './bounds.ts';
import { InterpreterPool } from './interpreter-pool.ts';
import type { InterpreterThread } from './interpreter-thread.ts';
import { toOutcome } from './outcome.ts';
import { pyodideFolder, pyodideVersion } from './pyodide-files.ts';

/**
 * Milliseconds a thread may take to end. On a busy machine a healthy one takes seconds; abandoning its process too
 * early makes the next programs wait for a new one.
 */
const stuckMs = 10_000;

/**
 * Python by Pyodide: each program has its own interpreter and thread, used once (example-apps: 2.5).
 *
 * @param onSpent called when the process should run no more programs: a stopped thread does not end, or little memory
 * is left
 * @param folder folder of the package `pyodide`
 * @param kept file of a snapshot; without one it is made, which takes seconds
 */
export function createThreadedPython(
  options: PythonOptions = {},
  onSpent: () => void = () => {},
  folder: string = pyodideFolder(),
  kept?: string,
): PythonEngine {
  const limits = { ...pythonLimits, ...pickDefined(options) };
  const pool = new InterpreterPool({ ...limits, limits, folder, kept });
  const turns = new Turns(limits.runsAtOnce, limits.waitingRuns);
  const running = new Set<InterpreterThread>();
  const closing = new AbortController();
  const memory = watchMemory({
    bytes: limits.processBytes,
    onHigh: onSpent,
    onExceeded() {
      for (const thread of running) thread.exhaust();
    },
  });

  function stop(thread: InterpreterThread): void {
    const late = setTimeout(onSpent, stuckMs);
    late.unref?.();
    void thread.stop().finally(() => clearTimeout(late));
  }

  async function run({ code, signal, timeoutMs = limits.runMs }: PythonRun): Promise<PythonOutcome> {
    const bytes = new TextEncoder().encode(code).length;
    if (bytes > limits.codeBytes) {
      throw new PythonError(
        'too-long',
        `the program has ${bytes} bytes; at most ${limits.codeBytes} are allowed`,
      );
    }
    const ended = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
    return turns.take(async () => {
      const thread = await pool.take();
      running.add(thread);
      memory.watch();
      try {
        ended.throwIfAborted();
        return await runOn(thread, code, Math.min(timeoutMs, limits.runMs), ended);
      } finally {
        running.delete(thread);
        if (running.size === 0) memory.rest();
        stop(thread);
      }
    }, ended);
  }

  return {
    run,
    async status() {
      try {
        await pool.warmUp();
        return { found: true, product: `Pyodide/${pyodideVersion(folder)}` };
      } catch (error) {
        return { found: false, reason: error instanceof Error ? error.message : String(error) };
      }
    },
    async close() {
      closing.abort(new PythonError('closed', 'Python was closed'));
      await Promise.all([pool.close(), ...[...running].map((thread) => thread.stop())]);
    },
  };
}

async function runOn(
  thread: InterpreterThread,
  code: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<PythonOutcome> {
  const from = performance.now();
  const end = await thread.run(code, timeoutMs, signal);
  const durationMs = Math.ceil(performance.now() - from);
  return { ...thread.output, ...toOutcome(end, timeoutMs), durationMs };
}

function pickDefined(options: PythonOptions): Partial<typeof pythonLimits> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  // The rest are numbers under the names of the limits.
  return Object.fromEntries(given) as Partial<typeof pythonLimits>;
}
