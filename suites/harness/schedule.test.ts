import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import type { Test } from './suite.ts';

const plan = (...tests: readonly Partial<Test>[]) =>
  tests.map((rest, index) => {
    const one: Test = { title: `test ${index}`, requirements: ['V4-ENV-1'], run: () => {}, ...rest };
    return { suite: { name: 'harness/schedule', tests: [one] }, test: one, index };
  });

const mixed = plan({}, {}, { exclusive: true }, {}, {}, {}, { features: ['clock'] });

/** What jobs take that ask one after the other. */
const taken = (schedule: Schedule, jobs: readonly number[]) => jobs.map((job) => schedule.next(job)?.index);

describe('createSchedule', () => {
  test('gives one job all tests as they stand', () => {
    const schedule = createSchedule(mixed, 1, catalogue);
    expect(taken(schedule, [0, 0, 0, 0, 0, 0, 0, 0])).toEqual([0, 1, 2, 3, 4, 5, 6, undefined]);
    expect(schedule.alone).toEqual([]);
  });

  test('gives several jobs the tests as they stand', () => {
    const schedule = createSchedule(mixed, 2, catalogue);
    expect(taken(schedule, [0, 1, 0, 1, 0, 0])).toEqual([0, 1, 3, 4, 5, undefined]);
  });

  test('lets one test at a time have what several share, and nobody wait for it', () => {
    const schedule = createSchedule(
      plan({ exclusive: 'objects' }, { exclusive: 'objects' }, {}, { exclusive: 'objects' }),
      3,
      catalogue,
    );
    expect(taken(schedule, [0, 1, 2, 0, 1, 0, 0])).toEqual([0, 2, undefined, 1, undefined, 3, undefined]);
    expect(schedule.alone).toEqual([]);
  });

  test('goes on first with what one test has at a time', () => {
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

  test('gives a test that runs several times as often', () => {
    const [once] = plan({});
    const schedule = createSchedule(once ? [once, once] : [], 2, catalogue);
    expect(taken(schedule, [0, 1, 0])).toEqual([0, 0, undefined]);
  });

  test('keeps what others would notice, or steers the clock, for the end', () => {
    expect(createSchedule(mixed, 2, catalogue).alone.map(({ index }) => index)).toEqual([2, 6]);
  });

  test('lets one test at a time have the account that is theirs, where there is one', () => {
    const tests = plan(
      { exclusive: 'account' },
      { features: ['clock'] },
      {},
      { exclusive: true, features: ['clock'] },
    );
    const schedule = createSchedule(tests, 2, catalogue, true);
    expect(taken(schedule, [0, 1, 0, 0, 1])).toEqual([0, 2, 1, undefined, undefined]);
    expect(schedule.alone.map(({ index }) => index)).toEqual([3]);
    const without = createSchedule(tests, 2, catalogue);
    expect(without.alone.map(({ index }) => index)).toEqual([0, 1, 3]);
  });
});
