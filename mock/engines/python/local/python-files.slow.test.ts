import { expect, it } from 'vitest';
import {
  hashOf,
  preparedPython,
  preparePython,
  pyodideFolder,
  readPyodide,
  textsOf,
} from './python-files.ts';

const exportsOf = (module: WebAssembly.Module) => WebAssembly.Module.exports(module);

it('knows how the package is written that is installed: of its glue, a third is needed', async () => {
  const files = await readPyodide(pyodideFolder());
  const prepared = await preparePython(files);
  expect(prepared.glue.length).toBeLessThan(420_000);
  expect(exportsOf(prepared.module).length).toBeLessThan(300);

  const { module, ...again } = await preparedPython(files, textsOf(prepared));
  const { module: first, ...expected } = prepared;
  expect(again).toEqual(expected);
  expect(exportsOf(module)).toEqual(exportsOf(first));
}, 60_000);

it('tells files from others, and from the same with other ends', () => {
  const [empty, bytes] = [new Uint8Array(), Uint8Array.of(1, 2)];
  const files = { loader: bytes, glue: empty, wasm: empty, library: empty, lock: empty, runner: empty };
  expect(hashOf(files)).toBe(hashOf({ ...files }));
  expect(hashOf(files)).not.toBe(hashOf({ ...files, loader: empty, glue: bytes }));
  expect(hashOf(files)).not.toBe(hashOf({ ...files, library: Uint8Array.of(0) }));
});
