import { expect, it } from 'vitest';
import { lendLibrary } from './lend-library.ts';
import type { EmscriptenFileSystem, FileNode } from './pyodide-api.ts';

function lent(name = 'python314.zip') {
  const library = new SharedArrayBuffer(3);
  new Uint8Array(library).set([1, 2, 3]);
  const file: FileNode & { contents: Uint8Array } = { name, contents: new Uint8Array(), usedBytes: 0 };
  const files: Pick<EmscriptenFileSystem, 'lookupPath'> = {
    lookupPath: () => ({ node: { contents: { [name]: file } } }),
  };
  lendLibrary(files, library);
  return { library, file };
}

it('has the file hold a copy, which is made once', () => {
  const { library, file } = lent();
  expect(file.usedBytes).toBe(3);
  expect([...file.contents]).toEqual([1, 2, 3]);
  file.contents[0] = 9;
  expect([...file.contents]).toEqual([9, 2, 3]);
  expect([...new Uint8Array(library)]).toEqual([1, 2, 3]);
  expect(file.contents.buffer).toBeInstanceOf(ArrayBuffer);
});

it('lets the file have other contents', () => {
  const { file } = lent();
  file.contents = Uint8Array.of(7);
  expect([...file.contents]).toEqual([7]);
});

it('fails where there is no such file', () => {
  expect(() => lent('python.txt')).toThrow(TypeError);
});
