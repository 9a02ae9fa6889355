import { describe, expect, it } from 'vitest';
import { BrowserError } from '../browser-error.ts';
import { orGiveUp, withinTime } from './within-time.ts';

const never = new Promise<string>(() => {});

describe('withinTime', () => {
  const late = () => new BrowserError('timeout', 'late');
  const slow = () => new Promise((resolve) => setTimeout(resolve, 30, 'done'));

  it.each([0, 60_000, Number.MAX_SAFE_INTEGER])(
    'waits for work within %d ms, 0 being no limit',
    async (ms) => {
      expect(await withinTime(ms, slow(), late)).toBe('done');
    },
  );

  it('fails when the work takes longer', async () => {
    await expect(withinTime(1, slow(), late)).rejects.toThrow('late');
  });
});

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
