import { describe, expect, it, test } from 'vitest';
import { type ObjectId, putId } from '../object-id.ts';
import { MemoryDatabase } from '../testing/memory-database.ts';
import { findMissing } from './connectivity.ts';
import { LinkCheck, Tops } from './link-check.ts';

/** The check of a pack with all objects of a database, and with the objects added last first. */
function checked(pack: MemoryDatabase): LinkCheck {
  const links = new LinkCheck();
  for (const id of [...pack.ids()].reverse()) {
    const object = pack.read(id);
    const bytes = new Uint8Array(20);
    putId(id, bytes, 0);
    if (object) links.see(object.type, object.data, bytes);
  }
  return links;
}

const nothing = new MemoryDatabase();

const unknown = 'a'.repeat(40);

test('a pack with all linked objects is complete', () => {
  const pack = new MemoryDatabase();
  const [, , tip = ''] = pack.line(3);
  const tag = pack.tag('v2', pack.tag('v1', tip));
  const links = checked(pack);
  expect(links.isComplete(nothing)).toBe(true);
  expect([tip, tag, unknown].map((id) => links.getType(id))).toEqual(['commit', 'tag', undefined]);
});

test('older objects need not be in the pack', () => {
  const before = new MemoryDatabase();
  const parent = before.commit({ tree: before.files({ file: 'one\n' }) });
  const pack = new MemoryDatabase();
  pack.commit({ tree: before.files({ file: 'one\n' }), parents: [parent] });
  const links = checked(pack);
  expect(links.isComplete(before)).toBe(true);
  expect(links.isComplete(nothing)).toBe(false);
});

test("a submodule's commit is in another repository", () => {
  const pack = new MemoryDatabase();
  pack.commit({ tree: pack.tree([{ mode: '160000', name: 'module', id: unknown }]) });
  expect(checked(pack).isComplete(nothing)).toBe(true);
});

const blob = (pack: MemoryDatabase) => pack.blob('text\n');

test.each<[string, (pack: MemoryDatabase) => ObjectId]>([
  ['a tree', (pack) => pack.commit({ tree: unknown })],
  ['a parent', (pack) => pack.commit({ parents: [unknown] })],
  ['a blob', (pack) => pack.tree([{ mode: '100644', name: 'file', id: unknown }])],
  ['a tree in a tree', (pack) => pack.tree([{ mode: '40000', name: 'folder', id: unknown }])],
  ['a tree that is a blob', (pack) => pack.tree([{ mode: '40000', name: 'folder', id: blob(pack) }])],
  ['a blob that is a tree', (pack) => pack.tree([{ mode: '100644', name: 'file', id: pack.tree([]) }])],
  ['a commit that is a tree', (pack) => pack.commit({ parents: [pack.tree([])] })],
  [
    'one object of two types',
    (pack) =>
      pack.tree([
        { mode: '100644', name: 'a', id: blob(pack) },
        { mode: '40000', name: 'b', id: blob(pack) },
      ]),
  ],
])('a pack without %s is not complete', (_, make) => {
  const pack = new MemoryDatabase();
  make(pack);
  expect(checked(pack).isComplete(nothing)).toBe(false);
  // The result of a walk from all its objects.
  expect(findMissing(pack, pack.ids(), () => true)).toBeDefined();
});

/** The links of a pack with some objects. */
function getLinks(database: MemoryDatabase, ids: Iterable<ObjectId>): LinkCheck {
  const links = new LinkCheck();
  for (const id of ids) {
    const object = database.read(id);
    const bytes = Uint8Array.from(id.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
    if (object) links.see(object.type, object.data, bytes);
  }
  return links;
}

describe('the tips of a repository', () => {
  const made = () => {
    const database = new MemoryDatabase();
    const [first = '', second = ''] = database.line(2);
    const before = new Set(database.ids());
    const third = database.commit({ tree: database.files({ file: 'new\n' }), parents: [second] });
    const tag = database.tag('v1', second);
    const after = [...database.ids()].filter((id) => !before.has(id));
    return { database, first, second, third, tag, before, after };
  };

  it('are the objects without links to them, from whichever pack', () => {
    const { database, first, second, third, tag, before, after } = made();
    const tops = new Tops(true);
    expect(tops.areReachedFrom([])).toBe(true);
    tops.add(getLinks(database, before));
    expect([tops.areReachedFrom([second]), tops.areReachedFrom([first])]).toEqual([true, false]);
    tops.add(getLinks(database, after));
    expect(tops.areReachedFrom([third, tag, first])).toBe(true);
    expect([tops.areReachedFrom([third]), tops.areReachedFrom([tag, second])]).toEqual([false, false]);
  });

  it('have one more when an object without links to it arrives', () => {
    const { database, second, third, tag, before, after } = made();
    const stray = database.blob('stray\n');
    const tops = new Tops(true);
    tops.add(getLinks(database, [...before, stray]));
    expect([tops.areReachedFrom([second]), tops.areReachedFrom([second, stray])]).toEqual([false, true]);
    tops.add(getLinks(database, after));
    expect(tops.areReachedFrom([third, tag])).toBe(false);
  });

  it('are unknown for an existing repository, and after a pack without recorded links', () => {
    const { database, second, before, after } = made();
    const old = new Tops(false);
    old.add(getLinks(database, before));
    expect(old.areReachedFrom([second])).toBe(false);
    const tops = new Tops(true);
    tops.add(undefined);
    tops.add(getLinks(database, after));
    expect(tops.areReachedFrom(database.ids())).toBe(false);
  });
});
