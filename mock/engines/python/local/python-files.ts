import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { StartMessage } from './messages.ts';

/** What all interpreters start from. */
export type PythonFiles = Pick<StartMessage, 'loader' | 'glue' | 'module' | 'library' | 'abi' | 'runner'>;

/** Where the package `pyodide` is. */
export const pyodideFolder = () => dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));

/** Reads the files of the package `pyodide`, which is in that folder, and compiles what is to be compiled. */
export async function readPythonFiles(folder: string): Promise<PythonFiles> {
  const read = (name: string) => readFile(join(folder, name));
  const [loader, glue, wasm, zip, lock, runner] = await Promise.all([
    read('pyodide.mjs'),
    read('pyodide.asm.mjs'),
    read('pyodide.asm.wasm'),
    read('python_stdlib.zip'),
    read('pyodide-lock.json'),
    readFile(join(import.meta.dirname, 'worker', 'runner.py')),
  ]);
  const library = new SharedArrayBuffer(zip.length);
  new Uint8Array(library).set(zip);
  return {
    loader: loader.toString(),
    glue: glue.toString(),
    module: await WebAssembly.compile(wasm),
    library,
    abi: JSON.parse(lock.toString()).info.abi_version,
    runner: runner.toString(),
  };
}
