import { describe, expect, test } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import { describeRequirement, listRequirements } from './listing.ts';
import type { Selection } from './select.ts';
import type { Suite } from './suite.ts';

const rest = { sentence: 'It holds.', passage: 'a.md: B', certainty: 'seed' } as const;
const catalogue = createCatalogue([
  { id: 'A-B-1', level: 'must', ...rest },
  { id: 'A-B-10', level: 'must', ...rest, feature: 'edge' },
  { id: 'A-C-1', level: 'may', ...rest },
  { id: 'D-E-1', level: 'must', ...rest },
]);
const run = () => {};
const suites: readonly Suite[] = [
  { name: 'a/b', tests: [{ title: 'one', requirements: ['A-B-1'], judges: ['A-C-1'], run }] },
  { name: 'a/edge', tests: [{ title: 'two', requirements: ['A-B-10', 'A-B-1'], run }] },
];
const excuses = { 'D-E-1': "The API can't show it." };

const list = (selection?: Selection) =>
  listRequirements(suites, catalogue, selection, excuses).map(
    ({ id, tests }) => `${id}: ${tests.join(', ')}`,
  );

describe('the list of requirements', () => {
  test.each<[string, Selection | undefined, string[]]>([
    [
      'all of them',
      undefined,
      ['A-B-1: a/b: one, a/edge: two', 'A-B-10: a/edge: two', 'A-C-1: a/b: one', 'D-E-1: '],
    ],
    ['one by its id', { requirements: ['A-B-1'] }, ['A-B-1: a/b: one, a/edge: two']],
    ['one without a test by its id', { requirements: ['D-E-1'] }, ['D-E-1: ']],
    [
      'a level',
      { level: 'must', requirements: ['A'] },
      ['A-B-1: a/b: one, a/edge: two', 'A-B-10: a/edge: two'],
    ],
    ['those with tests of a feature', { needs: ['edge'] }, ['A-B-1: a/edge: two', 'A-B-10: a/edge: two']],
    ['what a suite proves', { services: ['a/b'] }, ['A-B-1: a/b: one', 'A-C-1: a/b: one']],
  ])('has %s', (_, selection, expected) => {
    expect(list(selection)).toEqual(expected);
  });

  test('rejects a requirement that does not exist', () => {
    expect(() => list({ requirements: ['A-B-1', 'X-Y'] })).toThrow(
      'No requirement has an id that is or starts with X-Y',
    );
  });

  test('shows level, sentence, passage, feature and tests, or why there are none', () => {
    const shown = listRequirements(suites, catalogue, {}, excuses).map(describeRequirement);
    expect(shown[1]).toBe(
      'A-B-10 MUST It holds.\n    from a.md: B (seed, for targets with the feature edge)\n    a/edge: two',
    );
    expect(shown[3]).toBe(
      "D-E-1 MUST It holds.\n    from a.md: B (seed)\n    (no test: The API can't show it.)",
    );
  });
});
