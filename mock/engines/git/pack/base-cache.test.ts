import { expect, it } from 'vitest';
import { BaseCache } from './base-cache.ts';

const object = (size: number) => ({ type: 'blob', data: new Uint8Array(size) }) as const;

it('has what was read last, within its limit, and lets go of what nobody asked for since', () => {
  const cache = new BaseCache(10_000);
  cache.add(0, object(800));
  for (let key = 1; key <= 20; key++) {
    cache.add(key, object(800));
    expect(cache.get(0)?.data).toHaveLength(800);
    expect(cache.get(key)).toBeDefined();
  }
  const held = Array.from({ length: 21 }, (_, key) => cache.get(key)).filter((found) => found !== undefined);
  expect(held.length).toBeGreaterThanOrEqual(5);
  expect(held.length).toBeLessThanOrEqual(10);
  expect(cache.get(1)).toBeUndefined();
});

it('keeps nothing that would leave no room for others', () => {
  const cache = new BaseCache(10_000);
  cache.add(1, object(100));
  cache.add(2, object(5_000));
  expect([cache.get(1), cache.get(2)]).toEqual([object(100), undefined]);
});
