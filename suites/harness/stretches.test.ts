import { describe, expect, test } from 'vitest';
import type { SelectedTest } from './select.ts';
import { stretches } from './stretches.ts';
import type { Suite } from './suite.ts';

const chosenOf = (counts: Readonly<Record<string, number>>): SelectedTest[] =>
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

describe('stretches', () => {
  const chosen = chosenOf({ a: 4, b: 1, c: 7 });
  const all = chosen.map(({ suite, test: one }) => suite.name + one.title);

  test('hold every test once, in its order', () => {
    const parts = stretches(chosen, 3, () => 1).map(titles);
    expect(parts.map(({ length }) => length)).toEqual([4, 4, 4]);
    expect(parts.flat()).toEqual(all);
  });

  test('cost as much as each other', () => {
    const parts = stretches(chosen, 2, ({ suite }) => (suite.name === 'b' ? 3 : 1)).map(titles);
    expect(parts).toEqual([all.slice(0, 5), all.slice(5)]);
  });

  test('are fewer where there is too little, and one at least', () => {
    expect(stretches(chosenOf({ a: 2 }), 4, () => 1).map(titles)).toEqual([['a0'], ['a1']]);
    expect(stretches(chosen, 2, () => 0).map(titles)).toEqual([all]);
  });
});
