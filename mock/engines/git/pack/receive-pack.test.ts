import { expect, test } from 'vitest';
import { gitCodec } from '#git-codec';
import { GitError } from '../git-error.ts';
import { idAt } from '../object-id.ts';
import { ChunkedBytes, memoryStorage } from '../storage/memory-storage.ts';
import {
  type BuiltEntry,
  blobId,
  buildPack,
  createDatabase,
  ids,
  inPieces,
  packs,
  prefixing,
} from '../testing/packs.ts';
import { packLimits } from './pack-format.ts';
import { PackIndex } from './pack-index.ts';
import { indexPack, receivePack } from './receive-pack.ts';

const codec = gitCodec;
const sha1 = (bytes: Uint8Array) => idAt(codec.sha1(bytes), 0);
const receive = (bytes: Uint8Array, size = bytes.length) =>
  receivePack(inPieces(bytes, size), { storage: memoryStorage(), codec });

/** The failure that refuses a pack; nothing when it is accepted. Rethrows any other error. */
const refusal = (bytes: Uint8Array, size?: number) =>
  receive(bytes, size).then(
    () => undefined,
    (error) => {
      if (error instanceof GitError) return error.message;
      throw error;
    },
  );

test.each([
  ['ofsDeltas', 'ddd1becb52a186b606bbb5eb754e75e445f67bf7', 'b120eab38cfd9cb13e500bc7c5a3c612d028a504'],
  ['refDeltas', '4436175c74e348ed1ac1c60956ea907b41d69f85', '1c2a5b969fd4e23ebd155bc13d7034e1cd2b7189'],
] as const)('the index of the pack %s is the one that Git writes', async (pack, name, index) => {
  const bytes = packs[pack]();
  const received = await receive(bytes);
  expect(received).toMatchObject({ name, count: 13, added: 0 });
  expect(sha1(received.index)).toBe(index);
  expect(await indexPack(received.incoming.bytes, { codec })).toEqual({
    name,
    count: 13,
    index: received.index,
  });
});

test.each([1, 7, 19, 20, 21, 500])('a pack in pieces of %d bytes is accepted', async (size) => {
  const received = await receive(packs.ofsDeltas(), size);
  expect(sha1(received.index)).toBe('b120eab38cfd9cb13e500bc7c5a3c612d028a504');
  expect(received.incoming.bytes.slice(0, 2000)).toEqual(packs.ofsDeltas());
});

test('every object is inspected once, with its type and its id', async () => {
  const shown: string[] = [];
  await receivePack([packs.refDeltas()], {
    storage: memoryStorage(),
    codec,
    inspect: (type, data, id) => shown.push(`${type} ${data.length} ${idAt(id, 0)}`),
  });
  expect(shown).toHaveLength(13);
  expect(shown).toContain(`tag 114 ${ids.tag}`);
  expect(shown).toContain(`blob 481 ${ids.texts[0]}`);
});

test('a pack with a refused object leaves nothing behind', async () => {
  const storage = memoryStorage();
  const incoming = storage.receive();
  const inspect = () => {
    throw new GitError('bad-object', 'no');
  };
  const options = { storage: { receive: () => incoming }, codec, inspect };
  await expect(receivePack([packs.ofsDeltas()], options)).rejects.toThrow('no');
  expect(incoming.bytes.size).toBe(0);
  expect((await storage.load()).packs).toEqual([]);
});

test('a thin pack is completed with a copy of the missing base', async () => {
  const storage = memoryStorage();
  const bases = await createDatabase([packs.before()], storage);
  const received = await receivePack([packs.thin()], { storage, codec, bases });
  expect(received).toMatchObject({ name: 'a9289fe6cc3709e3b6b5338206f3d1f853c502d6', count: 5, added: 1 });
  expect((await indexPack(received.incoming.bytes, { codec })).index).toEqual(received.index);
});

test('a thin pack without its base is refused', async () => {
  expect(await refusal(packs.thin())).toBe('pack has 1 unresolved delta');
});

test('a pack truncated at any byte is refused', async () => {
  const bytes = packs.ofsDeltas();
  for (let end = 0; end < bytes.length; end++)
    expect(await refusal(bytes.subarray(0, end)), `${end}`).toBeTypeOf('string');
});

test('a pack with any byte changed is refused', async () => {
  for (const pack of [packs.ofsDeltas, packs.refDeltas])
    for (let at = 0; at < pack().length; at++) {
      const bytes = pack();
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
      expect(await refusal(bytes), `${at}`).toBeTypeOf('string');
    }
});

test('a pack with any byte changed and a matching checksum is refused, or has other objects', async () => {
  const whole = (await receive(packs.refDeltas())).index;
  for (let at = 0; at < packs.refDeltas().length - 20; at++) {
    const bytes = packs.refDeltas();
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
    bytes.set(codec.sha1(bytes.subarray(0, -20)), bytes.length - 20);
    if ((await refusal(bytes)) === undefined)
      expect((await receive(bytes)).index, `${at}`).not.toEqual(whole);
  }
});

const text = (content: string) => new TextEncoder().encode(content);
const hello = text('hello');
const cycle = { first: blobId(text('xhello')), second: blobId(text('yhello')) };
const insert = (content: string) => Uint8Array.from([5, content.length, content.length, ...text(content)]);

