import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import type { SelectedTest } from './select.ts';
import type { Test } from './suite.ts';

const plan = (...tests: readonly Partial<Test>[]) =>
  tests.map((rest, index) => {
    const one: Test = { title: `${index}`, requirements: ['V4-ENV-1'], run: () => {}, ...rest };
    return { suite: { name: 'harness/schedule', tests: [one] }, test: one };
  });

const mixed = plan({}, {}, { exclusive: true }, {}, {}, {}, { features: ['clock'] });

/** The tests that jobs get when they ask in turn. */
const taken = (schedule: Schedule, jobs: readonly number[]) => jobs.map((job) => at(schedule.next(job)));

const at = (one?: SelectedTest) => one && Number(one.test.title);

describe('createSchedule', () => {
  test('gives one job all tests in order', () => {
    const schedule = createSchedule(mixed, 1, catalogue);
    expect(taken(schedule, [0, 0, 0, 0, 0, 0, 0, 0])).toEqual([0, 1, 2, 3, 4, 5, 6, undefined]);
    expect(schedule.alone).toEqual([]);
  });

  test('gives several jobs the tests in order', () => {
    const schedule = createSchedule(mixed, 2, catalogue);
    expect(taken(schedule, [0, 1, 0, 1, 0, 0])).toEqual([0, 1, 3, 4, 5, undefined]);
  });

  test('runs tests of a shared resource one at a time, without blocking a job', () => {
    const schedule = createSchedule(
      plan({ exclusive: 'objects' }, { exclusive: 'objects' }, {}, { exclusive: 'objects' }),
      3,
      catalogue,
    );
    expect(taken(schedule, [0, 1, 2, 0, 1, 0, 0])).toEqual([0, 2, undefined, 1, undefined, 3, undefined]);
    expect(schedule.alone).toEqual([]);
  });

  test('prefers tests of a shared resource that is free', () => {
    const tests = plan(
      {},
      { exclusive: 'objects' },
      {},
      { exclusive: 'interpreter' },
      { exclusive: 'objects' },
    );
    const schedule = createSchedule(tests, 2, catalogue);
    expect(taken(schedule, [0, 1, 0, 1, 0, 0])).toEqual([1, 3, 4, 0, 2, undefined]);
    expect(taken(createSchedule(tests, 1, catalogue), [0, 0, 0, 0, 0])).toEqual([0, 1, 2, 3, 4]);
  });

  test('leaves tests that affect others or control the clock for the end', () => {
    expect(createSchedule(mixed, 2, catalogue).alone.map(at)).toEqual([2, 6]);
  });

  test('runs tests of the account one at a time, if they have their own account', () => {
    const tests = plan(
      { exclusive: 'account' },
      { features: ['clock'] },
      {},
      { exclusive: true, features: ['clock'] },
    );
    const schedule = createSchedule(tests, 2, catalogue, true);
    expect(taken(schedule, [0, 1, 0, 0, 1])).toEqual([0, 2, 1, undefined, undefined]);
    expect(schedule.alone.map(at)).toEqual([3]);
    const without = createSchedule(tests, 2, catalogue);
    expect(without.alone.map(at)).toEqual([0, 1, 3]);
  });
});
