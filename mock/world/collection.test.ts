import { describe, expect, it } from 'vitest';
import { Collection } from './collection.ts';

interface Thing {
  readonly id: string;
  readonly name: string;
}

const a: Thing = { id: '1', name: 'a' };
const b: Thing = { id: '2', name: 'b' };
const c: Thing = { id: '3', name: 'c' };

function things(...records: readonly Thing[]): Collection<Thing> {
  const collection = new Collection<Thing>({ id: (thing) => thing.id, key: (thing) => thing.name });
  if (records.length > 0) collection.put(...records);
  return collection;
}

describe('Collection', () => {
  it('finds a record by its id and by its key', () => {
    const collection = things(a, b);
    expect(collection.get('2')).toBe(b);
    expect(collection.byKey('a')).toBe(a);
    expect(collection.get('a')).toBeUndefined();
    expect(collection.byKey('1')).toBeUndefined();
  });

  it('lists records in insertion order', () => {
    expect(things(b, a, c).list()).toEqual([b, a, c]);
  });

  it('replaces a record with a known id in its position', () => {
    const collection = things(a, b);
    const changed = { id: '1', name: 'z' };
    collection.put(changed);
    expect(collection.list()).toEqual([changed, b]);
    expect(collection.byKey('a')).toBeUndefined();
    expect(collection.byKey('z')).toBe(changed);
  });

  it('removes records and ignores unknown ids', () => {
    const collection = things(a, b);
    collection.remove('1', 'nothing');
    expect(collection.list()).toEqual([b]);
    expect(collection.byKey('a')).toBeUndefined();
    expect(collection.size).toBe(1);
  });

  it('keeps a key that another record took over from a removed one', () => {
    const collection = things(a);
    const heir = { id: '9', name: 'a' };
    collection.put(heir);
    collection.remove('1');
    expect(collection.byKey('a')).toBe(heir);
  });

  it('replaces everything in the given order', () => {
    const collection = things(a, b);
    collection.replaceAll([c, a]);
    expect(collection.list()).toEqual([c, a]);
    expect(collection.byKey('b')).toBeUndefined();
  });

  it('returns the same list until the next write, and never changes a returned one', () => {
    const collection = things(a);
    const before = collection.list();
    expect(collection.list()).toBe(before);
    collection.put(b);
    expect(before).toEqual([a]);
    expect(collection.list()).toEqual([a, b]);
  });

  it('increases its version with every write', () => {
    const collection = things();
    const versions = [collection.version];
    collection.put(a);
    versions.push(collection.version);
    collection.remove('1');
    versions.push(collection.version);
    collection.replaceAll([]);
    versions.push(collection.version);
    expect(new Set(versions).size).toBe(4);
    expect([...versions].sort((x, y) => x - y)).toEqual(versions);
  });

  it('needs no key', () => {
    const collection = new Collection<Thing>({ id: (thing) => thing.id });
    collection.put(a, b);
    collection.remove('1');
    expect(collection.byKey('a')).toBeUndefined();
    expect(collection.list()).toEqual([b]);
  });

  it('finds and orders records the same way, whether few or many', () => {
    const ids = Array.from({ length: 20 }, (_, n) => `${n}`);
    const collection = new Collection<Thing>({ id: (thing) => thing.id });
    for (const [n, id] of ids.entries()) {
      collection.put({ id, name: 'first' });
      collection.put({ id: '0', name: `${n}` });
      expect(collection.size).toBe(n + 1);
      expect(collection.get('0')?.name).toBe(`${n}`);
      expect(collection.get(id)?.id).toBe(id);
      expect(collection.get('no such')).toBeUndefined();
    }
    expect(collection.list().map(({ id }) => id)).toEqual(ids);
    collection.remove('3', '19');
    expect(collection.get('3')).toBeUndefined();
    collection.replaceAll(collection.list().slice(0, 2));
    expect(collection.list().map(({ id }) => id)).toEqual(['0', '1']);
    collection.remove('0', 'no such');
    expect([collection.size, collection.get('0'), collection.get('1')?.name]).toEqual([
      1,
      undefined,
      'first',
    ]);
  });
});
