import process from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gitCodec } from '#git-codec';
import { GitError } from '../git-error.ts';
import { parseFilter } from '../history/filter.ts';
import { readProtocolVersion } from '../http/git-route.ts';
import { checkObject } from '../objects/check-object.ts';
import { parseCommit, parseTree, readCommit, readTag } from '../objects/read-objects.ts';
import { applyDelta } from '../pack/delta.ts';
import { packLimits } from '../pack/pack-format.ts';
import { PackIndex } from '../pack/pack-index.ts';
import { receivePack } from '../pack/receive-pack.ts';
import { PacketReader, readPackets } from '../protocol/packets.ts';
import { decodeRefName, isPushableRef, refNameFault } from '../refs/ref-name.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { createDatabase, inPieces } from '../testing/packs.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { joined, mutate, mutations, recordedPacks, recordedPosts } from './mutations.shared.ts';

/** `FUZZ_RUNS=100000` runs longer. */
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 300);

const posts = [...recordedPosts('git-upload-pack'), ...recordedPosts('git-receive-pack')];
const bodies = posts.flatMap(({ request, answer }) => [request, answer]);
const packs = recordedPacks();
const database = await createDatabase(packs);
const objects = [...database.ids()].flatMap((id) => {
  const object = database.read(id);
  return object === undefined ? [] : [{ id, ...object }];
});
const ofType = (type: string) => objects.filter((object) => object.type === type).map(({ data }) => data);

/** Accepts a refusal of the expected kind; any other error is a finding. */
async function refusal(doing: Promise<unknown>): Promise<string | undefined> {
  try {
    await doing;
    return undefined;
  } catch (error) {
    if (error instanceof GitError) return error.failure;
    throw error;
  }
}

const mutated = (samples: readonly Uint8Array[]) =>
  fc.tuple(fc.constantFrom(...samples), mutations).map(([sample, changes]) => mutate(sample, changes));

const readers: readonly (readonly [string, readonly Uint8Array[], (data: Uint8Array) => unknown])[] = [
  ['packets', bodies, readPackets],
  ['commits', ofType('commit'), parseCommit],
  ['heads of commits', ofType('commit'), readCommit],
  ['trees', ofType('tree'), parseTree],
  ['targets of tags', ofType('tag'), readTag],
  ['objects that are checked', ofType('tree'), (data) => checkObject('tree', data)],
  ['commits that are checked', ofType('commit'), (data) => checkObject('commit', data)],
  ['tags that are checked', ofType('tag'), (data) => checkObject('tag', data)],
  [
    'names of refs',
    ['refs/heads/main', 'refs/tags/v1.0'].map((name) => new TextEncoder().encode(name)),
    readName,
  ],
];

function readName(data: Uint8Array): void {
  const name = decodeRefName(data);
  // A ref that a push may name is valid, and has no part that would leave a folder.
  if (isPushableRef(name, false)) {
    expect(refNameFault(name)).toBeUndefined();
    expect(name.split('/')).not.toContain('..');
  }
}

test.each(readers)('mutated %s are read, or refused with the right error', (_, samples, read) => {
  expect(samples.length).toBeGreaterThan(0);
  fc.assert(
    fc.property(mutated(samples), (data) => void thrownBy(() => read(data))),
    { numRuns: numRuns * 3 },
  );
});

test('mutated bodies yield the same packets in pieces of any size', async () => {
  const all = async (data: Uint8Array, size: number) => {
    const reader = new PacketReader(pieces(data, size));
    const packets: unknown[] = [];
    for (let packet = await reader.next(); packet !== undefined; packet = await reader.next())
      packets.push(typeof packet === 'string' ? packet : packet.slice());
    return packets;
  };
  await fc.assert(
    fc.asyncProperty(mutated(bodies), fc.integer({ min: 1, max: 40 }), async (data, size) => {
      const whole = thrownBy(() => readPackets(data));
      expect(await refusal(all(data, size))).toBe(whole);
      if (whole === undefined) expect(await all(data, size)).toEqual(readPackets(data));
    }),
    { numRuns },
  );
});

async function* pieces(data: Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  yield* inPieces(data, size);
}

test('mutated packs are refused, or hold readable objects', async () => {
  const limits = { ...packLimits, objectBytes: 1 << 20, packBytes: 1 << 20, packObjects: 10_000 };
  const resummed = (data: Uint8Array) => {
    const rest = data.subarray(0, Math.max(0, data.length - 20));
    return joined(rest, gitCodec.sha1(rest));
  };
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(mutated(packs), fc.boolean(), async (data, resum) => {
      const storage = memoryStorage();
      const sent = resum ? resummed(data) : data;
      const failure = await refusal(
        receivePack(inPieces(sent, 700), { storage, codec: gitCodec, bases: database, limits }),
      );
      expect((await storage.load()).packs).toEqual([]);
      if (failure !== undefined) return;
      taken++;
      const made = await createDatabase([sent], storage, { bases: database });
      for (const id of made.ids()) made.read(id);
    }),
    { numRuns: numRuns * 2 },
  );
  // Some changes leave a pack valid, such as those to a text without deltas against it.
  expect(taken).toBeLessThan(numRuns * 2);
});

test('mutated deltas yield the claimed size, or nothing', () => {
  const base = new TextEncoder().encode('the quick brown fox jumps over the lazy dog'.repeat(40));
  const sizes = [0xb8, 0x0d, 108];
  const delta = joined(sizes, [0x90, 50], [0x91, 7, 43], [5, 1, 2, 3, 4, 5], [0x90, 10]);
  expect(applyDelta(base, delta, 108)).toHaveLength(108);
  fc.assert(
    fc.property(mutated([delta]), (data) => {
      let made: Uint8Array | undefined;
      const failure = thrownBy(() => {
        made = applyDelta(base, data, 1 << 16);
      });
      if (failure === undefined) expect(made?.length).toBeLessThanOrEqual(1 << 16);
    }),
    { numRuns: numRuns * 5 },
  );
});

test('mutated indexes find no missing objects', async () => {
  const pack = packs[0] ?? new Uint8Array();
  const { index } = await receivePack([pack], { storage: memoryStorage(), codec: gitCodec });
  fc.assert(
    fc.property(mutated([index]), (data) => {
      thrownBy(() => {
        const read = new PackIndex(data);
        for (const { id } of objects) {
          const entry = read.find(id);
          expect(entry).toBeLessThan(read.count);
          if (entry !== -1) read.nextOffset(read.offsetAt(entry), pack.length);
        }
      });
    }),
    { numRuns },
  );
});

test('mutated filters and versions are read or refused', () => {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const filters = ['blob:none', 'blob:limit=10k', 'tree:3', 'combine:blob:none+tree:2', 'object:type=blob'];
  fc.assert(
    fc.property(mutated(filters.map((filter) => encoder.encode(filter))), (data) => {
      thrownBy(() => parseFilter(decoder.decode(data)));
    }),
    { numRuns: numRuns * 3 },
  );
  fc.assert(
    fc.property(mutated([encoder.encode('version=2:key')]), (data) => {
      expect([0, 1, 2]).toContain(readProtocolVersion(decoder.decode(data)));
    }),
    { numRuns },
  );
});
