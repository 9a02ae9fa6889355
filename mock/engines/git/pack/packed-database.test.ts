import { expect, test } from 'vitest';
import { gitCodec } from '#git-codec';
import { memoryStorage } from '../storage/memory-storage.ts';
import { packLimits } from './pack-limits.ts';
import { PackedDatabase } from './packed-database.ts';
import { ids, packs, textOf } from './testing/packs.ts';
import { databaseOf } from './testing/received.ts';

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const unknown = '1234567890123456789012345678901234567890';

test.each([
  ['deltas by place', [packs.ofsDeltas]],
  ['deltas by id', [packs.refDeltas]],
  ['a thin pack behind another', [packs.before, packs.thin]],
])('the objects of %s are read', async (_, made) => {
  const database = await databaseOf(made.map((pack) => pack()));
  for (const [place, id] of ids.texts.entries()) {
    expect(database.read(id)?.type).toBe('blob');
    expect(text(database.read(id)?.data)).toBe(textOf(place + 1));
    expect([database.has(id), database.typeOf(id), database.sizeOf(id)]).toEqual([true, 'blob', 481]);
  }
  expect(ids.trees.map((id) => [database.typeOf(id), database.sizeOf(id)])).toEqual(
    Array(3).fill(['tree', 69]),
  );
  expect(text(database.read(ids.commits[2])?.data)).toContain(
    `tree ${ids.trees[2]}\nparent ${ids.commits[1]}\n`,
  );
});

test('of an object that is not there nothing is known', async () => {
  const database = await databaseOf([packs.ofsDeltas()]);
  expect(database.has(unknown)).toBe(false);
  for (const ask of ['typeOf', 'sizeOf', 'read', 'entry'] as const)
    expect(database[ask](unknown)).toBeUndefined();
});

test.each([['ofsDeltas'], ['refDeltas']] as const)(
  'the base of a delta is told by its id: %s',
  async (pack) => {
    const database = await databaseOf([packs[pack]()]);
    const entry = database.entry(ids.texts[0]);
    expect(entry).toMatchObject({ type: 'delta', size: 29, base: ids.texts[2] });
    expect(gitCodec.inflate(entry?.deflated ?? new Uint8Array(), 0, 29).end).toBe(entry?.deflated.length);
    expect(database.entry(ids.tag)).toMatchObject({ type: 'tag', size: 114, base: undefined });
  },
);

test('each id is told once, of however many packs it is in', async () => {
  const all = [...Object.values(ids).flat()].sort();
  const one = await databaseOf([packs.ofsDeltas()]);
  expect([...one.ids()]).toEqual(all);
  const many = await databaseOf([packs.before(), packs.refDeltas(), packs.ofsDeltas()]);
  expect([...many.ids()].sort()).toEqual(all);
});

test('objects are read the same when none is held', async () => {
  const storage = memoryStorage();
  await databaseOf([packs.ofsDeltas()], storage);
  const { packs: stored } = await storage.load();
  const database = new PackedDatabase(gitCodec, stored, { ...packLimits, baseCacheBytes: 0 });
  expect(ids.texts.map((id) => text(database.read(id)?.data))).toEqual([1, 2, 3].map(textOf));
});

test('a damaged pack is refused when it is read', async () => {
  const storage = memoryStorage();
  await databaseOf([packs.ofsDeltas()], storage);
  const [stored] = (await storage.load()).packs;
  if (stored === undefined) throw new Error('nothing was stored');
  const zeros = { size: stored.bytes.size, slice: (_: number, length: number) => new Uint8Array(length) };
  const database = new PackedDatabase(gitCodec, [{ ...stored, bytes: zeros }]);
  expect(() => database.read(ids.tag)).toThrow('unknown type 0');
  const cut = { ...stored, index: stored.index.subarray(0, 1100) };
  expect(() => new PackedDatabase(gitCodec, [cut])).toThrow('index is too short');
});
