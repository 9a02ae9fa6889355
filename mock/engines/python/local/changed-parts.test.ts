import { expect, it } from 'vitest';
import { bytesOf, changedParts, changedPieces, joinedParts, restoreParts } from './changed-parts.ts';

it('finds the parts of memory that changed, or had changed', () => {
  const first = new Uint8Array(6 * 4_096).fill(1, 4_096 * 5);
  const before = first.slice();
  const after = first.slice();
  before[0] = 1;
  for (const at of [4_096 * 2 - 1, 4_096 * 4]) after[at] = 1;
  expect(changedPieces(first.buffer, after.buffer)).toEqual([false, true, false, false, true, false]);
  const parts = changedParts(
    changedPieces(first.buffer, before.buffer),
    changedPieces(first.buffer, after.buffer),
  );
  expect(parts).toEqual([0, 4_096 * 2, 4_096 * 4, 4_096 * 5]);
});

it('takes what has grown since as new', () => {
  const [first, after] = [new Uint8Array(4_096), new Uint8Array(3 * 4_096)];
  after[4_096] = 1;
  expect(changedPieces(first.buffer, after.buffer)).toEqual([false, true, false]);
  expect(changedParts([true], [false, true, false])).toEqual([0, 4_096 * 2]);
});

it('has new memory become what memory was', () => {
  const parts = [0, 2, 4, 5];
  const joined = joinedParts(Uint8Array.of(1, 2, 3, 4, 5, 6), parts);
  expect([...new Uint8Array(joined)]).toEqual([1, 2, 5]);
  expect(bytesOf(parts)).toBe(3);
  const memory = new Uint8Array(6).fill(9);
  restoreParts(memory, parts, joined);
  expect([...memory]).toEqual([1, 2, 9, 9, 5, 9]);
});
