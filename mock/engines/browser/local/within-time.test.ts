import { describe, expect, it } from 'vitest';
import { orGiveUp } from './within-time.ts';

const never = new Promise<string>(() => {});

describe('orGiveUp', () => {
  it('returns the result of the work', async () => {
    expect(await orGiveUp(Promise.resolve('done'), 1000)).toBe('done');
  });

  it('fails with the error of the work', async () => {
    await expect(orGiveUp(Promise.reject(new Error('broken')), 1000)).rejects.toThrow('broken');
  });

  it('returns nothing when the work takes too long', async () => {
    expect(await orGiveUp(never, 5)).toBeUndefined();
  });

  it('returns nothing when it is aborted, before or during the work', async () => {
    const control = new AbortController();
    const waiting = orGiveUp(never, 60_000, control.signal);
    control.abort();
    expect(await waiting).toBeUndefined();
    expect(await orGiveUp(never, 60_000, control.signal)).toBeUndefined();
  });
});
