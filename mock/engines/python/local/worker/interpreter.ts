import type { StartMessage, WorkerMessage } from '../messages.ts';
import { outputWriter } from '../shared-output.ts';
import { boundFiles } from './bound-files.ts';
import { boundMemory } from './bound-memory.ts';
import { endCodeGeneration, type LeftNames, setGlobal } from './close-world.ts';
import { evaluate, pyodideAddress } from './evaluate.ts';
import { forgetModules } from './forget-modules.ts';
import type { LoadPyodide, Pyodide } from './pyodide-api.ts';

/** Where the runner is while a snapshot is made. */
const runnerFile = '/sandbox_runner.py';

/** Built-in modules by which a program would reach JavaScript, or memory as it likes. */
const waysOut = ['_pyodide_core', '_ctypes'];

/** An interpreter in a thread of its own, whose globals are closed already. */
export interface Interpreter {
  run(code: string): void;
  takeSnapshot(): { readonly snapshot: SharedArrayBuffer; readonly product: string };
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
  const createPyodideModule = evaluate(start.glue, undefined, hidden);
  // What the module exports under this name.
  const load = evaluate(start.loader, 'loadPyodide', hidden) as LoadPyodide;
  const pyodide = await load({
    createPyodideModule,
    indexURL: pyodideAddress,
    lockFileContents: { info: { abi_version: start.abi, arch: 'wasm32', version: 'none' }, packages: {} },
    jsglobals: Object.create(null),
    env: { HOME: '/home/user', USER: 'user', LANG: 'C.UTF-8' },
    ...(snapshot ? { _loadSnapshot: new Uint8Array(snapshot) } : { _makeSnapshot: true }),
  });
  if (!snapshot) {
    pyodide.FS.writeFile(runnerFile, start.runner);
    return { run: () => {}, takeSnapshot: () => snapshotOf(pyodide, loaded()) };
  }
  // What it exports.
  const { run, close } = pyodide.runPython('import sandbox_runner; sandbox_runner') as Runner;
  pyodide.setInterruptBuffer(new Uint8Array(start.interrupt));
  connectOutput(pyodide, start, send);
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

/** Gives the loader its files, and nothing else, where a page would load them; tells what it made of them. */
function serveFiles({ module, library }: StartMessage): () => WebAssembly.Exports {
  let exports: WebAssembly.Exports = {};
  setGlobal('fetch', async (url: unknown) => ({
    ok: true,
    arrayBuffer: async () => (String(url).endsWith('.zip') ? library.slice(0) : new ArrayBuffer(0)),
  }));
  const instantiate = WebAssembly.instantiate;
  Reflect.set(WebAssembly, 'instantiateStreaming', async (_: unknown, imports: WebAssembly.Imports) => {
    const instance = await instantiate(module, imports);
    exports = instance.exports;
    return { instance, module };
  });
  return () => exports;
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

function snapshotOf(pyodide: Pyodide, exports: WebAssembly.Exports) {
  pyodide.runPython(`import sys; sys.path.insert(0, '/'); import sandbox_runner; sys.path.remove('/')`);
  forgetModules(exports, waysOut);
  const made = pyodide.makeMemorySnapshot();
  const snapshot = new SharedArrayBuffer(made.length);
  new Uint8Array(snapshot).set(made);
  return { snapshot, product: `Pyodide/${pyodide.version}` };
}
