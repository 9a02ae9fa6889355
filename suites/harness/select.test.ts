import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { HarnessError } from './errors.ts';
import { createSchedule } from './schedule.ts';
import {
  parseShard,
  type SelectedTest,
  type Selection,
  selectTests,
  splitSelection,
  takeShard,
} from './select.ts';
import type { Suite, Test } from './suite.ts';
import { tinyTest } from './testing/run-tiny.ts';

const make = (title: string, ...requirements: string[]) => tinyTest(() => {}, { title, requirements });
const needing = (feature: string): Test => ({ ...make(feature, 'V4-ENV-18'), features: [feature] });
const keys: Suite = {
  name: 'token-validation/keys',
  tests: [make('one', 'TV-KEY-4'), make('two', 'TV-KEY-40'), make('three', 'TV-CFG-27')],
};
const zones: Suite = { name: 'zones/zones', tests: [make('one', 'V4-ENV-18')] };
const edge: Suite = { name: 'other/edge', tests: [needing('edge'), needing('clock')] };
const select = (selection?: Selection) => selectTests([keys, zones, edge], catalogue, selection);

describe('a selection', () => {
  test.each<[string, Selection | undefined, number]>([
    ['all of them by default', undefined, 6],
    ['a service', { services: ['token-validation'] }, 3],
    ['a suite', { services: ['zones/zo'] }, 1],
    ['a requirement, but no longer id that starts the same', { requirements: ['TV-KEY-4'] }, 1],
    ['a group of requirements', { requirements: ['TV-KEY'] }, 2],
    ['either of two', { requirements: ['TV-KEY-4', 'V4-ENV'] }, 4],
    ['a level and those above', { level: 'must' }, 2],
    ['the middle level', { level: 'should' }, 3],
    ['a text of the title', { title: 'Keys: t' }, 2],
    ['a test by its id', { tests: ['token-validation/keys: one'] }, 1],
    ['a feature', { needs: ['clock', 'edge'] }, 2],
    ['tests that need no feature of a list', { without: ['clock'] }, 5],
    ['tests that need one feature and not another', { needs: ['clock', 'edge'], without: ['edge'] }, 1],
    ['tests that match all selectors', { services: ['zones'], level: 'must' }, 0],
  ])('chooses %s', (_, selection, count) => {
    expect(select(selection)).toHaveLength(count);
  });

  test.each<[Selection, string]>([
    [{ services: ['zones', 'nothing'] }, 'nothing; there are other, token-validation, zones'],
    [{ requirements: ['TV-KEY-5'] }, 'No test is bound to TV-KEY-5; there are TV-CFG, TV-KEY, V4-ENV'],
    [{ tests: ['one'] }, 'No test has the id one; there are those of conform list'],
    [{ needs: ['edgy'] }, 'No test needs the feature edgy; there are clock, edge'],
    [{ without: ['edgy'] }, 'No test needs the feature edgy'],
    [{ title: 'four' }, "No test has an id that contains 'four'"],
  ])('lists the valid values when %j matches nothing', (selection, message) => {
    expect(() => select(selection)).toThrow(message);
  });

  test.each([
    ['is bound to a requirement that does not exist', make('x', 'TV-KEY-9999'), 'TV-KEY-9999'],
    ['is bound to none', make('x'), 'no requirement'],
    ['has the id of another', make('one', 'TV-KEY-4'), 'Two tests have the id token-validation/keys: one'],
  ])('refuses a test that %s', (_, faulty, message) => {
    const choose = () => selectTests([{ ...keys, tests: [...keys.tests, faulty] }], catalogue);
    expect(choose).toThrow(HarnessError);
    expect(choose).toThrow(message);
  });
});

const toSelected = (...tests: readonly Partial<Test>[]): SelectedTest[] =>
  tests.map((rest, at) => {
    const one = tinyTest(() => {}, { title: `${at}`, ...rest });
    return { suite: { name: 'a', tests: [one] }, test: one };
  });
const ten = toSelected(...Array.from({ length: 10 }, () => ({})));

test('the parts of a run have every test once, and equally many', () => {
  const parts = [1, 2, 3].map((index) => takeShard(ten, { index, of: 3 }));
  expect(parts.map(({ length }) => length)).toEqual([4, 3, 3]);
  expect(new Set(parts.flat())).toEqual(new Set(ten));
  expect(parseShard('2/3')).toEqual({ index: 2, of: 3 });
});

test.each(['0/2', '3/2', '1', '1/0', 'a/b', '1/2/3', '-1/2'])('%s is no part of a run', (text) => {
  expect(() => parseShard(text)).toThrow(`--shard is ${text}, expected i/n`);
});

test.each([
  [3, () => true, [4, 3, 3]],
  [2, ({ test: one }: SelectedTest) => Number(one.title) < 4, [2, 8]],
  [20, () => true, Array(10).fill(1)],
  [2, () => false, [10]],
])(
  'the processes of a run (%i) have every test once, in order, and equally many that run',
  (of, runs, sizes) => {
    const parts = splitSelection(ten, of, runs).map((part) => part.flatMap(({ tests }) => tests));
    expect(parts.flat()).toEqual(ten.map(({ test: one }) => one));
    expect(parts.map(({ length }) => length)).toEqual(sizes);
  },
);

/** Exclusive of the objects, the interpreter, the account or all, and those that control the clock. */
const mixed = toSelected(
  ...([{}, { exclusive: 'objects' }, { exclusive: true }, { exclusive: 'interpreter' }, {}] as const),
  ...([{ exclusive: 'objects' }, { exclusive: 'account' }, { features: ['clock'] }, {}] as const),
);

test.each([
  ['one job all tests in order', 1, false, [0, 0, 0], [0, 1, 2], []],
  [
    'jobs what no other may run, without blocking one',
    2,
    false,
    [0, 1, 0, 1, 0, 1],
    [1, 3, 5, 0, 4, 8],
    [2, 6, 7],
  ],
  ['jobs tests of the account if it is their own', 2, true, [0, 1, 0, 0], [1, 3, 5, 6], [2]],
  ['three jobs one test of a resource at a time', 3, false, [0, 1, 2, 1, 0], [1, 3, 0, 4, 5], [2, 6, 7]],
])(
  'the schedule gives %s, and leaves for the end what others would notice',
  (_, jobs, own, asks, taken, alone) => {
    const schedule = createSchedule(mixed, jobs, catalogue, own);
    const at = (one?: SelectedTest) => one && Number(one.test.title);
    expect(asks.map((job) => at(schedule.next(job)))).toEqual(taken);
    expect(schedule.alone.map(at)).toEqual(alone);
  },
);
