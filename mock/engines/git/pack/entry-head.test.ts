import fc from 'fast-check';
import { expect, test } from 'vitest';
import { thrownBy } from '../testing/thrown-by.ts';
import { EntryHead, HEAD_BYTES, putDistance, putEntryHead } from './entry-head.ts';

test('what is written of a head is read again', () => {
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
  ['a delta 93 bytes behind its base', [0xed, 0x01, 0x5d], { kind: 6, size: 29, length: 3, distance: 93 }],
  ['a delta 128 bytes behind its base', [0x61, 0x80, 0x00], { kind: 6, size: 1, length: 3, distance: 128 }],
  ['a delta with an id', [0x71, ...Array(20).fill(7)], { kind: 7, size: 1, length: 21 }],
])('the head of %s is read', (_, bytes, expected) => {
  const head = new EntryHead();
  head.read(Uint8Array.from(bytes), 0);
  expect(head).toMatchObject(expected);
});

test.each([
  ['of type 0', [0x01]],
  ['of type 5', [0x51]],
  ['with a size without end', [0xb1, ...Array(12).fill(0xff)]],
  ['with a base without end', [0x61, ...Array(12).fill(0xff)]],
])('a head %s is refused', (_, bytes) => {
  expect(thrownBy(() => new EntryHead().read(Uint8Array.from(bytes), 0))).toBe('bad-pack');
});

test.each([[[]], [[0xb1]], [[0x61, 0x80]], [[0x71, 1, 2, 3]]])(
  'a head that is cut off is a matter of range: %j',
  (bytes) => {
    expect(() => new EntryHead().read(Uint8Array.from(bytes), 0)).toThrow(RangeError);
  },
);
