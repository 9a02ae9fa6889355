import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ObjectId } from '../object-id.ts';
import { findMissing } from './connectivity.ts';
import { findHoles } from './find-holes.ts';
import { MemoryDatabase } from './testing/memory-database.ts';

const all = () => true;
const unknown = 'a'.repeat(40);

test('of several starts those that reach a hole are found, with the hole', () => {
  const database = new MemoryDatabase();
  const fine = database.commit({ tree: database.files({ file: 'one\n' }) });
  const broken = database.commit({ tree: unknown, parents: [fine] });
  const above = database.commit({ parents: [fine, broken] });
  const tag = database.tag('v1', above);
  const hole = { id: unknown, type: 'tree', from: broken };
  expect(Object.fromEntries(findHoles(database, [fine, above, tag, broken, unknown], all))).toEqual({
    [above]: hole,
    [tag]: hole,
    [broken]: hole,
    [unknown]: { id: unknown, type: undefined, from: undefined },
  });
});

test('what was there before is not looked into', () => {
  const database = new MemoryDatabase();
  const old = database.commit({ tree: unknown });
  const above = database.commit({ parents: [old] });
  expect(findHoles(database, [above, old], (id) => id === above)).toEqual(new Map());
});

test('each object is read once, from however many it is reached', () => {
  const database = new MemoryDatabase();
  const commits = database.line(300);
  const broken = database.commit({ tree: unknown, parents: commits.slice(-1) });
  const starts = [
    ...commits,
    ...Array.from({ length: 50 }, (_, at) => database.commit({ parents: [broken], message: `${at}` })),
  ];
  database.reads = 0;
  expect(findHoles(database, starts, all).size).toBe(50);
  expect(database.reads).toBeLessThanOrEqual([...database.ids()].length);
});

test('it says the same of each start as a walk from there alone', () => {
  const shape = fc.array(fc.tuple(fc.nat(20), fc.nat(20), fc.boolean()), { minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(shape, fc.array(fc.nat(60), { maxLength: 6 }), (parents, removed) => {
      const database = new MemoryDatabase();
      const commits: ObjectId[] = [];
      for (const [at, [one, other, hasFile]] of parents.entries()) {
        const below =
          commits.length === 0 ? [] : [one, other].map((place) => commits[place % commits.length] ?? '');
        const tree = hasFile
          ? database.files({ file: `${at}\n`, 'folder/file': 'same\n' })
          : database.tree([]);
        commits.push(database.commit({ tree, parents: below, message: `${at}` }));
      }
      const ids = [...database.ids()];
      for (const place of removed) database.remove(ids[place % ids.length] ?? '');
      const holes = findHoles(database, commits, all);
      for (const id of commits) expect(holes.has(id)).toBe(findMissing(database, [id], all) !== undefined);
    }),
    { numRuns: 200 },
  );
});
