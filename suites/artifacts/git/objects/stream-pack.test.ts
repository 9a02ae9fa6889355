import { describe, expect, it } from 'vitest';
import { piecesOfNoise } from './bytes.ts';
import { blob, commit, tree } from './git-object.ts';
import { readPack } from './read-pack.ts';
import { idsOfPack } from './stream-pack.ts';
import { createPack, idOfLarge, packOfLarge } from './write-pack.ts';

const file = blob('some text\n'.repeat(500));
const root = tree([{ name: 'a.txt', mode: '100644', id: file.id }]);
const tip = commit({ tree: root.id });
const pack = createPack([file, root, tip]);

/** Bytes split up as a network does. */
async function* cut(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('idsOfPack', () => {
  it.each([1, 7, 100, 1_000_000])('returns the ids of a pack in pieces of %i bytes', async (size) => {
    expect([...(await idsOfPack(cut(pack, size)))]).toEqual([file.id, root.id, tip.id]);
  });

  it('returns the same ids as readPack for a pack with a large file', async () => {
    const large = { size: 300_000, pieces: () => piecesOfNoise(300_000, 65_535) };
    const whole = Buffer.concat([...packOfLarge(large, [root, tip])]);
    const ids = [idOfLarge(large), root.id, tip.id];
    expect([...(await idsOfPack(cut(whole, 10_000)))]).toEqual(ids);
    expect([...readPack(whole).objects.keys()]).toEqual(ids);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['that is none', Buffer.from('no pack at all'), /No pack of version 2/],
    ['that ends too early', pack.subarray(0, -1), /too early/],
    ['that ends within an object', pack.subarray(0, 30), /ends within an object/],
    ['with a wrong checksum', pack.with(-1, (pack.at(-1) ?? 0) ^ 1), /checksum/],
    ['with bytes after its objects', Buffer.concat([pack, Buffer.from('x')]), /bytes after/],
    ["that can't be inflated", pack.with(15, 0), /can't be inflated/],
    ['that claims another size', pack.with(12, (pack[12] ?? 0) ^ 1), /bytes, not/],
  ])('refuses a pack %s', async (_, bytes, message) => {
    await expect(idsOfPack(cut(bytes, 50))).rejects.toThrow(message);
  });
});
