import { expect, test } from 'vitest';
import { gitCodec } from '#git-codec';
import { idAt } from '../object-id.ts';
import { createDatabase, getText, ids, packs } from '../testing/packs.ts';
import { emptyPack, type WritePackOptions, writePack } from './write-pack.ts';

const codec = gitCodec;
const all = new Set(Object.values(ids).flat());
const allButTag = new Set([...all].filter((id) => id !== ids.tag));

const written = (
  database: Awaited<ReturnType<typeof createDatabase>>,
  wanted: ReadonlySet<string>,
  options: Partial<WritePackOptions> = {},
) => Uint8Array.from([...writePack(database, wanted, { codec, ...options })].flatMap((piece) => [...piece]));

test.each([
  ['by place', true, packs.ofsDeltas],
  ['by id', false, packs.refDeltas],
])('stored entries are copied, deltas %s as the reader accepts them', async (_, ofsDelta, expected) => {
  const reference = await createDatabase([expected()]);
  for (const pack of [packs.ofsDeltas(), packs.refDeltas()]) {
    const database = await createDatabase([pack]);
    const bytes = written(database, allButTag, { ofsDelta });
    expect(bytes).toEqual(written(reference, allButTag, { ofsDelta }));
    const copy = await createDatabase([bytes]);
    expect([...copy.ids()]).toEqual([...allButTag].sort());
    expect(copy.entry(ids.texts[0])).toEqual(database.entry(ids.texts[0]));
  }
});

test('a delta whose base is in another pack refers to it by offset', async () => {
  const database = await createDatabase([packs.before(), packs.thin()]);
  const bytes = written(database, allButTag, { ofsDelta: true });
  expect(bytes.length).toBeLessThan(packs.before().length + packs.thin().length);
  const copy = await createDatabase([bytes]);
  expect(ids.texts.map((id) => new TextDecoder().decode(copy.read(id)?.data))).toEqual(
    [1, 2, 3].map(getText),
  );
});

test('a whole pack that Git wrote is reproduced', async () => {
  const [byPlace, byId] = [
    await createDatabase([packs.ofsDeltas()]),
    await createDatabase([packs.refDeltas()]),
  ];
  expect(written(byPlace, all, { ofsDelta: true })).toEqual(packs.ofsDeltas());
  expect(written(byPlace, all)).toEqual(packs.refDeltas());
  expect(written(byId, all)).toEqual(packs.refDeltas());
});

test('a base comes before its delta', async () => {
  const database = await createDatabase([packs.ofsDeltas()]);
  const bytes = written(database, new Set([ids.texts[0], ids.texts[2]]), { ofsDelta: true });
  expect((await createDatabase([bytes])).entry(ids.texts[0])?.base).toBe(ids.texts[2]);
});

test('a delta whose base the reader would lack is written whole', async () => {
  const database = await createDatabase([packs.ofsDeltas()]);
  const copy = await createDatabase([written(database, new Set([ids.texts[0]]), { ofsDelta: true })]);
  expect(copy.entry(ids.texts[0])).toMatchObject({ type: 'blob', size: 481 });
  expect(new TextDecoder().decode(copy.read(ids.texts[0])?.data)).toBe(getText(1));
});

test("a thin pack has deltas against the reader's objects", async () => {
  const database = await createDatabase([packs.ofsDeltas()]);
  const isThere = (id: string) => id === ids.texts[2];
  const thin = written(database, new Set([ids.texts[0]]), { ofsDelta: true, isThere });
  expect(thin.length).toBeLessThan(100);
  await expect(createDatabase([thin])).rejects.toThrow('unresolved');
  const reader = await createDatabase([written(database, new Set([ids.texts[2]])), thin]);
  expect(new TextDecoder().decode(reader.read(ids.texts[0])?.data)).toBe(getText(1));
});

test('a pack whose last piece is full ends in its checksum alone', async () => {
  const database = await createDatabase([packs.ofsDeltas()]);
  const whole = written(database, all, { ofsDelta: true });
  const pieces = [...writePack(database, all, { codec, ofsDelta: true, pieceBytes: whole.length - 20 })];
  expect(pieces.map(({ length }) => length)).toEqual([whole.length - 20, 20]);
  expect(Uint8Array.from(pieces.flatMap((piece) => [...piece]))).toEqual(whole);
});

test.each([64, 100, 973, 65_515])('pieces have %d bytes, the last ones fewer', async (pieceBytes) => {
  const database = await createDatabase([packs.ofsDeltas()]);
  const pieces = [...writePack(database, all, { codec, ofsDelta: true, pieceBytes })];
  const sizes = pieces.map((piece) => piece.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(pieceBytes);
  expect(sizes.slice(0, -2).every((size) => size === pieceBytes)).toBe(true);
  expect(Uint8Array.from(pieces.flatMap((piece) => [...piece]))).toEqual(
    written(database, all, { ofsDelta: true }),
  );
});

test('a pack shorter than its index claims is refused', async () => {
  const database = await createDatabase([packs.before()]);
  for (const pack of database.openPacks) {
    const part = pack.part.bind(pack);
    pack.part = (offset, length) => part(offset, Math.max(0, Math.min(length, 250 - offset)));
  }
  expect(() => written(database, new Set([...ids.commits.slice(0, 2), ids.texts[0]]))).toThrow('pack is cut');
});

test('a missing object is refused', async () => {
  const database = await createDatabase([packs.before()]);
  expect(() => written(database, all)).toThrow('is not there');
});

test('the empty pack is the one that Git sends', () => {
  expect(emptyPack(codec)).toHaveLength(32);
  expect(idAt(emptyPack(codec), 12)).toBe('029d08823bd8a8eab510ad6ac75c823cfd3ed31e');
});