test.each([
  ['is not a pack', text('GIF89a with some bytes behind it'), 'pack signature mismatch'],
  [
    'has another version',
    Uint8Array.from([80, 65, 67, 75, 0, 0, 0, 4, 0, 0, 0, 0]),
    'pack version 4 unsupported',
  ],
  [
    'claims four billion objects',
    Uint8Array.from([80, 65, 67, 75, 0, 0, 0, 2, 255, 255, 255, 255]),
    'pack says it has 4294967295 objects; at most 5000000 are allowed',
  ],
  ['has fewer objects than it claims', buildPack([{ kind: 3, data: hello }], 2), 'early EOF'],
  ['has more objects than it claims', buildPack([{ kind: 3, data: hello }], 0), 'pack has junk at the end'],
  ['has an unknown type', buildPack([{ kind: 5, data: hello }]), 'pack has an object of the unknown type 5'],
  [
    'has no zlib stream',
    buildPack([{ kind: 3, data: hello, deflated: text('not deflated at all') }]),
    'inflate: data stream error',
  ],
  [
    'has an object shorter than it claims',
    buildPack([{ kind: 3, data: hello, size: 9 }]),
    'inflated to 5 bytes, not 9',
  ],
  [
    'claims an object of four gigabytes',
    buildPack([{ kind: 3, data: hello, size: 4_294_967_296 }]),
    'object of 4294967296 bytes; at most 134217728 are allowed',
  ],
  [
    'has a delta against a later object',
    buildPack([
      { kind: 7, data: insert('a'), base: cycle.first },
      { kind: 3, data: hello },
    ]),
    'pack has 1 unresolved delta',
  ],
  [
    'has deltas that are each other’s base',
    buildPack([
      { kind: 7, data: insert('xhello'), base: cycle.second },
      { kind: 7, data: insert('yhello'), base: cycle.first },
    ]),
    'pack has 2 unresolved deltas',
  ],
  [
    'has a delta against itself',
    buildPack([
      { kind: 3, data: hello },
      { kind: 6, data: insert('a'), base: 1 },
    ]),
    'delta base offset is out of bound',
  ],
  [
    'has a delta against something other than an entry',
    buildPack([
      { kind: 3, data: hello },
      { kind: 6, data: insert('a'), base: 9 },
    ]),
    'delta base offset is out of bound',
  ],
  [
    'has a delta for another base',
    buildPack([
      { kind: 3, data: text('longer than five') },
      { kind: 6, data: insert('a'), base: 0 },
    ]),
    'delta is for a base of 5 bytes, not of 16',
  ],
])('a pack that %s is refused', async (_, bytes, message) => {
  expect(await refusal(bytes)).toBe(message);
  expect(await refusal(bytes, 13)).toBe(message);
});

test('anything but a pack is refused before the rest of it arrives', async () => {
  let taken = 0;
  const endless = function* () {
    for (;;) {
      taken += 1;
      yield text('no pack at all');
    }
  };
  await expect(receivePack(endless(), { storage: memoryStorage(), codec })).rejects.toThrow('signature');
  expect(taken).toBe(1);
});

test('a duplicate object in a pack is accepted, and found once', async () => {
  const twice = buildPack([
    { kind: 3, data: hello },
    { kind: 3, data: hello },
  ]);
  const received = await receive(twice);
  const index = new PackIndex(received.index);
  expect(index.count).toBe(2);
  expect(index.offsetAt(index.find(blobId(hello)))).toBe(12);
  expect([...(await createDatabase([twice])).ids()]).toEqual([blobId(hello)]);
});

test('an empty pack is accepted', async () => {
  expect(await receive(buildPack([]))).toMatchObject({
    name: '029d08823bd8a8eab510ad6ac75c823cfd3ed31e',
    count: 0,
  });
});

const noise = (size: number) => new Uint8Array(size).map((_, at) => (at * at * 31 + at) % 256);

/** A chain of `length` deltas, each of which inserts its number before its base. */
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

test('a chain is resolved to its end, whatever the cache limit', async () => {
  const { pack, objects } = chain(noise(500), 300);
  for (const baseCacheBytes of [0, 2000, 67_108_864]) {
    const found = await index(pack, { ...packLimits, baseCacheBytes });
    expect(found.count).toBe(301);
    for (const object of objects) expect(found.find(blobId(object))).not.toBe(-1);
  }
});

test('a chain with a fork at each link is resolved though its bases are dropped meanwhile', async () => {
  const { objects, entries } = chain(noise(300), 60);
  const forks = objects.map((object, n) => ({ kind: 6, data: prefixing(7, object.length), base: n }));
  const found = await index(buildPack([...entries, ...forks]), { ...packLimits, baseCacheBytes: 1000 });
  for (const object of objects) expect(found.find(blobId(Uint8Array.from([7, ...object])))).not.toBe(-1);
});

test('deltas by id are resolved in any pack order', async () => {
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
  // A base of 16 MB, and deltas of a few bytes that each expand to as much.
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
    'the deltas of the pack expand too much for its size',
  );
});
