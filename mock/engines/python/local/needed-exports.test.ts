import { describe, expect, it } from 'vitest';
import { withExports, withNeededExports } from './needed-exports.ts';

/** One function that gives 7, exported by three names. */
const wasm = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 0, 1, 0x7f],
  ...[3, 2, 1, 0],
  ...[7, 14, 3, 1, 0x61, 0, 0, 2, 0x62, 0x63, 0, 0, 1, 0x64, 0, 0],
  ...[10, 6, 1, 4, 0, 0x41, 7, 0x0b],
);

const exportsOf = async (bytes: Uint8Array<ArrayBuffer>) => {
  const { instance } = await WebAssembly.instantiate(bytes);
  return Object.fromEntries(
    Object.entries(instance.exports).map(([name, value]) => [name, typeof value === 'function' && value()]),
  );
};

describe('withExports', () => {
  it('leaves a module as it is but for what it exports', async () => {
    expect(await exportsOf(wasm)).toEqual({ a: 7, bc: 7, d: 7 });
    expect(await exportsOf(withExports(wasm, (name) => name === 'bc'))).toEqual({ bc: 7 });
  });
});

describe('withNeededExports', () => {
  const many = Array.from({ length: 1_001 }, (_, at) => `_x${at}`).join(',');
  const glue = `var ${many},_a,_bc,_d;function assignWasmExports(wasmExports){_a=wasmExports["a"];_bc=wasmExports["bc"];_d=wasmExports["d"].value}use(_bc);`;

  it('keeps what the glue names elsewhere, and what others ask for', async () => {
    const slim = withNeededExports({ glue, wasm }, ['d']);
    expect(slim.glue).toBe(glue.replace('_a=wasmExports["a"];', ''));
    expect(Object.keys(await exportsOf(slim.wasm))).toEqual(['bc', 'd']);
  });

  it('keeps everything where the glue is not written as it is known to be', () => {
    const other = { glue: 'const all = wasmExports;', wasm };
    expect(withNeededExports(other, [])).toBe(other);
  });
});
