import { describe, expect, it } from 'vitest';
import { Lazy } from './lazy.ts';

describe('Lazy', () => {
  it('creates the value on the first call, once for all callers', async () => {
    let count = 0;
    const lazy = new Lazy(async () => ++count);
    expect(lazy.made).toBeUndefined();
    expect(count).toBe(0);
    expect(await Promise.all([lazy.get(), lazy.get()])).toEqual([1, 1]);
    expect(lazy.made).toBe(1);
    expect(await lazy.get()).toBe(1);
  });

  it('tries again after a failure', async () => {
    let count = 0;
    const lazy = new Lazy(async () => {
      if (++count === 1) throw new Error('not yet');
      return count;
    });
    await expect(lazy.get()).rejects.toThrow('not yet');
    expect(lazy.made).toBeUndefined();
    expect(await lazy.get()).toBe(2);
  });
});
