import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchMemory } from './bounds.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['nothing', 700, []],
  ['that it is high', 800, ['high']],
  ['that it is exceeded as well', 1_001, ['high', 'exceeded']],
])('reports %s while a process has %i bytes of 1,000, and once more at the end', (_, resident, expected) => {
  const calls: string[] = [];
  const memory = watchMemory(
    { bytes: 1_000, onHigh: () => calls.push('high'), onExceeded: () => calls.push('exceeded') },
    () => resident,
  );
  memory.watch();
  memory.watch();
  vi.advanceTimersByTime(150);
  expect(calls).toEqual(expected);
  memory.rest();
  expect(calls).toEqual([...expected, ...expected]);
  memory.rest();
  vi.advanceTimersByTime(1_000);
  expect(calls).toEqual([...expected, ...expected]);
});
