import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ObjectId } from '../object-id.ts';
import { MemoryDatabase } from '../testing/memory-database.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { findHoles, findMissing } from './connectivity.ts';

/** A commit with a parent, and all its objects. */
function history() {
  const database = new MemoryDatabase();
  const old = database.commit({ tree: database.files({ old: 'old\n' }) });
  const before = new Set(database.ids());
  const folder = database.files({ file: 'new\n' });
  const tree = database.tree([
    { mode: '40000', name: 'folder', id: folder },
    { mode: '160000', name: 'sub', id: '1'.repeat(40) },
  ]);
  const commit = database.commit({ tree, parents: [old], date: 2_000_000_000 });
  const tag = database.tag('tag', commit);
  const blob = database.blob('new\n');
  const isNew = (id: ObjectId) => !before.has(id);
  return { database, old, folder, tree, commit, tag, blob, isNew };
}

describe('the connectivity check', () => {
  it('finds nothing missing in a complete history, submodules aside', () => {
    const { database, tag, isNew } = history();
    expect(findMissing(database, [tag], isNew)).toBeUndefined();
    expect(findMissing(database, database.ids(), isNew)).toBeUndefined();
  });

  it.each([
    ['blob', 'blob', 'folder', 'blob'],
    ['tree', 'folder', 'tree', 'tree'],
    ['tree of a commit', 'tree', 'commit', 'tree'],
    ['parent', 'old', 'commit', 'commit'],
    ['tagged commit', 'commit', 'tag', 'commit'],
  ] as const)('names a missing %s and the object that links to it', (_, name, from, type) => {
    const made = history();
    made.database.remove(made[name]);
    const expected = { id: made[name], type, from: made[from] };
    expect(findMissing(made.database, [made.tag], made.isNew)).toEqual(expected);
  });

  it('names a missing start', () => {
    const { database, isNew } = history();
    const id = '2'.repeat(40);
    expect(findMissing(database, [id], isNew)).toEqual({ id, type: undefined, from: undefined });
  });

  it.each([
    [
      'a blob for the tree of a commit',
      (database: MemoryDatabase) => database.commit({ tree: database.blob('x') }),
    ],
    ['a tree for a parent', (database: MemoryDatabase) => database.commit({ parents: [database.tree([])] })],
    [
      'a blob for a folder',
      (database: MemoryDatabase) => database.tree([{ mode: '40000', name: 'a', id: database.blob('x') }]),
    ],
    [
      'a tree for a file',
      (database: MemoryDatabase) => database.tree([{ mode: '100644', name: 'a', id: database.tree([]) }]),
    ],
  ])('treats %s as missing', (_, make) => {
    const database = new MemoryDatabase();
    const start = make(database);
    expect(findMissing(database, [start], () => true)?.from).toBe(start);
  });

  it('does not read older objects', () => {
    const { database, old, commit, isNew } = history();
    database.remove(database.blob('old\n'));
    expect(findMissing(database, [commit], isNew)).toBeUndefined();
    expect(findMissing(database, [old], isNew)).toBeUndefined();
    const { reads } = database;
    findMissing(database, [old], isNew);
    expect(database.reads).toBe(reads);
  });

  it('reads unreachable objects when it starts from all of a pack', () => {
    const { database, commit, isNew } = history();
    const id = '3'.repeat(40);
    const stray = database.tree([{ mode: '100644', name: 'a', id }]);
    expect(findMissing(database, [commit], isNew)).toBeUndefined();
    expect(findMissing(database, [commit, stray], isNew)).toEqual({ id, type: 'blob', from: stray });
  });

  it('refuses an unreadable object', () => {
    const database = new MemoryDatabase();
    const tree = database.add('tree', new TextEncoder().encode('9 no mode'));
    expect(thrownBy(() => findMissing(database, [tree], () => true))).toBe('bad-object');
  });
});

const all = () => true;

const unknown = 'a'.repeat(40);

test('of several starts, it finds those that reach a hole, with the hole', () => {
  const database = new MemoryDatabase();
  const intact = database.commit({ tree: database.files({ file: 'one\n' }) });
  const broken = database.commit({ tree: unknown, parents: [intact] });
  const above = database.commit({ parents: [intact, broken] });
  const tag = database.tag('v1', above);
  const hole = { id: unknown, type: 'tree', from: broken };
  expect(Object.fromEntries(findHoles(database, [intact, above, tag, broken, unknown], all))).toEqual({
    [above]: hole,
    [tag]: hole,
    [broken]: hole,
    [unknown]: { id: unknown, type: undefined, from: undefined },
  });
});

test('older objects are not read', () => {
  const database = new MemoryDatabase();
  const old = database.commit({ tree: unknown });
  const above = database.commit({ parents: [old] });
  expect(findHoles(database, [above, old], (id) => id === above)).toEqual(new Map());
});

test('each object is read once, regardless of the number of links to it', () => {
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

test('the result for each start is that of a walk from there alone', () => {
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
