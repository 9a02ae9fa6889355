import { expect, it } from 'vitest';
import { usedParts, usedPieces } from './used-parts.ts';

it('finds the parts of memory in which something is, or was', () => {
  const before = new Uint8Array(6 * 4_096);
  const after = new Uint8Array(6 * 4_096);
  before[0] = 1;
  for (const at of [4_096 * 2 - 1, 4_096 * 4]) after[at] = 1;
  expect(usedPieces(after.buffer)).toEqual([false, true, false, false, true, false]);
  const parts = usedParts(usedPieces(before.buffer), usedPieces(after.buffer));
  expect(parts).toEqual([0, 4_096 * 2, 4_096 * 4, 4_096 * 5]);
});

it('takes what has grown since as new', () => {
  expect(usedParts([true], [false, true, false])).toEqual([0, 4_096 * 2]);
});
