import { describe, expect, test } from 'vitest';
import type { SelectedTest } from './select.ts';
import { parseShard, takeShard } from './shard.ts';

const chosen = Array.from({ length: 10 }, (_, at): SelectedTest => {
  const test = { title: `does ${at}`, requirements: ['TV-CFG-1'], run: () => {} };
  return { suite: { name: 'a/b', tests: [test] }, test };
});

describe('parts of a run', () => {
  test('contain every test once, and equally many', () => {
    const parts = [1, 2, 3].map((index) => takeShard(chosen, { index, of: 3 }));
    expect(parts.map(({ length }) => length)).toEqual([4, 3, 3]);
    expect(new Set(parts.flat())).toEqual(new Set(chosen));
  });

  test.each(['0/2', '3/2', '1', '1/0', 'a/b', '1/2/3', '-1/2'])('%s is no part', (text) => {
    expect(() => parseShard(text)).toThrow(`--shard is ${text}, expected i/n`);
  });

  test('are written as 2/3', () => {
    expect(parseShard('2/3')).toEqual({ index: 2, of: 3 });
  });
});
