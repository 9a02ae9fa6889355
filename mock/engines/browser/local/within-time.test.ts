import { describe, expect, it } from 'vitest';
import { orGiveUp } from './within-time.ts';

const never = new Promise<string>(() => {});

describe('orGiveUp', () => {
  it('gives what the work gives', async () => {
    expect(await orGiveUp(Promise.resolve('done'), 1000)).toBe('done');
  });

  it('fails as the work fails', async () => {
    await expect(orGiveUp(Promise.reject(new Error('broken')), 1000)).rejects.toThrow('broken');
  });

  it('gives nothing when the work takes too long', async () => {
    expect(await orGiveUp(never, 5)).toBeUndefined();
  });

  it('gives nothing when nobody wants it any more, or ever did', async () => {
    const control = new AbortController();
    const waiting = orGiveUp(never, 60_000, control.signal);
    control.abort();
    expect(await waiting).toBeUndefined();
    expect(await orGiveUp(never, 60_000, control.signal)).toBeUndefined();
  });
});
