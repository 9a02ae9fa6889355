import type { PyodideFiles } from '../pyodide-files.ts';
import type { EmscriptenFileSystem } from './file-system.ts';
import type { InterruptSignal } from './polling.ts';

/** The part of Pyodide's API that is used. */
export interface Pyodide {
  readonly FS: EmscriptenFileSystem;
  readonly runPython: (code: string) => unknown;
  readonly makeMemorySnapshot: () => Uint8Array;
  readonly setInterruptBuffer: (buffer: InterruptSignal) => void;
  readonly setStdin: (options: { readonly stdin: () => null }) => void;
  readonly setStdout: (options: { readonly write: (piece: Uint8Array) => number }) => void;
  readonly setStderr: (options: { readonly write: (piece: Uint8Array) => number }) => void;
}

/** The content of a snapshot in addition to Pyodide and `runner.py`: a change makes another snapshot. */
export const snapshotSettings = {
  env: { HOME: '/home/user', USER: 'user', LANG: 'C.UTF-8' },
  /** Built-in modules that would give a program JavaScript, or any memory address. */
  forgotten: ['_pyodide_core', '_ctypes'],
};

const address = 'http://python.invalid/';

/**
 * Starts Pyodide in a thread whose globals are closed (`closeWorld`). Its two modules are evaluated from their sources,
 * since a closed thread can import nothing.
 *
 * @param hidden names of globals that could not be removed
 * @param wrapImports changes the imports of the WebAssembly module
 * @param snapshot a memory snapshot to start from; without one, Pyodide can make one
 */
export async function startPyodide(
  { loader, glue, module, library, abi }: PyodideFiles,
  hidden: readonly string[],
  wrapImports: (imports: WebAssembly.Imports) => WebAssembly.Imports,
  snapshot: SharedArrayBuffer | undefined,
): Promise<{ readonly pyodide: Pyodide; readonly exports: WebAssembly.Exports }> {
  // The loader requests only the library.
  setGlobal('fetch', async () => ({ ok: true, arrayBuffer: async () => library.slice(0) }));
  const { instantiate } = WebAssembly;
  let exports: WebAssembly.Exports = {};
  Reflect.set(WebAssembly, 'instantiateStreaming', async (_: unknown, imports: WebAssembly.Imports) => {
    const instance = await instantiate(module, wrapImports(imports));
    exports = instance.exports;
    return { instance, module };
  });
  const createPyodideModule = evaluate(glue, hidden);
  // `pyodide.mjs` exports this function.
  const load = evaluate(loader, hidden, 'loadPyodide') as (settings: object) => Promise<Pyodide>;
  const pyodide = await load({
    createPyodideModule,
    indexURL: address,
    lockFileContents: { info: { abi_version: abi, arch: 'wasm32', version: 'none' }, packages: {} },
    jsglobals: Object.create(null),
    env: { ...snapshotSettings.env },
    ...(snapshot ? { _loadSnapshot: new Uint8Array(snapshot) } : { _makeSnapshot: true }),
  });
  return { pyodide, exports };
}

/** Defines a global of a web worker. */
export function setGlobal(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** A module's export by name, or its default export. */
function evaluate(source: string, hidden: readonly string[], exported?: string): unknown {
  const body = source
    .replaceAll('import.meta.url', JSON.stringify(`${address}pyodide.asm.mjs`))
    .replaceAll(/\bimport\(/g, 'noImport(')
    .replace(/export default (\w+);?/, 'return $1;')
    .replace(/export\s*\{([^}]*)\};?/, (_, names: string) => {
      const name = names.split(',').find((pair) => pair.trim().endsWith(` as ${exported}`));
      return `return ${name?.trim().split(' ')[0]};`;
    });
  const make = new Function(...hidden, 'noImport', `'use strict';${body}`);
  const noImport = () => {
    throw new EvalError('Nothing is imported here.');
  };
  return make(...hidden.map(() => undefined), noImport);
}

/**
 * Removes the names of built-in modules from Python's table of them: loaded modules stay with their owners, and none is
 * created again.
 *
 * @param exports those of Pyodide's WebAssembly module
 * @throws TypeError if one of the names is not in the table
 */
export function forgetModules(exports: WebAssembly.Exports, names: readonly string[]): void {
  const { memory, PyImport_Inittab: table } = exports;
  if (!(memory instanceof WebAssembly.Memory) || !(table instanceof WebAssembly.Global)) {
    throw new TypeError('there is no table of built-in modules');
  }
  const bytes = new Uint8Array(memory.buffer);
  const words = new DataView(memory.buffer);
  const wanted = new Set(names);
  // An entry has eight bytes: the address of the name, and that of the init function.
  for (let entry = words.getUint32(table.value, true); ; entry += 8) {
    const at = words.getUint32(entry, true);
    if (at === 0) break;
    const name = new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
    if (wanted.delete(name)) bytes[at] = 0;
  }
  if (wanted.size > 0) throw new TypeError(`there is no built-in module ${[...wanted].join(', ')}`);
}
