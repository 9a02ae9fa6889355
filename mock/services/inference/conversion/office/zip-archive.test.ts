import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unpackZip } from './zip-archive.ts';

const all = () => true;
const most = { entries: 10, unpackedBytes: 100_000 };
const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

/** Changes an archive, and returns it. */
function changed(file: Uint8Array, change: (view: DataView, directory: number) => void): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  change(view, view.getUint32(file.length - 22 + 16, true));
  return file;
}

/** An archive whose directory lists one entry a number of times. */
function naming(entry: Uint8Array, times: number): Uint8Array {
  const file = zipSync({ 'a.xml': entry });
  const end = file.length - 22;
  const directory = new DataView(file.buffer).getUint32(end + 16, true);
  const one = file.slice(directory, end);
  const many = new Uint8Array(directory + one.length * times + 22);
  many.set(file.subarray(0, directory));
  for (let at = 0; at < times; at++) many.set(one, directory + at * one.length);
  many.set(file.subarray(end), many.length - 22);
  new DataView(many.buffer).setUint16(many.length - 22 + 10, times, true);
  return many;
}

describe('unpackZip', () => {
  it.each([0, 6] as const)('unpacks selected entries, compressed at level %i', (level) => {
    const file = zipSync(
      { 'a.xml': strToU8('one'), 'b.png': strToU8('two'), 'ü.xml': strToU8('') },
      { level },
    );
    const unpacked = unpackZip(file, (name) => name.endsWith('.xml'));
    expect([...unpacked].map(([name, bytes]) => [name, text(bytes)])).toEqual([
      ['a.xml', 'one'],
      ['ü.xml', ''],
    ]);
  });

  it('finds the directory before a comment', () => {
    const file = zipSync({ a: strToU8('one') });
    const comment = new Uint8Array(file.length + 500);
    comment.set(file);
    expect(text(unpackZip(comment, all).get('a'))).toBe('one');
  });

  it('counts the unpacked bytes, whatever the directory says', () => {
    const bomb = changed(zipSync({ a: new Uint8Array(100_001) }), (view, directory) => {
      view.setUint32(directory + 24, 1, true);
    });
    expect(bomb.length).toBeLessThan(1_000);
    expect(() => unpackZip(bomb, all, most)).toThrow(/more than 100000 bytes/);
  });

  it('counts all entries together', () => {
    const zeros = (count: number) => new Uint8Array(count);
    expect(unpackZip(zipSync({ a: zeros(50_000), b: zeros(50_000) }), all, most).size).toBe(2);
    expect(() => unpackZip(zipSync({ a: zeros(50_000), b: zeros(50_001) }), all, most)).toThrow(/100000/);
  });

  it('refuses overlapping entries', () => {
    expect(unpackZip(naming(strToU8('one'), 1), all).size).toBe(1);
    expect(() => unpackZip(naming(strToU8('one'), 2), all)).toThrow(/bytes of another entry/);
  });

  it('refuses too many entries', () => {
    expect(() => unpackZip(naming(strToU8('one'), 11), all, most)).toThrow(/more than 10 entries/);
  });

  it.each<[string, (view: DataView, directory: number) => void, RegExp]>([
    ['a size that ends in the directory', (view, at) => view.setUint32(at + 20, 99, true), /ends too late/],
    ['an invalid offset', (view, at) => view.setUint32(at + 42, 3, true), /not where it should be/],
    ['an offset after the end', (view, at) => view.setUint32(at + 42, 0xffffffff, true), /ends too early/],
    ['another compression method', (view, at) => view.setUint16(at + 10, 12, true), /unknown compression/],
    ['a damaged directory', (view, at) => view.setUint32(at, 0, true), /directory is damaged/],
    ['no directory', (view) => view.setUint32(view.byteLength - 22, 0, true), /no directory/],
    ['damaged bytes', (view) => view.setUint32(31, 0xffffffff, true), /does not unpack/],
  ])('refuses %s', (_, change, words) => {
    expect(() => unpackZip(changed(zipSync({ a: strToU8('one one one one') }), change), all)).toThrow(words);
  });

  it('refuses a file that is too short', () => {
    expect(() => unpackZip(new Uint8Array(5), all)).toThrow(/no directory/);
  });
});
