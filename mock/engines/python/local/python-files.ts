import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { functionBody } from './function-body.ts';
import type { StartMessage } from './messages.ts';
import { withNeededParts, wordsOf } from './needed-parts.ts';

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
  // What the loader names, and what `forget-modules.ts` asks for.
  const others = [...wordsOf(loader.toString()), 'PyImport_Inittab'];
  const slim = withNeededParts({ glue: glue.toString(), wasm: new Uint8Array(wasm) }, others);
  return {
    loader: functionBody(loader.toString(), 'loadPyodide'),
    glue: functionBody(slim.glue),
    module: await WebAssembly.compile(slim.wasm),
    library,
    abi: JSON.parse(lock.toString()).info.abi_version,
    runner: runner.toString(),
  };
}
