import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { giveBackMemory } from './memory.ts';

const MiB = 1024 * 1024;

describe('giveBackMemory', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A process that uses 60 MiB, and needs that much. */
  function started() {
    const state = { resident: 60 * MiB, needed: 60 * MiB, worked: 0, collections: 0 };
    const stop = giveBackMemory({
      resident: () => state.resident,
      worked: () => state.worked,
      collect() {
        state.collections++;
        state.resident = state.needed;
      },
    });
    return { state, stop };
  }

  it('collects once when the server becomes idle after growth', () => {
    const { state, stop } = started();
    state.resident = 150 * MiB;
    state.worked += 900_000;
    vi.advanceTimersByTime(1000);
    expect(state.collections).toBe(0);
    vi.advanceTimersByTime(5000);
    expect(state).toMatchObject({ collections: 1, resident: 60 * MiB });
    stop();
  });

  it('does not collect for small growth', () => {
    const { state, stop } = started();
    state.resident = 70 * MiB;
    vi.advanceTimersByTime(10_000);
    expect(state.collections).toBe(0);
    stop();
  });

  it('does not try again for memory in use', () => {
    const { state, stop } = started();
    state.resident = 150 * MiB;
    state.needed = 150 * MiB;
    vi.advanceTimersByTime(10_000);
    expect(state.collections).toBe(1);
    stop();
  });

  it('measures growth from the lowest level', () => {
    const { state, stop } = started();
    state.resident = 40 * MiB;
    vi.advanceTimersByTime(1000);
    state.resident = 58 * MiB;
    vi.advanceTimersByTime(1000);
    expect(state.collections).toBe(1);
    stop();
  });

  it('does nothing after its end', () => {
    const { state, stop } = started();
    stop();
    state.resident = 150 * MiB;
    vi.advanceTimersByTime(10_000);
    expect(state.collections).toBe(0);
  });
});
