import { changedParts, changedPieces, joinedParts, restoreParts } from '../changed-parts.ts';
import type { Snapshot, StartMessage, WorkerMessage } from '../messages.ts';
import { outputWriter } from '../shared-output.ts';
import { boundFiles } from './bound-files.ts';
import { boundMemory } from './bound-memory.ts';
import { endCodeGeneration, type LeftNames, setGlobal } from './close-world.ts';
import { evaluate, pyodideAddress } from './evaluate.ts';
import { forgetModules } from './forget-modules.ts';
import { interruptSignal } from './interrupt-signal.ts';
import { lendLibrary } from './lend-library.ts';
import type { LoadPyodide, Pyodide } from './pyodide-api.ts';
import { restingClock } from './resting-clock.ts';

/** Where the runner is while a snapshot is made. */
const runnerFile = '/sandbox_runner.py';

/** Built-in modules by which a program would reach JavaScript, or memory as it likes. */
const waysOut = ['_pyodide_core', '_ctypes'];

/** An interpreter in a thread of its own, whose globals are closed already. */
export interface Interpreter {
  run(code: string): void;
  takeSnapshot(): { readonly snapshot: Snapshot; readonly product: string };
}

/** Starts an interpreter, from a snapshot where there is one, and shuts it off from JavaScript. */
export async function startInterpreter(
  start: StartMessage,
  hidden: LeftNames,
  send: (message: WorkerMessage) => void,
): Promise<Interpreter> {
  const { snapshot, limits } = start;
  boundMemory(limits.memoryBytes);
  const loaded = serveFiles(start);
  const createPyodideModule = evaluate(start.glue, hidden);
  // What the module exports.
  const load = evaluate(start.loader, hidden) as LoadPyodide;
  const pyodide = await load({
    createPyodideModule,
    indexURL: pyodideAddress,
    lockFileContents: { info: { abi_version: start.abi, arch: 'wasm32', version: 'none' }, packages: {} },
    jsglobals: Object.create(null),
    env: { HOME: '/home/user', USER: 'user', LANG: 'C.UTF-8' },
    ...(snapshot ? { _loadSnapshot: new Uint8Array(snapshot.head) } : { _makeSnapshot: true }),
  });
  if (!snapshot) {
    pyodide.FS.writeFile(runnerFile, start.runner);
    return { run: () => {}, takeSnapshot: () => snapshotOf(pyodide, loaded()) };
  }
  // What it exports.
  const { run, close } = pyodide.runPython('import sandbox_runner; sandbox_runner') as Runner;
  pyodide.setInterruptBuffer(interruptSignal(start.interrupt));
  connectOutput(pyodide, start, send);
  lendLibrary(pyodide.FS, start.library);
  boundFiles(pyodide.FS, { bytes: limits.fileBytes, nodes: limits.files });
  close();
  endCodeGeneration();
  return {
    run(code) {
      try {
        const outcome = run(code);
        if (outcome.length > limits.resultChars) send({ kind: 'overflow' });
        else send({ kind: 'ended', outcome });
      } catch (error) {
        send({ kind: 'broken', reason: String(error).slice(0, 1_000) });
      }
    },
    takeSnapshot: () => snapshotOf(pyodide, loaded()),
  };
}

interface Runner {
  readonly run: (code: string) => string;
  readonly close: () => void;
}

/**
 * What the module of Python exports, what its memory was at first, which is the same each time, and which pieces of it
 * were another when it had made itself ready, before Python began.
 */
interface Loaded {
  readonly exports: WebAssembly.Exports;
  readonly memory: WebAssembly.Memory;
  readonly first: ArrayBuffer;
  readonly changedBefore: readonly boolean[];
}

/**
 * Gives the loader its files, and nothing else, where a page would load them; tells what it made of them. Once the
 * module has made itself ready, its memory becomes that of the snapshot, where there is one; the library is lent then.
 */
function serveFiles({ module, library, snapshot }: StartMessage): () => Loaded {
  let loaded: Loaded | undefined;
  setGlobal('fetch', async (url: unknown) => ({
    ok: true,
    arrayBuffer: async () =>
      !snapshot && String(url).endsWith('.zip') ? library.slice(0) : new ArrayBuffer(0),
  }));
  const instantiate = WebAssembly.instantiate;
  Reflect.set(WebAssembly, 'instantiateStreaming', async (_: unknown, imports: WebAssembly.Imports) => {
    const { exports } = await instantiate(module, resting(imports));
    const { memory, __wasm_call_ctors: construct } = exports;
    if (!(memory instanceof WebAssembly.Memory) || typeof construct !== 'function') {
      throw new TypeError('the module is not that of Python');
    }
    const first = snapshot ? new ArrayBuffer(0) : memory.buffer.slice(0);
    const constructed = () => {
      construct();
      if (snapshot) restoreParts(new Uint8Array(memory.buffer), snapshot.parts, snapshot.memory);
      else loaded = { exports, memory, first, changedBefore: changedPieces(first, memory.buffer) };
    };
    return { instance: { exports: { ...exports, __wasm_call_ctors: constructed } }, module };
  });
  return () => {
    if (!loaded) throw new TypeError('no module was loaded');
    return loaded;
  };
}

/** What the module imports, with a clock that rests while Python sleeps. */
function resting(imports: WebAssembly.Imports): WebAssembly.Imports {
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

function snapshotOf(pyodide: Pyodide, { exports, memory, first, changedBefore }: Loaded) {
  pyodide.runPython(`import sys; sys.path.insert(0, '/'); import sandbox_runner; sys.path.remove('/')
sandbox_runner.settle()`);
  forgetModules(exports, waysOut);
  const made = pyodide.makeMemorySnapshot();
  // Memory comes last.
  const headBytes = made.length - memory.buffer.byteLength;
  const parts = changedParts(changedBefore, changedPieces(first, made.slice(headBytes).buffer));
  const snapshot: Snapshot = {
    head: joinedParts(made, [0, headBytes]),
    memory: joinedParts(made.subarray(headBytes), parts),
    parts,
  };
  return { snapshot, product: `Pyodide/${pyodide.version}` };
}
