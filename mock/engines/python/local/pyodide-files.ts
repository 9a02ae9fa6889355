import { readFileSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The files of the package `pyodide` that an interpreter starts from. They are shared buffers and not views: Deno takes
 * ten seconds to send a view to a thread.
 */
export interface PyodideFiles {
  /** Source of `pyodide.mjs`. */
  readonly loader: string;
  /** Source of `pyodide.asm.mjs`. */
  readonly glue: string;
  /** `pyodide.asm.wasm`, compiled. */
  readonly module: WebAssembly.Module;
  /** `python_stdlib.zip`. */
  readonly library: SharedArrayBuffer;
  /** The ABI version that the lock file states. */
  readonly abi: string;
}

/**
 * The real folder of the package `pyodide`.
 *
 * @throws Error if it is not installed
 */
export const pyodideFolder = (): string =>
  realpathSync(dirname(createRequire(import.meta.url).resolve('pyodide/package.json')));

/** The version of the package `pyodide` in a folder. */
export const pyodideVersion = (folder: string): string =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

/** Reads the files of the package `pyodide` from its folder, and compiles its module. */
export async function readPyodide(folder: string): Promise<PyodideFiles> {
  const text = (name: string) => readFile(join(folder, name), 'utf8');
  const [loader, glue, module, library, lock] = await Promise.all([
    text('pyodide.mjs'),
    text('pyodide.asm.mjs'),
    readFile(join(folder, 'pyodide.asm.wasm')).then((wasm) => WebAssembly.compile(wasm)),
    readFile(join(folder, 'python_stdlib.zip')).then(sharedBytes),
    text('pyodide-lock.json'),
  ]);
  return { loader, glue, module, library, abi: JSON.parse(lock).info.abi_version };
}

/** A copy of bytes that threads share. */
export function sharedBytes(bytes: Uint8Array): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return shared;
}
