import { expect, it, test } from 'vitest';
import { gitCodec } from '#git-codec';
import { memoryStorage } from '../storage/memory-storage.ts';
import { blobId, buildPack, createDatabase, getText, ids, packs, prefixing } from '../testing/packs.ts';
import { OFS_DELTA, packLimits } from './pack-format.ts';
import { BaseCache, PackedDatabase } from './packed-database.ts';

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

const unknown = '1234567890123456789012345678901234567890';

test.each([
  ['deltas by place', [packs.ofsDeltas]],
  ['deltas by id', [packs.refDeltas]],
  ['a thin pack after another', [packs.before, packs.thin]],
])('reads the objects of %s', async (_, made) => {
  const database = await createDatabase(made.map((pack) => pack()));
  for (const [place, id] of ids.texts.entries()) {
    expect(database.read(id)?.type).toBe('blob');
    expect(text(database.read(id)?.data)).toBe(getText(place + 1));
    expect([database.has(id), database.getType(id), database.getSize(id)]).toEqual([true, 'blob', 481]);
  }
  expect(ids.trees.map((id) => [database.getType(id), database.getSize(id)])).toEqual(
    Array(3).fill(['tree', 69]),
  );
  expect(text(database.read(ids.commits[2])?.data)).toContain(
    `tree ${ids.trees[2]}\nparent ${ids.commits[1]}\n`,
  );
});

test('reports nothing about a missing object', async () => {
  const database = await createDatabase([packs.ofsDeltas()]);
  expect(database.has(unknown)).toBe(false);
  for (const ask of ['getType', 'getSize', 'read', 'entry'] as const)
    expect(database[ask](unknown)).toBeUndefined();
});

test.each([['ofsDeltas'], ['refDeltas']] as const)(
  'gives the base of a delta by its id: %s',
  async (pack) => {
    const database = await createDatabase([packs[pack]()]);
    const entry = database.entry(ids.texts[0]);
    expect(entry).toMatchObject({ type: 'delta', size: 29, base: ids.texts[2] });
    expect(gitCodec.inflate(entry?.deflated ?? new Uint8Array(), 0, 29).end).toBe(entry?.deflated.length);
    expect(database.entry(ids.tag)).toMatchObject({ type: 'tag', size: 114, base: undefined });
  },
);

test('gives a delta the type of its base, before or after it in the index', async () => {
  const orders = new Set<boolean>();
  for (let number = 0; orders.size < 2; number++) {
    const base = new TextEncoder().encode(`base ${number}`);
    const whole = Uint8Array.from([97, ...base]);
    const delta = prefixing(97, base.length);
    const database = await createDatabase([
      buildPack([
        { kind: 3, data: base },
        { kind: OFS_DELTA, data: delta, base: 0 },
      ]),
    ]);
    expect(database.getType(blobId(whole))).toBe('blob');
    orders.add(blobId(base) < blobId(whole));
  }
});

test('lists each id once, regardless of the number of packs', async () => {
  const all = [...Object.values(ids).flat()].sort();
  const one = await createDatabase([packs.ofsDeltas()]);
  expect([...one.ids()]).toEqual(all);
  const many = await createDatabase([packs.before(), packs.refDeltas(), packs.ofsDeltas()]);
  expect([...many.ids()].sort()).toEqual(all);
});

test('reads the same objects without a cache', async () => {
  const storage = memoryStorage();
  await createDatabase([packs.ofsDeltas()], storage);
  const { packs: stored } = await storage.load();
  const database = new PackedDatabase(gitCodec, stored, { ...packLimits, baseCacheBytes: 0 });
  expect(ids.texts.map((id) => text(database.read(id)?.data))).toEqual([1, 2, 3].map(getText));
});

test('a damaged pack is refused when it is read', async () => {
  const storage = memoryStorage();
  await createDatabase([packs.ofsDeltas()], storage);
  const [stored] = (await storage.load()).packs;
  if (stored === undefined) throw new Error('nothing was stored');
  const zeros = { size: stored.bytes.size, slice: (_: number, length: number) => new Uint8Array(length) };
  const database = new PackedDatabase(gitCodec, [{ ...stored, bytes: zeros }]);
  expect(() => database.read(ids.tag)).toThrow('unknown type 0');
  const cut = { ...stored, index: stored.index.subarray(0, 1100) };
  expect(() => new PackedDatabase(gitCodec, [cut])).toThrow('index is too short');
});

const object = (size: number) => ({ type: 'blob', data: new Uint8Array(size) }) as const;

it('has the objects read last, within its limit, and drops unused ones', () => {
  const cache = new BaseCache(10_000);
  cache.add(0, object(800));
  for (let key = 1; key <= 20; key++) {
    cache.add(key, object(800));
    expect(cache.get(0)?.data).toHaveLength(800);
    expect(cache.get(key)).toBeDefined();
  }
  const held = Array.from({ length: 21 }, (_, key) => cache.get(key)).filter((found) => found !== undefined);
  expect(held.length).toBeGreaterThanOrEqual(5);
  expect(held.length).toBeLessThanOrEqual(10);
  expect(cache.get(1)).toBeUndefined();
});

it('keeps no object that would leave no room for others', () => {
  const cache = new BaseCache(10_000);
  cache.add(1, object(100));
  cache.add(2, object(5_000));
  expect([cache.get(1), cache.get(2)]).toEqual([object(100), undefined]);
});
