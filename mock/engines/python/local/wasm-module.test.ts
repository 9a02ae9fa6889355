import { describe, expect, it } from 'vitest';
import { importsOf, withExports } from './wasm-module.ts';

/** One function that gives 7, exported by three names. */
const exporting = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 0, 1, 0x7f],
  ...[3, 2, 1, 0],
  ...[7, 14, 3, 1, 0x61, 0, 0, 2, 0x62, 0x63, 0, 0, 1, 0x64, 0, 0],
  ...[10, 6, 1, 4, 0, 0x41, 7, 0x0b],
);

/** A function, two tables, a memory, a global and a tag, all of them somebody else's. */
const importing = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0],
  ...[2, 47, 6],
  ...[1, 0x65, 1, 0x66, 0, 0],
  ...[1, 0x65, 1, 0x74, 1, 0x70, 0, 1],
  ...[1, 0x65, 1, 0x75, 1, 0x70, 1, 0x80, 1, 0x80, 2],
  ...[1, 0x65, 1, 0x6d, 2, 0, 1],
  ...[1, 0x65, 1, 0x67, 3, 0x7f, 1],
  ...[1, 0x6f, 1, 0x78, 4, 0, 0],
);

describe('a module', () => {
  it('is left as it is but for what it exports', async () => {
    const exportsOf = async (bytes: Uint8Array<ArrayBuffer>) => {
      const { exports } = (await WebAssembly.instantiate(bytes)).instance;
      return Object.entries(exports).map(([name, value]) => [name, typeof value === 'function' && value()]);
    };
    const all = ['a', 'bc', 'd'].map((name) => [name, 7]);
    expect(await exportsOf(exporting)).toEqual(all);
    expect(await exportsOf(withExports(exporting, (name) => name === 'bc'))).toEqual([['bc', 7]]);
    expect(withExports(importing, () => true)).toBe(importing);
  });

  it('is read for what it imports', async () => {
    const read = WebAssembly.Module.imports(await WebAssembly.compile(importing));
    expect(read).toHaveLength(6);
    expect(importsOf(importing)).toEqual(read.map(({ module, name }) => ({ from: module, name })));
    expect(importsOf(exporting)).toEqual([]);
  });
});
