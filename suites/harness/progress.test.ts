import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createProgress } from './progress.ts';
import { madeTest } from './testing/made-results.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function follow(total: number) {
  const lines: string[] = [];
  const progress = createProgress(total, {
    write: (text) => lines.push(text.trimEnd()),
    live: false,
    columns: 80,
    alarm: (text) => text,
  });
  return { lines, progress };
}

describe('createProgress', () => {
  test('writes a line every ten seconds without a terminal, and none after the end', () => {
    const { lines, progress } = follow(30);
    vi.advanceTimersByTime(10_000);
    for (let done = 0; done < 10; done++) progress.tested(madeTest(`${done}`), done === 0);
    vi.advanceTimersByTime(10_000);
    progress.end();
    vi.advanceTimersByTime(30_000);
    expect(lines.filter(Boolean)).toEqual(['0/30 tests, 0 failed', '10/30 tests, 1 failed, about 0:40 left']);
  });

  test('names the tests that have been running for ten seconds, until they are over', () => {
    const { lines, progress } = follow(9);
    const [a, b] = [madeTest('a'), madeTest('b')];
    for (const { id } of [a, b]) progress.testing(id);
    vi.advanceTimersByTime(10_000);
    progress.tested(a, false);
    vi.advanceTimersByTime(10_000);
    progress.end();
    expect(lines.filter(Boolean)).toEqual([
      `0/9 tests, 0 failed, waiting for ${a.id} (10 s), ${b.id} (10 s)`,
      `1/9 tests, 0 failed, about 2:40 left, waiting for ${b.id} (20 s)`,
    ]);
  });
});
