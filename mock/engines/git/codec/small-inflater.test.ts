import { constants, createInflate, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smallInflater } from './small-inflater.ts';

const text = new TextEncoder().encode('a text that is said again and again, '.repeat(20));
const stream = new Uint8Array(deflateSync(text));
const followed = Uint8Array.from([...stream, 1, 2, 3]);
const broken = stream.map((byte, at) => (at === stream.length - 1 ? byte ^ 1 : byte));

// Where a runtime changes what is behind its streams, this fails, and all else is only slower.
const inflate = smallInflater(createInflate(), constants.Z_FINISH) ?? (() => undefined);

test('this runtime has what it takes', () => {
  expect(inflate(stream, 0, text.length)).toEqual({ data: text, end: stream.length });
});

test('a runtime that has something else is left alone', () => {
  expect(smallInflater({}, 4)).toBeUndefined();
  expect(smallInflater({ _handle: { reset() {} }, _writeState: new Uint32Array(2) }, 4)).toBeUndefined();
});

test('what follows a stream, and what is before it, is left', () => {
  expect(inflate(followed, 0, text.length)).toEqual({ data: text, end: stream.length });
  const later = Uint8Array.from([9, 9, ...followed]);
  expect(inflate(later, 2, text.length)).toEqual({ data: text, end: stream.length + 2 });
});

test.each([
  ['makes more than it should', followed, text.length - 1],
  ['makes less than it should', followed, text.length + 1],
  ['makes something where it should make nothing', followed, 0],
  ['has no end', stream.subarray(0, -1), text.length],
  ['is empty', new Uint8Array(), 0],
  ['is no stream', text, 10],
  ['has a wrong sum', broken, text.length],
  ['is said to be large', stream, 65_537],
])('a stream that %s gives nothing, and the next one is not the worse for it', (_, source, size) => {
  expect(inflate(source, 0, size)).toBeUndefined();
  expect(inflate(followed, 0, text.length)).toEqual({ data: text, end: stream.length });
});

test('whatever is deflated comes out again, and nothing that came out before is changed', () => {
  let last: { readonly data: Uint8Array; readonly copy: Uint8Array } | undefined;
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.uint8Array({ maxLength: 30 }), (data, behind) => {
      const deflated = deflateSync(data);
      const found = inflate(Uint8Array.from([...deflated, ...behind]), 0, data.length);
      expect(found).toEqual({ data, end: deflated.length });
      if (last !== undefined) expect(last.data).toEqual(last.copy);
      if (found !== undefined) last = { data: found.data, copy: found.data.slice() };
    }),
    { numRuns: 200 },
  );
});
