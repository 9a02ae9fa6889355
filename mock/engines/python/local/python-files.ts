import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { functionBody } from './function-body.ts';
import type { StartMessage } from './messages.ts';
import { withNeededParts, wordsOf } from './needed-parts.ts';
import { withExports } from './wasm-module.ts';

/** The files of the package `pyodide` that Python is made of, as they are there, and what runs programs. */
export interface PyodideFiles {
  readonly loader: Uint8Array;
  readonly glue: Uint8Array;
  readonly wasm: Uint8Array<ArrayBuffer>;
  readonly library: Uint8Array;
  readonly lock: Uint8Array;
  readonly runner: Uint8Array;
}

/** What all interpreters start from. */
export type PythonFiles = Pick<StartMessage, 'loader' | 'glue' | 'module' | 'library' | 'abi' | 'runner'>;

/** What of that is worked out, and need not be again. */
export interface PythonTexts extends Pick<PythonFiles, 'loader' | 'glue' | 'abi'> {
  /** What the module exports. */
  readonly exports: readonly string[];
}

/** Where the package `pyodide` is. */
export const pyodideFolder = () => dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));

/** Reads the files of the package `pyodide`, which is in that folder. */
export async function readPyodide(folder: string): Promise<PyodideFiles> {
  const read = (name: string) => readFile(join(folder, name));
  const [loader, glue, wasm, library, lock, runner] = await Promise.all([
    read('pyodide.mjs'),
    read('pyodide.asm.mjs'),
    read('pyodide.asm.wasm'),
    read('python_stdlib.zip'),
    read('pyodide-lock.json'),
    readFile(join(import.meta.dirname, 'worker', 'runner.py')),
  ]);
  return { loader, glue, wasm, library, lock, runner };
}

/** Tells these files from all others. */
export function hashOf({ loader, glue, wasm, library, lock, runner }: PyodideFiles): string {
  const hash = createHash('sha256');
  for (const file of [loader, glue, wasm, library, lock, runner]) hash.update(`${file.length} `).update(file);
  return hash.digest('hex');
}

/** Leaves out what no interpreter needs, and compiles what is to be compiled. */
export async function preparePython(files: PyodideFiles): Promise<PythonFiles> {
  const [loader, glue] = [textOf(files.loader), textOf(files.glue)];
  // What the loader names, and what `forget-modules.ts` asks for.
  const others = [...wordsOf(loader), 'PyImport_Inittab'];
  const slim = withNeededParts({ glue, wasm: files.wasm }, others);
  return {
    ...sharedOf(files),
    loader: functionBody(loader, 'loadPyodide'),
    glue: functionBody(slim.glue),
    module: await WebAssembly.compile(slim.wasm),
    abi: JSON.parse(textOf(files.lock)).info.abi_version,
  };
}

/** The texts of what was prepared. */
export function textsOf({ loader, glue, abi, module }: PythonFiles): PythonTexts {
  return { loader, glue, abi, exports: WebAssembly.Module.exports(module).map(({ name }) => name) };
}

/** What `preparePython` made of the same files. */
export async function preparedPython(files: PyodideFiles, texts: PythonTexts): Promise<PythonFiles> {
  const { exports, ...rest } = texts;
  const kept = new Set(exports);
  const module = await WebAssembly.compile(withExports(files.wasm, (name) => kept.has(name)));
  return { ...sharedOf(files), ...rest, module };
}

function sharedOf({ library, runner }: PyodideFiles): Pick<PythonFiles, 'library' | 'runner'> {
  const shared = new SharedArrayBuffer(library.length);
  new Uint8Array(shared).set(library);
  return { library: shared, runner: textOf(runner) };
}

const textOf = (file: Uint8Array) => new TextDecoder().decode(file);
