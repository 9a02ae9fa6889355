import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { isArrayBuffer, isBlob, isBytes, isDate, isFloats, isRegExp, isStream } from './value-kinds.ts';

const kinds = { isArrayBuffer, isBlob, isBytes, isDate, isFloats, isRegExp, isStream };

/** The kinds of a value. */
const getKinds = (value: unknown) =>
  Object.entries(kinds)
    .filter(([, is]) => is(value))
    .map(([name]) => name);

describe('the kind of a value', () => {
  it.each([
    ['new Uint8Array(2)', ['isBytes']],
    ['new Float32Array(2)', ['isFloats']],
    ['new Uint16Array(2)', []],
    ['new DataView(new ArrayBuffer(2))', []],
    ['new ArrayBuffer(2)', ['isArrayBuffer']],
    ['new Date(0)', ['isDate']],
    ['/a/', ['isRegExp']],
    ['Promise.resolve(1)', []],
    ['({ then: 1, size: 2 })', []],
    ['[1]', []],
    ['"text"', []],
    ['null', []],
    ['undefined', []],
  ])('is the same in another realm: %s', (source, expected) => {
    const foreign: unknown = runInNewContext(source);
    if (typeof foreign === 'object' && foreign !== null) expect(foreign instanceof Object).toBe(false);
    expect(getKinds(foreign)).toEqual(expected);
    // The sources are those above.
    expect(getKinds(new Function(`return ${source}`)())).toEqual(expected);
  });

  it('depends on what the runtime has besides the language', () => {
    expect(getKinds(new Blob(['a']))).toEqual(['isBlob']);
    expect(getKinds(new File(['a'], 'a.txt'))).toEqual(['isBlob']);
    expect(getKinds(new Response('a').body)).toEqual(['isStream']);
    expect(getKinds(new TransformStream().readable)).toEqual(['isStream']);
    expect(getKinds(new WritableStream())).toEqual([]);
  });
});
