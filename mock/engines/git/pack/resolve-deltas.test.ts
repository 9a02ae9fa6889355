import { expect, test } from 'vitest';
import { gitCodec } from '#git-codec';
import { ChunkedBytes } from '../storage/memory-storage.ts';
import { type BuiltEntry, blobId, buildPack, prefixing } from '../testing/packs.ts';
import { packLimits } from './pack-format.ts';
import { PackIndex } from './pack-index.ts';
import { indexPack } from './receive-pack.ts';

const codec = gitCodec;
const noise = (size: number) => new Uint8Array(size).map((_, at) => (at * at * 31 + at) % 256);

/** A chain of `length` deltas, each of which puts its number before its base. */
function chain(base: Uint8Array, length: number) {
  const entries: BuiltEntry[] = [{ kind: 3, data: base }];
  const objects = [base];
  for (let n = 1; n <= length; n++) {
    const before = objects[n - 1] ?? base;
    entries.push({ kind: 6, data: prefixing(n % 256, before.length), base: n - 1 });
    objects.push(Uint8Array.from([n % 256, ...before]));
  }
  return { pack: buildPack(entries), objects, entries };
}

const index = async (pack: Uint8Array, limits = packLimits) => {
  const bytes = new ChunkedBytes();
  bytes.append(pack);
  return new PackIndex((await indexPack(bytes, { codec, limits })).index);
};

test('a chain is resolved to its end, whatever may be held', async () => {
  const { pack, objects } = chain(noise(500), 300);
  for (const baseCacheBytes of [0, 2000, 67_108_864]) {
    const found = await index(pack, { ...packLimits, baseCacheBytes });
    expect(found.count).toBe(301);
    for (const object of objects) expect(found.find(blobId(object))).not.toBe(-1);
  }
});

test('a chain that forks at each link is resolved though its bases are dropped meanwhile', async () => {
  const { objects, entries } = chain(noise(300), 60);
  const forks = objects.map((object, n) => ({ kind: 6, data: prefixing(7, object.length), base: n }));
  const found = await index(buildPack([...entries, ...forks]), { ...packLimits, baseCacheBytes: 1000 });
  for (const object of objects) expect(found.find(blobId(Uint8Array.from([7, ...object])))).not.toBe(-1);
});

test('deltas by id are resolved in any order of the pack', async () => {
  const { objects, entries } = chain(noise(200), 20);
  const byId = entries.map((entry, n) =>
    n === 0 ? entry : { kind: 7, data: entry.data, base: blobId(objects[n - 1] ?? noise(0)) },
  );
  const found = await index(buildPack(byId.reverse()));
  for (const object of objects) expect(found.find(blobId(object))).not.toBe(-1);
});

test('a chain that is longer than the limit is refused', async () => {
  const { pack } = chain(noise(100), 11);
  await expect(index(pack, { ...packLimits, deltaDepth: 10 })).rejects.toMatchObject({
    failure: 'too-large',
  });
  expect((await index(pack, { ...packLimits, deltaDepth: 11 })).count).toBe(12);
});

test('deltas that expand without bound are refused', async () => {
  // A base of 16 MB, and deltas of a few bytes that each make as much of it.
  const base = new Uint8Array(16_000_000);
  const size = [
    (base.length & 127) | 128,
    ((base.length >> 7) & 127) | 128,
    ((base.length >> 14) & 127) | 128,
    base.length >> 21,
  ];
  const copy = [0xf0, base.length & 255, (base.length >> 8) & 255, base.length >> 16];
  const data = Uint8Array.from([...size, ...size, ...copy]);
  const bomb = Array.from({ length: 10 }, () => ({ kind: 6, data, base: 0 }));
  const limits = { ...packLimits, inflationRatio: 10 };
  await expect(index(buildPack([{ kind: 3, data: base }, ...bomb]), limits)).rejects.toThrow(
    'the deltas of the pack make too much for its size',
  );
});
