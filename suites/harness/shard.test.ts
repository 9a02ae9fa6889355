import { describe, expect, test } from 'vitest';
import type { SelectedTest } from './select.ts';
import { parseShard, takeShard } from './shard.ts';

const chosenOf = (count: number): SelectedTest[] =>
  Array.from({ length: count }, (_, at) => {
    const test = { title: `does ${at}`, requirements: ['TV-CFG-1'], run: () => {} };
    return { suite: { name: 'a/b', tests: [test] }, test };
  });

const titles = (part: readonly SelectedTest[]) => part.map(({ test }) => test.title);

const parts = (chosen: readonly SelectedTest[], of: number, durations?: ReadonlyMap<string, number>) =>
  Array.from({ length: of }, (_, at) => titles(takeShard(chosen, { index: at + 1, of }, durations)));

describe('parts of a run', () => {
  const chosen = chosenOf(60);
  const durations = new Map(chosen.slice(0, 50).map((_, at) => [`a/b: does ${at}`, 10 + at * 20]));

  test('hold every test once', () => {
    const all = parts(chosen, 4, durations).flat();
    expect([all.length, new Set(all).size]).toEqual([60, 60]);
  });

  test('take as long as each other where durations are known', () => {
    const loads = parts(chosen.slice(0, 50), 4, durations).map((part) =>
      part.reduce((sum, title) => sum + (durations.get(`a/b: ${title}`) ?? 0), 0),
    );
    expect(Math.max(...loads) - Math.min(...loads)).toBeLessThan(60);
  });

  test('keep a test where it is when another without a duration comes', () => {
    const before = parts(chosen, 3, durations);
    const after = parts(chosenOf(61), 3, durations);
    expect(after.map((part) => part.filter((title) => title !== 'does 60'))).toEqual(before);
  });

  test('are used evenly when no duration is known', () => {
    for (const part of parts(chosenOf(400), 4)) expect(part.length).toBeGreaterThan(70);
  });

  test.each(['0/2', '3/2', '1', '1/0', 'a/b', '1/2/3', '-1/2'])('%s is no part', (text) => {
    expect(() => parseShard(text)).toThrow(`--shard is ${text}, expected i/n`);
  });

  test('are written as 2/3', () => {
    expect(parseShard('2/3')).toEqual({ index: 2, of: 3 });
  });
});
