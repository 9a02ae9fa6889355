import { describe, expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import { parseCommit } from '../objects/read-objects.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { type FirstCommit, writeFirstCommit } from './first-commit.ts';
import { GitRepository } from './git-repository.ts';

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
    // What `git hash-object`, `git write-tree` and `git commit` make of the same.
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
    ['a way out of the folder', ['../a']],
    ["a folder of Git's own", ['.git/config']],
  ])('refuses %s', async (_, paths) => {
    const files = paths.map((path) => ({ path, bytes: bytes('') }));
    const storage = memoryStorage();
    const written = writeFirstCommit(storage, { ...begin, files });
    await expect(written).rejects.toMatchObject({ failure: 'bad-object' });
    expect((await storage.load()).packs).toEqual([]);
  });
});
