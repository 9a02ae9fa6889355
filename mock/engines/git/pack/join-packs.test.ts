import { expect, test } from 'vitest';
import { gitCodec } from '#git-codec';
import { memoryStorage } from '../storage/memory-storage.ts';
import { blobId, buildPack, createDatabase, ids, packs, prefixing } from '../testing/packs.ts';
import { joinPacks, packsToJoin } from './join-packs.ts';
import { HEAD_BYTES } from './pack-format.ts';
import { PackedDatabase } from './packed-database.ts';
import { indexPack } from './receive-pack.ts';

const createPacks = (sizes: readonly number[]) =>
  sizes.map((size) => ({ bytes: { size, slice: () => new Uint8Array() } }));

const joined = (sizes: readonly number[]) => packsToJoin(createPacks(sizes)).map(({ bytes }) => bytes.size);

const many = (count: number, size: number) => Array.from({ length: count }, () => size);

test('few packs stay as they are', () => {
  expect(joined([])).toEqual([]);
  expect(joined(many(24, 100))).toEqual([]);
});

test('many packs of one size become one', () => {
  expect(joined(many(25, 100))).toHaveLength(25);
});

test('a pack that is far larger than the others together stays', () => {
  expect(joined([1_000_000, ...many(24, 100)])).toEqual(many(24, 100));
});

test('the smaller half is joined, whatever the sizes are', () => {
  const sizes = Array.from({ length: 26 }, (_, at) => 3 ** (26 - at));
  expect(joined(sizes)).toEqual(sizes.slice(13));
});

test('objects pushed in small packs are copied a few times only', () => {
  let sizes: number[] = [];
  let copied = 0;
  const pushes = 5_000;
  for (let push = 0; push < pushes; push++) {
    sizes.push(100);
    const there = createPacks(sizes);
    const some = new Set(packsToJoin(there));
    if (some.size === 0) continue;
    const bytes = [...some].reduce((sum, pack) => sum + pack.bytes.size, 0);
    copied += bytes;
    sizes = [bytes, ...there.filter((pack) => !some.has(pack)).map((pack) => pack.bytes.size)];
    expect(sizes.length).toBeLessThan(14);
  }
  expect(copied / (pushes * 100)).toBeLessThan(6);
});

const encoder = new TextEncoder();

const everything = [...ids.commits, ...ids.trees, ...ids.texts, ...ids.numbers, ids.tag].sort();

async function join(database: PackedDatabase) {
  const incoming = memoryStorage().receive();
  const made = await joinPacks(database.packs, incoming, gitCodec);
  return { ...made, pack: await incoming.keep(made.name, made.index) };
}

/** The content of a pack, and whether it is as Git would index it. */
async function checked(joined: Awaited<ReturnType<typeof join>>): Promise<PackedDatabase> {
  const { name, index } = await indexPack(joined.pack.bytes, { codec: gitCodec });
  expect(name).toBe(joined.name);
  expect(index).toEqual(joined.index);
  return new PackedDatabase(gitCodec, [joined.pack]);
}

test.each([
  ['with bases by offset', [packs.ofsDeltas()]],
  ['with bases by id', [packs.refDeltas()]],
  ['one of which was thin', [packs.before(), packs.thin(), packs.ofsDeltas()]],
  ['with the same objects', [packs.refDeltas(), packs.ofsDeltas(), packs.before()]],
])('packs %s become one with each object once', async (_, parts) => {
  const before = await createDatabase(parts);
  const joined = await join(before);
  const database = await checked(joined);
  expect([...database.ids()]).toEqual(everything);
  expect(joined.count).toBe(everything.length);
  for (const id of everything) expect(database.read(id)).toEqual(before.read(id));
});

test('an object that is whole in any pack is taken from there', async () => {
  const before = await createDatabase([packs.ofsDeltas(), packs.before()]);
  const deltas = (database: PackedDatabase) =>
    everything.filter((id) => database.entry(id)?.type === 'delta').length;
  const database = await checked(await join(before));
  expect(deltas(database)).toBeLessThan(deltas(before));
});

/** A delta that copies nothing from its base, for a base and a result below 16 KiB. */
function inserting(baseSize: number, result: Uint8Array): Uint8Array {
  const size = (value: number) => [(value & 127) | 128, value >> 7];
  const delta = [...size(baseSize), ...size(result.length)];
  for (let at = 0; at < result.length; at += 127) {
    const part = result.subarray(at, at + 127);
    delta.push(part.length, ...part);
  }
  return Uint8Array.from(delta);
}

test('chains of deltas that continue in another pack do not become too long', async () => {
  const versions = [Uint8Array.from({ length: 200 }, (_, at) => at)];
  const last = () => versions.at(-1) ?? new Uint8Array();
  /** Versions, each a delta against the one before it. */
  const grow = (count: number, base: number) =>
    Array.from({ length: count }, (_, at) => {
      const data = prefixing(at, last().length);
      versions.push(Uint8Array.from([at, ...last()]));
      return { kind: 6, data, base: base + at };
    });
  const newer = buildPack([{ kind: 3, data: last() }, ...grow(200, 0)]);
  const middle = { kind: 6, data: inserting(1, last()), base: 0 };
  const older = buildPack([{ kind: 3, data: Uint8Array.of(1) }, middle, ...grow(200, 1)]);
  const database = await checked(await join(await createDatabase([older, newer])));
  const depth = (id: string): number => {
    const base = database.entry(id)?.base;
    return base === undefined ? 0 : 1 + depth(base);
  };
  const depths = versions.map((version) => depth(blobId(version)));
  expect(depths.slice(0, 252)).toEqual([...Array(250).keys(), 0, 1]);
  for (const version of versions) expect(database.read(blobId(version))?.data).toEqual(version);
});

test('a base that comes later is given by its id', async () => {
  const base = Uint8Array.from({ length: 200 }, (_, at) => at);
  const middle = Uint8Array.from([1, ...base]);
  const top = Uint8Array.from([2, ...middle]);
  const newer = buildPack([
    { kind: 3, data: base },
    { kind: 6, data: prefixing(1, 200), base: 0 },
    { kind: 6, data: prefixing(2, 201), base: 1 },
  ]);
  const older = buildPack([{ kind: 3, data: middle }]);
  const joined = await join(await createDatabase([older, newer]));
  const database = await checked(joined);
  expect(joined.count).toBe(3);
  expect(database.entry(blobId(top))).toMatchObject({ type: 'delta', base: blobId(middle) });
  expect(database.entry(blobId(middle))?.type).toBe('blob');
  expect(database.read(blobId(top))?.data).toEqual(top);
});

test('written pieces are no larger than needed', async () => {
  const blobs = Array.from({ length: 40 }, (_, at) => ({
    kind: 3,
    data: encoder.encode(`${at}`.repeat(50)),
  }));
  const database = await createDatabase([buildPack(blobs)]);
  const pieces: number[] = [];
  const incoming = memoryStorage().receive();
  await joinPacks(
    database.packs,
    {
      ...incoming,
      write(piece) {
        pieces.push(piece.length);
        return incoming.write(piece);
      },
    },
    gitCodec,
  );
  expect(pieces).toHaveLength(3);
  expect(pieces[0]).toBeLessThan(HEAD_BYTES);
});
