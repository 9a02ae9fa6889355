import { outputWriter, type StartMessage, type WorkerMessage } from '../messages.ts';
import { endCodeGeneration } from './close-world.ts';
import { boundFiles } from './file-system.ts';
import { interruptSignal, restingClock } from './polling.ts';
import { forgetModules, type Pyodide, snapshotSettings, startPyodide } from './pyodide.ts';

/**
 * Starts an interpreter from a snapshot, and isolates it from JavaScript.
 *
 * @param hidden what `closeWorld` returned
 * @returns runs the one program of the interpreter
 */
export async function startInterpreter(
  start: StartMessage,
  snapshot: SharedArrayBuffer,
  hidden: readonly string[],
  send: (message: WorkerMessage) => void,
): Promise<(code: string) => void> {
  const { limits } = start;
  boundMemory(limits.memoryBytes);
  const { pyodide } = await startPyodide(start.files, hidden, restingImports, snapshot);
  // The definitions of `runner.py`.
  const { run, close } = pyodide.runPython('import sandbox_runner; sandbox_runner') as Runner;
  pyodide.setInterruptBuffer(interruptSignal(start.interrupt));
  connectOutput(pyodide, start, send);
  boundFiles(pyodide.FS, { bytes: limits.fileBytes, nodes: limits.files });
  close();
  endCodeGeneration();
  return (code) => {
    try {
      const outcome = run(code);
      if (outcome.length > limits.resultChars) send({ kind: 'overflow' });
      else send({ kind: 'ended', outcome });
    } catch (error) {
      send({ kind: 'broken', reason: String(error).slice(0, 1_000) });
    }
  };
}

interface Runner {
  readonly run: (code: string) => string;
  readonly close: () => void;
}

/** Starts an interpreter without a snapshot, loads the runner, and takes Pyodide's snapshot of its memory. */
export async function makeSnapshot(
  { files, runner }: StartMessage,
  hidden: readonly string[],
): Promise<SharedArrayBuffer> {
  const { pyodide, exports } = await startPyodide(files, hidden, (imports) => imports, undefined);
  pyodide.FS.writeFile('/sandbox_runner.py', runner);
  pyodide.runPython(`import sys; sys.path.insert(0, '/'); import sandbox_runner; sys.path.remove('/')
sandbox_runner.settle()`);
  forgetModules(exports, snapshotSettings.forgotten);
  const made = pyodide.makeMemorySnapshot();
  const shared = new SharedArrayBuffer(made.length);
  new Uint8Array(shared).set(made);
  return shared;
}

/** Stops WebAssembly memory from growing beyond a number of bytes: Python then raises `MemoryError`. */
function boundMemory(bytes: number): void {
  const pageBytes = 65_536;
  const { prototype } = WebAssembly.Memory;
  const grow = prototype.grow;
  const bounded = function grow_(this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * pageBytes > bytes) throw new RangeError('too much memory');
    return Reflect.apply(grow, this, [pages]);
  };
  Object.defineProperty(prototype, 'grow', { value: bounded, configurable: false, writable: false });
}

/** The imports of the module, with a clock that blocks while Python sleeps. */
function restingImports(imports: WebAssembly.Imports): WebAssembly.Imports {
  const now = imports['env']?.['emscripten_get_now'];
  if (typeof now !== 'function') throw new TypeError('the module is not that of Python');
  return { ...imports, env: { ...imports['env'], emscripten_get_now: restingClock(() => now()) } };
}

function connectOutput(pyodide: Pyodide, start: StartMessage, send: (message: WorkerMessage) => void): void {
  const put = outputWriter(start.output, start.limits.outputBytes);
  const writing = (stream: 0 | 1) => ({
    write: (piece: Uint8Array) => {
      if (!put(stream, piece)) send({ kind: 'overflow' });
      return piece.length;
    },
  });
  pyodide.setStdin({ stdin: () => null });
  pyodide.setStdout(writing(0));
  pyodide.setStderr(writing(1));
}
