import { describe, expect, it } from 'vitest';
import { Late } from './late.ts';

describe('Late', () => {
  it('makes nothing before it is asked, and then once for all who ask', async () => {
    let count = 0;
    const late = new Late(async () => ++count);
    expect(late.made).toBeUndefined();
    expect(count).toBe(0);
    expect(await Promise.all([late.get(), late.get()])).toEqual([1, 1]);
    expect(late.made).toBe(1);
    expect(await late.get()).toBe(1);
  });

  it('tries again after a failure', async () => {
    let count = 0;
    const late = new Late(async () => {
      if (++count === 1) throw new Error('not yet');
      return count;
    });
    await expect(late.get()).rejects.toThrow('not yet');
    expect(late.made).toBeUndefined();
    expect(await late.get()).toBe(2);
  });
});
