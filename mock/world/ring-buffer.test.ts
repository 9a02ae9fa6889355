import { describe, expect, it } from 'vitest';
import { RingBuffer } from './ring-buffer.ts';

function filled(capacity: number, count: number): RingBuffer<number> {
  const buffer = new RingBuffer<number>(capacity);
  for (let entry = 1; entry <= count; entry++) buffer.push(entry);
  return buffer;
}

describe('RingBuffer', () => {
  it.each([
    [0, []],
    [1, [1]],
    [3, [3, 2, 1]],
    [4, [4, 3, 2]],
    [6, [6, 5, 4]],
    [8, [8, 7, 6]],
  ])('of three places holds, after %i entries, the newest first', (count, expected) => {
    const buffer = filled(3, count);
    expect([...buffer.newestFirst()]).toEqual(expected);
    expect(buffer.size).toBe(expected.length);
  });

  it('is empty once it is cleared, and takes entries again', () => {
    const buffer = filled(3, 5);
    buffer.clear();
    expect(buffer.size).toBe(0);
    buffer.push(9);
    expect([...buffer.newestFirst()]).toEqual([9]);
  });

  it.each([2, 3, 5])('gives, after %i entries, a copy that later entries do not reach', (count) => {
    const buffer = filled(3, count);
    const copy = buffer.copy();
    const before = [...buffer.newestFirst()];
    buffer.push(99);
    expect([...copy.newestFirst()]).toEqual(before);
    copy.push(100);
    expect([...buffer.newestFirst()][0]).toBe(99);
  });
});
