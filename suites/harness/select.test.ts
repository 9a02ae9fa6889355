import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { HarnessError } from './errors.ts';
import { type SelectedTest, type Selection, selectTests, splitSelection } from './select.ts';
import type { Suite, Test } from './suite.ts';

const make = (title: string, ...requirements: string[]): Test => ({ title, requirements, run: () => {} });
const needing = (feature: string): Test => ({ ...make(feature, 'V4-ENV-18'), features: [feature] });
const keys: Suite = {
  name: 'token-validation/keys',
  tests: [make('one', 'TV-KEY-4'), make('two', 'TV-KEY-40'), make('three', 'TV-CFG-27')],
};
const zones: Suite = { name: 'zones/zones', tests: [make('one', 'V4-ENV-18')] };
const edge: Suite = { name: 'other/edge', tests: [needing('edge'), needing('clock')] };

const select = (selection?: Selection) =>
  selectTests([keys, zones, edge], catalogue, selection).map(
    ({ suite, test }) => `${suite.name} ${test.title}`,
  );

describe('selectTests', () => {
  test.each([
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
  ] as const)('chooses %s', (_, selection, count) => {
    expect(select(selection)).toHaveLength(count);
  });

  test.each([
    [
      { services: ['zones', 'nothing'] },
      'No test belongs to the service or suite nothing; there are other, token-validation, zones',
    ],
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
    const suites = [{ ...keys, tests: [...keys.tests, faulty] }];
    expect(() => selectTests(suites, catalogue)).toThrow(HarnessError);
    expect(() => selectTests(suites, catalogue)).toThrow(message);
  });
});

const toSelected = (counts: Readonly<Record<string, number>>): SelectedTest[] =>
  Object.entries(counts).flatMap(([name, count]) => {
    const tests = Array.from({ length: count }, (_, at) => ({
      title: `${at}`,
      requirements: ['TV-CFG-1'],
      run: () => {},
    }));
    const suite = { name, tests };
    return tests.map((one) => ({ suite, test: one }));
  });

const titles = (part: readonly Suite[]) =>
  part.flatMap(({ name, tests }) => tests.map(({ title }) => name + title));

describe('splitSelection', () => {
  const chosen = toSelected({ a: 4, b: 1, c: 7 });
  const all = chosen.map(({ suite, test: one }) => suite.name + one.title);

  test('contain every test once, in order', () => {
    const parts = splitSelection(chosen, 3, () => true).map(titles);
    expect(parts.map(({ length }) => length)).toEqual([4, 4, 4]);
    expect(parts.flat()).toEqual(all);
  });

  test('contain equally many tests that run', () => {
    const parts = splitSelection(chosen, 2, ({ suite }) => suite.name === 'a').map(titles);
    expect(parts).toEqual([all.slice(0, 2), all.slice(2)]);
  });

  test('are fewer when there are too few tests, but at least one', () => {
    expect(splitSelection(toSelected({ a: 2 }), 4, () => true).map(titles)).toEqual([['a0'], ['a1']]);
    expect(splitSelection(chosen, 2, () => false).map(titles)).toEqual([all]);
  });
});
