import { describe, expect, it } from 'vitest';
import { OldestFirst } from './oldest-first.ts';

const abc = () =>
  new OldestFirst([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);

describe('OldestFirst', () => {
  it('drops the oldest, and nothing where nothing is left', () => {
    const kept = abc();
    kept.dropOldest();
    expect([...kept]).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
    for (let time = 0; time < 3; time++) kept.dropOldest();
    expect(kept.size).toBe(0);
  });

  it('leaves a value in its place when it is changed', () => {
    const kept = abc();
    kept.set('a', 4);
    expect([...kept.values()]).toEqual([4, 2, 3]);
    kept.dropOldest();
    expect([...kept.values()]).toEqual([2, 3]);
  });

  it('passes over what was deleted, and takes what comes back for the newest', () => {
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

  it('holds the newest of many', () => {
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
