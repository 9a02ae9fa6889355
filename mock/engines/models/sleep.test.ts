import { describe, expect, it } from 'vitest';
import { sleepRealTime } from './sleep.ts';

describe('sleepRealTime', () => {
  it('waits for the given time', async () => {
    const start = performance.now();
    await sleepRealTime(30, new AbortController().signal);
    // Timers may fire a fraction of a millisecond early.
    expect(performance.now() - start).toBeGreaterThan(28);
  });

  it('rejects with the reason of an aborted signal', async () => {
    await expect(sleepRealTime(10_000, AbortSignal.abort('gone'))).rejects.toBe('gone');
  });

  it('rejects with the reason as soon as the signal is aborted', async () => {
    const controller = new AbortController();
    const waiting = sleepRealTime(10_000, controller.signal);
    controller.abort('gone');
    await expect(waiting).rejects.toBe('gone');
  });
});
