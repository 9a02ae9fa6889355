import { describe, expect, it } from 'vitest';
import type { ObjectId } from '../object-id.ts';
import { LinkCheck } from './link-check.ts';
import { MemoryDatabase } from './testing/memory-database.ts';
import { Tops } from './tops.ts';

/** The links of a pack of some objects. */
function linksOf(database: MemoryDatabase, ids: Iterable<ObjectId>): LinkCheck {
  const links = new LinkCheck();
  for (const id of ids) {
    const object = database.read(id);
    const bytes = Uint8Array.from(id.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
    if (object) links.see(object.type, object.data, bytes);
  }
  return links;
}

describe('the tops of a repository', () => {
  const made = () => {
    const database = new MemoryDatabase();
    const [first = '', second = ''] = database.line(2);
    const before = new Set(database.ids());
    const third = database.commit({ tree: database.files({ file: 'new\n' }), parents: [second] });
    const tag = database.tag('v1', second);
    const after = [...database.ids()].filter((id) => !before.has(id));
    return { database, first, second, third, tag, before, after };
  };

  it('are what nothing links to, in whichever pack it came', () => {
    const { database, first, second, third, tag, before, after } = made();
    const tops = new Tops(true);
    expect(tops.areReachedFrom([])).toBe(true);
    tops.add(linksOf(database, before));
    expect([tops.areReachedFrom([second]), tops.areReachedFrom([first])]).toEqual([true, false]);
    tops.add(linksOf(database, after));
    expect(tops.areReachedFrom([third, tag, first])).toBe(true);
    expect([tops.areReachedFrom([third]), tops.areReachedFrom([tag, second])]).toEqual([false, false]);
  });

  it('have one more where an object came that nothing names', () => {
    const { database, second, third, tag, before, after } = made();
    const stray = database.blob('stray\n');
    const tops = new Tops(true);
    tops.add(linksOf(database, [...before, stray]));
    expect([tops.areReachedFrom([second]), tops.areReachedFrom([second, stray])]).toEqual([false, true]);
    tops.add(linksOf(database, after));
    expect(tops.areReachedFrom([third, tag])).toBe(false);
  });

  it('are not known of a repository that was there, nor after a pack that nobody looked through', () => {
    const { database, second, before, after } = made();
    const old = new Tops(false);
    old.add(linksOf(database, before));
    expect(old.areReachedFrom([second])).toBe(false);
    const tops = new Tops(true);
    tops.add(undefined);
    tops.add(linksOf(database, after));
    expect(tops.areReachedFrom(database.ids())).toBe(false);
  });
});
