import { describe, expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import { ids, packs } from '../pack/testing/packs.ts';
import { databaseOf } from '../pack/testing/received.ts';
import type { RepositoryStorage } from '../repository-storage.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { copyRepository } from './copy-repository.ts';
import { GitRepository } from './git-repository.ts';

const [first, second, third] = ids.commits;

/** Three commits in two packs: `main` is at the last and `old` at the one before, with a tag on the last. */
async function source(): Promise<GitRepository> {
  const storage = memoryStorage('refs/heads/trunk');
  await databaseOf([packs.before(), packs.ofsDeltas()], storage);
  const refs = { 'refs/heads/main': third, 'refs/heads/old': second, 'refs/tags/v1': ids.tag };
  await storage.changeRefs(Object.entries(refs).map(([name, to]) => ({ name, from: undefined, to })));
  return GitRepository.open(storage, gitCodec);
}

describe('a copy of a repository', () => {
  it('has the same packs, refs and head', async () => {
    const from = await source();
    const to = memoryStorage();
    const { objects } = await copyRepository(from, to);
    expect(objects).toBe(new Set(from.objects.ids()).size);
    const copy = await GitRepository.open(to, gitCodec);
    expect(copy.at).toEqual(from.at);
    expect(copy.objects.packs.map(({ name }) => name)).toEqual(from.objects.packs.map(({ name }) => name));
    for (const [place, { bytes, index }] of copy.objects.packs.entries()) {
      expect(bytes.slice(0, bytes.size)).toEqual(from.objects.packs[place]?.bytes.slice(0, bytes.size));
      expect(index).toEqual(from.objects.packs[place]?.index);
    }
  });

  it('of one branch has that branch and what it needs', async () => {
    const to = memoryStorage();
    const { objects } = await copyRepository(await source(), to, { branch: 'old' });
    const copy = await GitRepository.open(to, gitCodec);
    expect([...copy.at.refs]).toEqual([['refs/heads/old', second]]);
    expect([...copy.objects.ids()]).toHaveLength(objects);
    expect(copy.objects.has(first)).toBe(true);
    expect(copy.objects.has(third)).toBe(false);
  });

  it('of a branch that is not there is empty', async () => {
    const to = memoryStorage();
    expect(await copyRepository(await source(), to, { branch: 'none' })).toEqual({ objects: 0 });
    expect((await to.load()).packs).toEqual([]);
  });

  it('is not disturbed by what comes meanwhile', async () => {
    const from = await source();
    const to = memoryStorage();
    const slow: RepositoryStorage = {
      ...to,
      receive() {
        const incoming = to.receive();
        const write = async (piece: Uint8Array) => {
          await from.changeRefs([{ name: 'refs/heads/main', from: third, to: first }]);
          await incoming.write(piece);
        };
        return { ...incoming, write };
      },
    };
    const before = from.at;
    await copyRepository(from, slow);
    expect((await to.load()).refs).toEqual(before.refs);
  });

  it('ends where a shallow one does', async () => {
    const storage = memoryStorage();
    await databaseOf([packs.ofsDeltas()], storage);
    await storage.changeRefs([{ name: 'refs/heads/main', from: undefined, to: third }], undefined, [third]);
    const from = await GitRepository.open(storage, gitCodec);
    const to = memoryStorage();
    await copyRepository(from, to);
    expect((await GitRepository.open(to, gitCodec)).shallow).toEqual([third]);
    // Of the branch there is one commit, with its tree and two files.
    expect(await copyRepository(from, memoryStorage(), { branch: 'main' })).toEqual({ objects: 4 });
  });

  it.each(['keep', 'changeRefs'] as const)('leaves nothing when %s fails', async (step) => {
    const to = memoryStorage();
    const failing: RepositoryStorage = {
      ...to,
      receive() {
        const incoming = to.receive();
        return step === 'keep' ? { ...incoming, keep: () => Promise.reject(new Error('full')) } : incoming;
      },
      changeRefs: () => Promise.reject(new Error('full')),
    };
    await expect(copyRepository(await source(), failing)).rejects.toThrow('full');
    const left = await to.load();
    expect(left).toMatchObject({ packs: [], refs: new Map() });
  });
});
