import { describe, expect, it } from 'vitest';
import { fromHex, join, noise, utf8 } from './bytes.ts';
import { blob, commit, sha1, tag, tree } from './git-object.ts';
import { readPack } from './read-pack.ts';
import { appending, createPack, writePack } from './write-pack.ts';

const file = blob(noise(70_000));
const words = utf8('and a few words');
const longer = blob(join(file.data, words));
const root = tree([{ name: 'file', mode: '100644', id: file.id }]);
const tip = commit({ tree: root.id });
const release = tag(tip, 'v1');
const all = [file, root, tip, release];
const ids = (pack: Uint8Array, known?: Parameters<typeof readPack>[1]) => [
  ...readPack(pack, known).objects.keys(),
];
const summed = (bytes: Uint8Array) => join(bytes, fromHex(sha1(bytes)));

describe('readPack', () => {
  it('returns the objects that were written', () => {
    expect(ids(createPack(all))).toEqual(all.map(({ id }) => id));
    expect(ids(createPack([]))).toEqual([]);
  });

  it.each([true, false])('applies deltas to earlier objects (by offset: %s)', (byOffset) => {
    const delta = { base: file.id, byOffset, delta: appending(file.data, words) };
    const pack = readPack(writePack([file, delta]));
    expect([...pack.objects.keys()]).toEqual([file.id, longer.id]);
    expect([pack.offsetDeltas, [...pack.outside]]).toEqual([byOffset ? 1 : 0, []]);
  });

  it('lists bases outside the pack', () => {
    const thin = writePack([{ base: file.id, delta: appending(file.data, words) }]);
    expect([...readPack(thin, new Map([[file.id, file]])).outside]).toEqual([file.id]);
    expect(() => readPack(thin)).toThrow(/which is missing/);
  });

  const pack = createPack(all);
  const body = pack.subarray(0, -20);
  it.each([
    ['nothing', new Uint8Array(), /No pack was sent/],
    ['words', utf8('ERR no such repository, and some more words'), /No pack was sent/],
    ['a wrong checksum', join(body, new Uint8Array(20)), /checksum/],
    ['an early end', summed(body.subarray(0, -9)), /can't be inflated|ends after/],
    ['bytes after its objects', summed(join(body, 'more')), /4 bytes after/],
    ['an object twice', createPack([root, root]), /twice/],
    ['fewer objects than it claims', writePack(all, 9), /ends after 4 of 9/],
    ['an object of another size', writePack([{ ...file, claims: 5 }]), /not 5/],
    [
      'a delta of another size',
      writePack([file, { base: file.id, delta: appending(words, words) }]),
      /another size/,
    ],
  ])('is refused with %s', (_, bytes, message) => {
    expect(() => readPack(bytes)).toThrow(message);
  });
});
