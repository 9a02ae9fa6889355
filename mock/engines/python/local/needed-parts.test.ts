import { describe, expect, it } from 'vitest';
import { withNeededParts } from './needed-parts.ts';

const text = (value: string) => [value.length, ...new TextEncoder().encode(value)];

/** Imports `asked`, and where two functions are; exports a function as `a`, `bc` and `d`. */
const wasm = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 0, 1, 0x7f],
  ...[2, 69, 3],
  ...[...text('env'), ...text('asked'), 0, 0],
  ...[...text('GOT.func'), ...text('emscripten_glEnd'), 3, 0x7f, 1],
  ...[...text('GOT.func'), ...text('emscripten_out'), 3, 0x7f, 1],
  ...[3, 2, 1, 0],
  ...[7, 14, 3, 1, 0x61, 0, 0, 2, 0x62, 0x63, 0, 0, 1, 0x64, 0, 0],
  ...[10, 6, 1, 4, 0, 0x41, 7, 0x0b],
);

const exportsOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  WebAssembly.Module.exports(await WebAssembly.compile(bytes)).map(({ name }) => name);

const glueOf = (...statements: readonly string[]) =>
  `async function _createPyodideModule(moduleArg={}){${statements.join('')}}export default _createPyodideModule;`;

describe('the glue of Pyodide and its module', () => {
  it('are left with what is needed', async () => {
    const glue = glueOf(
      'var _a,_bc,_d,_e;',
      'var Module=moduleArg;',
      'async function createWasm(){updateGOT(origExports);assignWasmExports(x)}',
      'var getFunctionAddress=()=>{map=new WeakMap;updateTableMap(0,wasmTable.length)};',
      'var getWasmImports=()=>new Proxy(new Set([]),GOTHandler);',
      'var _asked=()=>helper(getFunctionAddress);',
      '_asked.sig="v";',
      'var helper=1;',
      'helper.sig="v";',
      'var unused=helper;',
      'Module["unused"]=unused;',
      'Module["_asked"]=_asked;',
      'Module["helper"]=helper;',
      'var _emscripten_glEnd=()=>drawing();',
      'function drawing(){}',
      'drawing.sig="v";',
      'class Picture{}',
      'function _emscripten_out(){}',
      '_emscripten_out.sig="vp";',
      'var first=1,second=2;',
      'var awaited=await begin();',
      'var wasmImports={asked:_asked,emscripten_glEnd:_emscripten_glEnd,emscripten_out:_emscripten_out,drawing};',
      'function assignWasmExports(wasmExports){_a=wasmExports["a"];_bc=wasmExports["bc"];_d=wasmExports["d"]}',
      'getWasmImports();createWasm(_bc,wasmImports,Module.helper);',
    );
    const slim = withNeededParts({ glue, wasm }, ['d']);
    const kept = glueOf(
      'var _bc,_d;',
      'var Module=moduleArg;',
      'async function createWasm(){assignWasmExports(x)}',
      'var getFunctionAddress=()=>{map=new WeakMap;};',
      'var getWasmImports=()=>new Proxy(new Set(["emscripten_glEnd"]),GOTHandler);',
      'var _asked=()=>helper(getFunctionAddress);',
      'var helper=1;',
      'Module["helper"]=helper;',
      'function _emscripten_out(){}',
      '_emscripten_out.sig="vp";',
      'var first=1,second=2;',
      'var awaited=await begin();',
      'var wasmImports={asked:_asked,emscripten_out:_emscripten_out};',
      'function assignWasmExports(wasmExports){_bc=wasmExports["bc"];_d=wasmExports["d"]}',
      'getWasmImports();createWasm(_bc,wasmImports,Module.helper);',
    );
    expect(slim.glue).toBe(kept);
    expect(await exportsOf(slim.wasm)).toEqual(['bc', 'd']);
  });

  it('stay as they are where the glue is not written as it is known to be', () => {
    const other = { glue: glueOf('const all=wasmExports;'), wasm };
    expect(withNeededParts(other, [])).toBe(other);
  });
});
