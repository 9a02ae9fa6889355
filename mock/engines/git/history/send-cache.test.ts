import { describe, expect, it } from 'vitest';
import { CommitGraph } from './commit-graph.ts';
import { parseFilter } from './filter.ts';
import { findUnreachable } from './reachable.ts';
import { SendCache } from './send-cache.ts';
import { MemoryDatabase } from './testing/memory-database.ts';

function longHistory() {
  const database = new MemoryDatabase();
  const line = database.line(400);
  return {
    database,
    tip: line[399] ?? '',
    before: line[398] ?? '',
    cache: new SendCache(new CommitGraph(database)),
  };
}

describe('the cache of what is sent', () => {
  it('gives the same list to who wants the same, in any order', () => {
    const { cache, tip, before } = longHistory();
    const list = cache.send({ wants: [tip, before] });
    expect(cache.send({ wants: [before, tip, tip] })).toBe(list);
    expect(list.size).toBe(1_200);
  });

  it('gives another one for other wants, cuts, filters and tags, and after it was told to forget', () => {
    const { cache, database, tip, before } = longHistory();
    const list = cache.send({ wants: [tip] });
    const tag = database.tag('one', tip);
    expect(cache.send({ wants: [before] })).not.toBe(list);
    expect(cache.send({ wants: [tip], filter: parseFilter('blob:none') }).counts.blob).toBe(0);
    expect(cache.send({ wants: [tip], includeTags: [tag] }).counts.tag).toBe(1);
    expect(cache.send({ wants: [tip], cut: [before] }).counts.commit).toBe(2);
    cache.forget();
    expect(cache.send({ wants: [tip] })).not.toBe(list);
  });

  it('keeps no list for who has something, and none that is short', () => {
    const { cache, tip, before } = longHistory();
    expect(cache.send({ wants: [tip], haves: [before] }).size).toBe(3);
    expect(cache.send({ wants: [tip], cut: [tip] })).not.toBe(cache.send({ wants: [tip], cut: [tip] }));
  });

  it('keeps the lists that were asked for last', () => {
    const { cache, database, tip } = longHistory();
    const tags = Array.from({ length: 5 }, (_, index) => database.tag(`${index}`, tip));
    const [first = '', second = '', ...others] = tags;
    const [one, two] = [cache.send({ wants: [first] }), cache.send({ wants: [second] })];
    for (const tag of others) {
      cache.send({ wants: [tag] });
      cache.send({ wants: [first] });
    }
    expect(cache.send({ wants: [first] })).toBe(one);
    expect(cache.send({ wants: [second] })).not.toBe(two);
  });
});

describe('the check of wants', () => {
  const made = () => {
    const { cache, database, tip, before } = longHistory();
    const inner = database.tag('inner', before);
    const tips = [tip, database.tag('outer', inner)];
    const stray = database.commit({ message: 'stray' });
    return { cache, database, tip, before, inner, tips, stray };
  };

  it.each([
    ['a tip', ({ tip }: ReturnType<typeof made>) => tip],
    ['a commit before one', ({ before }: ReturnType<typeof made>) => before],
    ['a tag in a tag', ({ inner }: ReturnType<typeof made>) => inner],
    ['a tree of one', ({ database }: ReturnType<typeof made>) => database.files({ file: '7\n' })],
    ['a blob of one', ({ database }: ReturnType<typeof made>) => database.blob('7\n')],
  ])('lets pass %s', (_, want) => {
    const all = made();
    expect(findUnreachable(all.cache, [want(all)], all.tips)).toBeUndefined();
  });

  it.each([
    ['a commit', ({ stray }: ReturnType<typeof made>) => stray],
    ['a tag', ({ database, tip }: ReturnType<typeof made>) => database.tag('stray', tip)],
    ['a blob', ({ database }: ReturnType<typeof made>) => database.blob('stray')],
    ['an id', () => '1'.repeat(40)],
  ])('names %s that no ref reaches', (_, want) => {
    const all = made();
    const id = want(all);
    expect(findUnreachable(all.cache, [all.tip, id, '2'.repeat(40)], all.tips)).toBe(id);
  });
});
