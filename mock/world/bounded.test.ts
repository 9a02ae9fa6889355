import { describe, expect, it } from 'vitest';
import { OldestFirst, RingBuffer } from './bounded.ts';

function filled(capacity: number, count: number): RingBuffer<number> {
  const buffer = new RingBuffer<number>(capacity);
  for (let entry = 1; entry <= count; entry++) buffer.push(entry);
  return buffer;
}

describe('RingBuffer', () => {
  it('returns what it replaces, and what is removed', () => {
    const buffer = new RingBuffer<number>(2);
    expect([1, 2, 3].map((entry) => buffer.push(entry))).toEqual([undefined, undefined, 1]);
    expect([buffer.dropOldest(), buffer.dropOldest(), buffer.dropOldest()]).toEqual([2, 3, undefined]);
    buffer.push(4);
    expect([buffer.size, ...buffer.newestFirst()]).toEqual([1, 4]);
  });

  it.each([
    [0, []],
    [1, [1]],
    [3, [3, 2, 1]],
    [4, [4, 3, 2]],
    [6, [6, 5, 4]],
    [8, [8, 7, 6]],
  ])('with three places has, after %i entries, the latest first', (count, expected) => {
    const buffer = filled(3, count);
    expect([...buffer.newestFirst()]).toEqual(expected);
    expect(buffer.size).toBe(expected.length);
  });

  it('is empty once cleared, and accepts entries again', () => {
    const buffer = filled(3, 5);
    buffer.clear();
    expect(buffer.size).toBe(0);
    buffer.push(9);
    expect([...buffer.newestFirst()]).toEqual([9]);
  });

  it.each([2, 3, 5])('returns, after %i entries, a copy that later entries do not change', (count) => {
    const buffer = filled(3, count);
    const copy = buffer.copy();
    const before = [...buffer.newestFirst()];
    buffer.push(99);
    expect([...copy.newestFirst()]).toEqual(before);
    copy.push(100);
    expect([...buffer.newestFirst()][0]).toBe(99);
  });
});

const abc = () =>
  new OldestFirst([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);

describe('OldestFirst', () => {
  it('removes the oldest, and nothing when it is empty', () => {
    const kept = abc();
    kept.dropOldest();
    expect([...kept]).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
    for (let time = 0; time < 3; time++) kept.dropOldest();
    expect(kept.size).toBe(0);
  });

  it('keeps the position of a changed value', () => {
    const kept = abc();
    kept.set('a', 4);
    expect([...kept.values()]).toEqual([4, 2, 3]);
    kept.dropOldest();
    expect([...kept.values()]).toEqual([2, 3]);
    expect([kept.dropOldest(), kept.dropOldest(), kept.dropOldest()]).toEqual([
      ['b', 2],
      ['c', 3],
      undefined,
    ]);
  });

  it('skips deleted values, and treats a returning one as the newest', () => {
    const kept = abc();
    kept.delete('a');
    kept.dropOldest();
    expect([...kept.values()]).toEqual([3]);
    kept.set('b', 5);
    kept.delete('b');
    kept.set('d', 6);
    kept.set('b', 5);
    kept.dropOldest();
    kept.dropOldest();
    expect([...kept.values()]).toEqual([5]);
    expect(kept.get('b')).toBe(5);
    expect(kept.get('a')).toBeUndefined();
  });

  it('keeps the latest of many', () => {
    const kept = new OldestFirst<number>();
    for (let n = 0; n < 20_000; n++) {
      if (kept.size >= 10) kept.dropOldest();
      kept.set(`id ${n}`, n);
      if (n % 3 === 0) kept.delete(`id ${n}`);
    }
    expect([...kept.values()]).toEqual(
      Array.from({ length: 30 }, (_, back) => 19_999 - back)
        .filter((n) => n % 3 !== 0)
        .slice(0, kept.size)
        .reverse(),
    );
    expect(kept.size).toBeGreaterThan(8);
  });
});
