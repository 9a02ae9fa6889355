import { expect, test } from 'vitest';
import { gitCodec } from '#git-codec';
import type { ObjectId } from '../object-id.ts';
import { receivePack } from '../pack/receive-pack.ts';
import { writePack } from '../pack/write-pack.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { blobId, buildPack, ids, packs } from '../testing/packs.ts';
import { GitRepository } from './git-repository.ts';

const main = 'refs/heads/main';
const open = (storage = memoryStorage()) => GitRepository.open(storage, gitCodec);

async function add(repository: GitRepository, bytes: Uint8Array): Promise<void> {
  const { storage, objects } = repository;
  const pack = await receivePack([bytes], { storage, codec: gitCodec, bases: objects });
  await repository.exclusively(() => repository.keep(pack));
}

const blob = (at: number) => new TextEncoder().encode(`blob ${at}\n`.repeat(30));

/** A repository of many packs, each with one blob. */
async function ofManyPacks(count: number, storage = memoryStorage()) {
  const repository = await open(storage);
  const blobs: ObjectId[] = [];
  for (let at = 0; at < count; at++) {
    blobs.push(blobId(blob(at)));
    await add(repository, buildPack([{ kind: 3, data: blob(at) }]));
  }
  return { repository, blobs };
}

test('kept packs and changed refs are there after reopening', async () => {
  const storage = memoryStorage();
  const repository = await open(storage);
  await add(repository, packs.ofsDeltas());
  const before = repository.at;
  await repository.changeRefs([{ name: main, from: undefined, to: ids.commits[2] }]);
  expect(before.refs.size).toBe(0);
  const again = await open(storage);
  expect(again.at).toEqual(repository.at);
  expect(again.objects.getType(ids.commits[2])).toBe('commit');
});

test('changes run one after another, and a failed one does not block the next', async () => {
  const repository = await open();
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push(`${name} ends`);
    if (name === 'one') throw new Error('one fails');
  };
  const [one] = await Promise.allSettled(['one', 'two'].map((name) => repository.exclusively(work(name))));
  expect(one?.status).toBe('rejected');
  expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

test('a few packs are left as they are', async () => {
  const { repository } = await ofManyPacks(24);
  await repository.tidy();
  expect(repository.objects.packs).toHaveLength(24);
});

test('many packs become one, in memory and in the storage', async () => {
  const storage = memoryStorage();
  const { repository, blobs } = await ofManyPacks(30, storage);
  await repository.changeRefs([{ name: 'refs/tags/b', from: undefined, to: blobs[3] }]);
  await Promise.all([repository.tidy(), repository.tidy()]);
  expect(repository.objects.packs).toHaveLength(1);
  expect((await storage.load()).packs).toEqual(repository.objects.packs);
  expect([...repository.objects.ids()]).toEqual([...blobs].sort());
  // Unreachable objects are kept too.
  for (const [at, id] of blobs.entries()) expect(repository.objects.read(id)?.data).toEqual(blob(at));
});

test('a pack being sent is the same when packs are joined meanwhile', async () => {
  const { repository, blobs } = await ofManyPacks(30);
  const all = new Set(blobs);
  const options = { codec: gitCodec, ofsDelta: true, pieceBytes: 64 };
  const pieces = writePack(repository.objects, all, options);
  const first = pieces.next();
  const sent = first.done ? [] : [first.value];
  await repository.tidy();
  for (const piece of pieces) sent.push(piece);
  const pack = await receivePack(sent, { storage: memoryStorage(), codec: gitCodec });
  expect(pack.count).toBe(30);
});

test('packs stay as they are when they can’t be joined', async () => {
  const storage = memoryStorage();
  const { repository, blobs } = await ofManyPacks(30, {
    ...storage,
    receive() {
      const incoming = storage.receive();
      return {
        ...incoming,
        keep: async (name, index) => {
          if (index.length > 1_200) throw new Error('no space left');
          return incoming.keep(name, index);
        },
      };
    },
  });
  await expect(repository.tidy()).rejects.toThrow('no space left');
  expect(repository.objects.packs).toHaveLength(30);
  expect(blobs.every((id) => repository.objects.has(id))).toBe(true);
});
