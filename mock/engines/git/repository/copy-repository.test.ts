import { describe, expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import { parseCommit } from '../objects/read-objects.ts';
import type { RepositoryStorage } from '../repository-storage.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { createDatabase, ids, packs } from '../testing/packs.ts';
import { copyRepository } from './copy-repository.ts';
import { type FirstCommit, writeFirstCommit } from './first-commit.ts';
import { GitRepository } from './git-repository.ts';

const [first, second, third] = ids.commits;

/** Three commits in two packs: `main` is at the last and `old` at the one before, with a tag on the last. */
async function source(): Promise<GitRepository> {
  const storage = memoryStorage('refs/heads/trunk');
  await createDatabase([packs.before(), packs.ofsDeltas()], storage);
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

  it('of one branch has that branch and the objects it needs', async () => {
    const to = memoryStorage();
    const { objects } = await copyRepository(await source(), to, { branch: 'old' });
    const copy = await GitRepository.open(to, gitCodec);
    expect([...copy.at.refs]).toEqual([['refs/heads/old', second]]);
    expect([...copy.objects.ids()]).toHaveLength(objects);
    expect(copy.objects.has(first)).toBe(true);
    expect(copy.objects.has(third)).toBe(false);
  });

  it('of a missing branch is empty', async () => {
    const to = memoryStorage();
    expect(await copyRepository(await source(), to, { branch: 'none' })).toEqual({ objects: 0 });
    expect((await to.load()).packs).toEqual([]);
  });

  it('is not affected by concurrent pushes', async () => {
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

  it('has the boundary of a shallow one', async () => {
    const storage = memoryStorage();
    await createDatabase([packs.ofsDeltas()], storage);
    await storage.changeRefs([{ name: 'refs/heads/main', from: undefined, to: third }], undefined, [third]);
    const from = await GitRepository.open(storage, gitCodec);
    const to = memoryStorage();
    await copyRepository(from, to);
    expect((await GitRepository.open(to, gitCodec)).shallow).toEqual([third]);
    // The branch has one commit, with its tree and two files.
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

const bytes = (text: string) => new TextEncoder().encode(text);

const begin: FirstCommit = {
  codec: gitCodec,
  branch: 'main',
  files: [
    { path: 'src/b.txt', bytes: bytes('B\n') },
    { path: 'src.txt', bytes: bytes('A\n') },
    { path: 'run.sh', bytes: bytes('#!/bin/sh\n'), executable: true },
    { path: 'src/deep/a.txt', bytes: bytes('A\n') },
  ],
  message: 'Begin',
  author: { name: 'Ann', email: 'ann@example.com' },
  seconds: 1_700_000_000,
};

describe('writeFirstCommit', () => {
  it('gives the ids that Git gives', async () => {
    const storage = memoryStorage();
    const id = await writeFirstCommit(storage, begin);
    // The results of `git hash-object`, `git write-tree` and `git commit` for the same content.
    expect(id).toBe('4546d689d86d51d227d417024b82ffefc4e6efda');
    const { at, objects } = await GitRepository.open(storage, gitCodec);
    expect([...at.refs]).toEqual([['refs/heads/main', id]]);
    const { tree } = parseCommit(objects.read(id)?.data ?? new Uint8Array());
    expect(tree).toBe('37448623fc5a3236741fb9973b6228b44ae6f6c2');
    // Two files with the same bytes are one object: a commit, three trees, three blobs.
    expect([...objects.ids()]).toHaveLength(7);
  });

  it.each([
    ['an empty name', ['a//b']],
    ['no name', ['a/']],
    ['a file that is a folder', ['a', 'a/b']],
    ['a folder that is a file', ['a/b', 'a']],
    ['a path out of the folder', ['../a']],
    ["a folder named like Git's own", ['.git/config']],
  ])('refuses %s', async (_, paths) => {
    const files = paths.map((path) => ({ path, bytes: bytes('') }));
    const storage = memoryStorage();
    const written = writeFirstCommit(storage, { ...begin, files });
    await expect(written).rejects.toMatchObject({ failure: 'bad-object' });
    expect((await storage.load()).packs).toEqual([]);
  });
});
