import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { createSchedule } from './schedule.ts';
import type { Test } from './suite.ts';

const plan = (...tests: readonly Partial<Test>[]) =>
  tests.map((rest, index) => {
    const one: Test = { title: `test ${index}`, requirements: ['V4-ENV-1'], run: () => {}, ...rest };
    return { suite: { name: 'harness/schedule', tests: [one] }, test: one, index };
  });

const mixed = plan(
  {},
  { features: ['browser'] },
  { exclusive: true },
  {},
  { features: ['browser'] },
  { features: ['browser'] },
  { features: ['clock'] },
);

describe('createSchedule', () => {
  test('gives one job all tests as they stand', () => {
    const schedule = createSchedule(mixed, 1, catalogue);
    const taken = mixed.map(() => schedule.next(0)?.index);
    expect([taken, schedule.next(0), schedule.alone]).toEqual([[0, 1, 2, 3, 4, 5, 6], undefined, []]);
  });

  test('lets every second job begin with what waits for a browser, and each take what is left', () => {
    const schedule = createSchedule(mixed, 2, catalogue);
    const taken = [0, 1, 0, 1, 0, 0].map((job) => schedule.next(job)?.index);
    expect(taken).toEqual([0, 1, 3, 4, 5, undefined]);
  });

  test('keeps what reaches beyond its zone, or steers the clock, for the end', () => {
    expect(createSchedule(mixed, 2, catalogue).alone.map(({ index }) => index)).toEqual([2, 6]);
  });
});
