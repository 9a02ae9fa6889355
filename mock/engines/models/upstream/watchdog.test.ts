import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Watchdog } from './watchdog.ts';

describe('Watchdog', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** How often it barked after a script of waits. */
  function barksOf(script: (watchdog: Watchdog) => void): number {
    let barks = 0;
    script(new Watchdog(() => barks++));
    return barks;
  }

  it.each<[string, number, (watchdog: Watchdog) => void]>([
    [
      'a wait that is too long',
      1,
      (watchdog) => {
        watchdog.begin(100);
        vi.advanceTimersByTime(150);
      },
    ],
    [
      'a wait that ends in time',
      0,
      (watchdog) => {
        watchdog.begin(100);
        vi.advanceTimersByTime(90);
        watchdog.end();
        vi.advanceTimersByTime(500);
      },
    ],
    [
      'many waits that are short',
      0,
      (watchdog) => {
        for (let round = 0; round < 50; round++) {
          watchdog.begin(100);
          vi.advanceTimersByTime(60);
          watchdog.end();
          vi.advanceTimersByTime(70);
        }
      },
    ],
    [
      'a long wait after many short ones',
      1,
      (watchdog) => {
        for (let round = 0; round < 5; round++) {
          watchdog.begin(100);
          vi.advanceTimersByTime(60);
          watchdog.end();
        }
        watchdog.begin(100);
        vi.advanceTimersByTime(101);
      },
    ],
    [
      'a wait with a shorter limit than the one before',
      1,
      (watchdog) => {
        watchdog.begin(10_000);
        watchdog.end();
        watchdog.begin(10);
        vi.advanceTimersByTime(20);
      },
    ],
    [
      'a wait without limit',
      0,
      (watchdog) => {
        watchdog.begin(Number.POSITIVE_INFINITY);
        vi.advanceTimersByTime(1e9);
      },
    ],
    [
      'a wait that is stopped',
      0,
      (watchdog) => {
        watchdog.begin(10);
        watchdog.stop();
        vi.advanceTimersByTime(100);
      },
    ],
  ])('judges %s', (_, barks, script) => {
    expect(barksOf(script)).toBe(barks);
  });

  it('leaves no timer behind', () => {
    barksOf((watchdog) => {
      watchdog.begin(1000);
      watchdog.end();
      watchdog.begin(500);
      watchdog.stop();
    });
    expect(vi.getTimerCount()).toBe(0);
  });
});
