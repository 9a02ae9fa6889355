import { expect, it } from 'vitest';
import type { ReadTreeEntry } from '../../../../spec/services/artifacts/schemas.ts';
import { compareTrees } from './compare-trees.ts';

/** Trees by hash; a name that ends in a slash is a subtree. */
const trees: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  old: { a: '1', 'same/': 'unread', 'sub/': 'oldSub', 'was-folder/': 'oldSub', gone: '2' },
  new: { a: '3', 'same/': 'unread', 'sub/': 'newSub', 'was-folder': '4', 'fresh/': 'newSub' },
  oldSub: { b: '5' },
  newSub: { b: '6' },
  many: Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`f${at}`, '1'])),
};

async function readTree(hash: string): Promise<ReadTreeEntry[]> {
  return Object.entries(trees[hash] ?? {}).map(([name, entry]) =>
    name.endsWith('/')
      ? { name: name.slice(0, -1), mode: '40000', hash: entry, type: 'tree' }
      : { name, mode: '100644', hash: entry, type: 'blob' },
  );
}

it('finds added, changed and removed files, and reads no tree that both share', async () => {
  const read: string[] = [];
  const { changes, isCut } = await compareTrees(
    async (hash) => {
      read.push(hash);
      return readTree(hash);
    },
    'old',
    'new',
  );
  expect(changes.map(({ path, before, after }) => [path, before?.hash, after?.hash])).toEqual([
    ['a', '1', '3'],
    ['sub/b', '5', '6'],
    ['was-folder/b', '5', undefined],
    ['was-folder', undefined, '4'],
    ['gone', '2', undefined],
    ['fresh/b', undefined, '6'],
  ]);
  expect(isCut).toBe(false);
  expect(read).not.toContain('unread');
});

it('lists all files of a first commit, up to a limit', async () => {
  expect((await compareTrees(readTree, undefined, 'newSub')).changes).toHaveLength(1);
  const { changes, isCut } = await compareTrees(readTree, undefined, 'many');
  expect([changes.length, isCut]).toEqual([300, true]);
});
