import { expect, test } from 'vitest';
import { packsToJoin } from './packs-to-join.ts';

const packs = (sizes: readonly number[]) =>
  sizes.map((size) => ({ bytes: { size, slice: () => new Uint8Array() } }));
const joined = (sizes: readonly number[]) => packsToJoin(packs(sizes)).map(({ bytes }) => bytes.size);
const many = (count: number, size: number) => Array.from({ length: count }, () => size);

test('few packs stay as they are', () => {
  expect(joined([])).toEqual([]);
  expect(joined(many(24, 100))).toEqual([]);
});

test('many packs of one size become one', () => {
  expect(joined(many(25, 100))).toHaveLength(25);
});

test('a pack that is far larger than the others together stays', () => {
  expect(joined([1_000_000, ...many(24, 100)])).toEqual(many(24, 100));
});

test('the smaller half is joined, however the sizes are', () => {
  const sizes = Array.from({ length: 26 }, (_, at) => 3 ** (26 - at));
  expect(joined(sizes)).toEqual(sizes.slice(13));
});

test('what is pushed in small packs is copied a few times only', () => {
  let sizes: number[] = [];
  let copied = 0;
  const pushes = 5_000;
  for (let push = 0; push < pushes; push++) {
    sizes.push(100);
    const there = packs(sizes);
    const some = new Set(packsToJoin(there));
    if (some.size === 0) continue;
    const bytes = [...some].reduce((sum, pack) => sum + pack.bytes.size, 0);
    copied += bytes;
    sizes = [bytes, ...there.filter((pack) => !some.has(pack)).map((pack) => pack.bytes.size)];
    expect(sizes.length).toBeLessThan(14);
  }
  expect(copied / (pushes * 100)).toBeLessThan(6);
});
