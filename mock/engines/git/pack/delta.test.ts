import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GitError } from '../git-error.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { applyDelta, readDeltaSizes } from './delta.ts';
import { EntryHead, HEAD_BYTES, putDistance, putEntryHead } from './pack-format.ts';

const LIMIT = 1 << 20;

const abc = new TextEncoder().encode('abcdefghij');

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test.each([
  ['inserts', [10, 3, 3, 120, 121, 122], 'xyz'],
  ['copies a part', [10, 4, 0x91, 2, 4], 'cdef'],
  ['copies from the beginning', [10, 2, 0x90, 2], 'ab'],
  ['alternates copies and insertions', [10, 5, 0x91, 8, 2, 1, 45, 0x90, 2], 'ij-ab'],
  ['copies one part many times', [10, 6, 0x90, 3, 0x90, 3], 'abcabc'],
  ['makes nothing', [10, 0], ''],
])('a delta that %s yields the expected result', (_, delta, result) => {
  expect(text(applyDelta(abc, Uint8Array.from(delta), LIMIT))).toBe(result);
  expect(readDeltaSizes(Uint8Array.from(delta))).toMatchObject({ baseSize: 10, resultSize: result.length });
});

test('a copy without a size has 65536 bytes', () => {
  const base = new Uint8Array(70_000).map((_, at) => at % 251);
  const delta = Uint8Array.from([0xf0, 0xa2, 0x04, 0x80, 0x80, 0x04, 0x81, 7]);
  expect(applyDelta(base, delta, LIMIT)).toEqual(base.slice(7, 7 + 65_536));
});

test.each([
  ['is empty', []],
  ['ends in its first size', [0x80]],
  ['ends before its second size', [10]],
  ['is for another base', [9, 2, 0x90, 2]],
  ['has the reserved instruction', [10, 1, 0]],
  ['copies from beyond the base', [10, 4, 0x91, 8, 4]],
  ['copies from far beyond the base', [10, 4, 0x9f, 255, 255, 255, 255, 4]],
  ['copies more than it claims', [10, 1, 0x90, 2]],
  ['inserts more than it claims', [10, 1, 2, 65, 66]],
  ['makes less than it claims', [10, 3, 0x90, 2]],
  ['claims gigabytes', [10, 0xff, 0xff, 0xff, 0x7f, 0x90, 2]],
  ['ends in an insertion', [10, 3, 3, 65]],
  ['ends in the offset of a copy', [10, 3, 0x91]],
  ['has an unterminated size', [...Array(20).fill(0x80), 1]],
])('a delta that %s is refused', (_, delta) => {
  expect(thrownBy(() => applyDelta(abc, Uint8Array.from(delta), 2 ** 31))).toBe('bad-delta');
});

test('a result above the limit is refused', () => {
  expect(thrownBy(() => applyDelta(abc, Uint8Array.from([10, 4, 0x91, 2, 4]), 3))).toBe('too-large');
});

/** An instruction, and its result for a base. */
const instruction = (base: Uint8Array) =>
  fc.oneof(
    fc
      .uint8Array({ minLength: 1, maxLength: 127 })
      .map((data) => ({ op: [data.length, ...data], made: data })),
    fc
      .tuple(fc.nat(base.length - 1), fc.integer({ min: 1, max: 200 }))
      .map(([from, wanted]) => [from, Math.min(wanted, base.length - from)] as const)
      .map(([from, size]) => ({
        op: [0x93, from & 255, from >> 8, size],
        made: base.subarray(from, from + size),
      })),
  );

const size = (value: number) =>
  value < 128 ? [value] : [(value & 127) | 128, ((value >> 7) & 127) | 128, value >> 14];

test('a sequence of copies and insertions yields their concatenation', () => {
  const base = new Uint8Array(1000).map((_, at) => (at * 7) % 256);
  fc.assert(
    fc.property(fc.array(instruction(base), { maxLength: 40 }), (row) => {
      const made = row.flatMap((one) => [...one.made]);
      const delta = [...size(base.length), ...size(made.length), ...row.flatMap((one) => one.op)];
      expect([...applyDelta(base, Uint8Array.from(delta), LIMIT)]).toEqual(made);
    }),
  );
});

test('arbitrary bytes are applied or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (noise) => {
      const delta = Uint8Array.from([10, ...noise]);
      try {
        expect(applyDelta(abc, delta, LIMIT)).toHaveLength(readDeltaSizes(delta).resultSize);
      } catch (error) {
        expect(error).toBeInstanceOf(GitError);
      }
    }),
    { numRuns: 500 },
  );
});

test('a written head is read back', () => {
  const kinds = fc.constantFrom(1, 2, 3, 4, 6);
  fc.assert(
    fc.property(
      kinds,
      fc.nat(2 ** 31 - 1),
      fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      (kind, size, distance) => {
        const bytes = new Uint8Array(HEAD_BYTES + 3);
        let end = putEntryHead(kind, size, bytes, 3);
        if (kind === 6) end = putDistance(distance, bytes, end);
        const head = new EntryHead();
        head.read(bytes, 3);
        expect(head).toMatchObject({ kind, size, length: end - 3, distance: kind === 6 ? distance : 0 });
      },
    ),
  );
});

test.each([
  ['a commit of 192 bytes', [0x90, 0x0c], { kind: 1, size: 192, length: 2 }],
  ['a blob of nothing', [0x30], { kind: 3, size: 0, length: 1 }],
  ['a delta 93 bytes after its base', [0xed, 0x01, 0x5d], { kind: 6, size: 29, length: 3, distance: 93 }],
  ['a delta 128 bytes after its base', [0x61, 0x80, 0x00], { kind: 6, size: 1, length: 3, distance: 128 }],
  ['a delta with an id', [0x71, ...Array(20).fill(7)], { kind: 7, size: 1, length: 21 }],
])('the head of %s is read', (_, bytes, expected) => {
  const head = new EntryHead();
  head.read(Uint8Array.from(bytes), 0);
  expect(head).toMatchObject(expected);
});

test.each([
  ['of type 0', [0x01]],
  ['of type 5', [0x51]],
  ['with an unterminated size', [0xb1, ...Array(12).fill(0xff)]],
  ['with an unterminated base', [0x61, ...Array(12).fill(0xff)]],
])('a head %s is refused', (_, bytes) => {
  expect(thrownBy(() => new EntryHead().read(Uint8Array.from(bytes), 0))).toBe('bad-pack');
});

test.each([[[]], [[0xb1]], [[0x61, 0x80]], [[0x71, 1, 2, 3]]])(
  'a truncated head is a RangeError: %j',
  (bytes) => {
    expect(() => new EntryHead().read(Uint8Array.from(bytes), 0)).toThrow(RangeError);
  },
);
