import { describe, expect, it } from 'vitest';
import { MemoryDatabase } from '../testing/memory-database.ts';
import { CommitGraph } from './commit-graph.ts';
import { parseFilter } from './filter.ts';
import { SendCache } from './objects-to-send.ts';

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

describe('the cache of lists to send', () => {
  it('returns the same list for the same wants, in any order', () => {
    const { cache, tip, before } = longHistory();
    const list = cache.send({ wants: [tip, before] });
    expect(cache.send({ wants: [before, tip, tip] })).toBe(list);
    expect(list.size).toBe(1_200);
  });

  it('returns another list for other wants, cuts, filters and tags, and after it was cleared', () => {
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

  it('shares one walk among concurrent requests for a list, and yields to other work', async () => {
    const { cache, database, tip, before } = longHistory();
    const alone = cache.send({ wants: [before] }) && database.reads;
    cache.forget();
    database.reads = 0;
    const lists = await Promise.all([1, 2, 3].map(() => cache.prepare({ wants: [tip] })));
    expect(new Set(lists).size).toBe(1);
    expect(database.reads).toBeLessThan(alone * 1.5);
    expect(cache.send({ wants: [tip] })).toBe(lists[0]);
    expect(await cache.prepare({ wants: [tip] })).toBe(lists[0]);
    expect((await cache.prepare({ wants: [tip], haves: [before] })).size).toBe(3);
  });

  it("passes a walk's error to all waiters, and walks again for a later request", async () => {
    const { cache, database, tip } = longHistory();
    const tree = database.files({ file: '7\n' });
    const kept = database.read(tree);
    database.remove(tree);
    const asked = [1, 2].map(() => cache.prepare({ wants: [tip] }));
    for (const one of asked) await expect(one).rejects.toThrow(`missing tree ${tree}`);
    if (kept) database.add(kept.type, kept.data);
    expect((await cache.prepare({ wants: [tip] })).size).toBe(1_200);
  });

  it('keeps no list for a client with haves, and no short list', () => {
    const { cache, tip, before } = longHistory();
    expect(cache.send({ wants: [tip], haves: [before] }).size).toBe(3);
    expect(cache.send({ wants: [tip], cut: [tip] })).not.toBe(cache.send({ wants: [tip], cut: [tip] }));
  });

  it('keeps the lists used last', () => {
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
