import { encode } from 'fast-png';
import { zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readPicture } from './picture-codec.ts';
import { plainPng } from './plain-png.ts';

const picture = encode({ width: 3, height: 2, data: new Uint8Array(18).fill(7), channels: 3 });
const ends = picture.length - 12;

/** A chunk with an invalid checksum. */
function chunk(type: string, data: Uint8Array | readonly number[]): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  new DataView(bytes.buffer).setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  return bytes;
}

const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]));
const header = (width: number, height: number, interlaced = 0) =>
  chunk('IHDR', [0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, interlaced]);
const file = (...chunks: readonly Uint8Array[]) =>
  joined(picture.subarray(0, 8), ...chunks, picture.subarray(ends));

describe('plainPng', () => {
  it('keeps a picture unchanged, without other compressed chunks', () => {
    expect(plainPng(picture, 100)).toEqual(picture);
    const withExtras = joined(
      picture.subarray(0, ends),
      chunk('iCCP', zlibSync(new Uint8Array(10_000_000))),
      chunk('zTXt', [1, 2, 3]),
      picture.subarray(ends),
    );
    expect(plainPng(withExtras, 100)).toEqual(picture);
  });

  it.each([
    [0, 2 * (1 + 3 * 3)],
    // The first, fourth and sixth pass have one pixel, the seventh three; the others have none.
    [1, 3 * (1 + 3) + (1 + 9)],
  ])('computes the size of the lines, interlaced %i', (interlaced, size) => {
    const lines = (bytes: number) =>
      file(header(3, 2, interlaced), chunk('IDAT', zlibSync(new Uint8Array(bytes))));
    expect(() => plainPng(lines(size), 100)).not.toThrow();
    expect(() => plainPng(lines(size - 1), 100)).toThrow('unpacks to less');
  });

  it.each<[string, Uint8Array, string]>([
    [
      'more than its lines',
      file(header(3, 2), chunk('IDAT', zlibSync(new Uint8Array(100_000)))),
      'unpacks to more',
    ],
    ['too many pixels', file(header(11, 10)), 'megapixels'],
    ['a second header', file(header(1, 1), header(3, 2)), 'only header'],
    ['no header', file(chunk('IDAT', [])), 'only header'],
    [
      'a chunk that ends after the file',
      joined(picture.subarray(0, 8), header(3, 2).subarray(0, 20)),
      'ends too early',
    ],
    ['no end', joined(picture.subarray(0, 8), header(3, 2)), 'ends too early'],
  ])('refuses %s', (_, bytes, words) => expect(() => plainPng(bytes, 100)).toThrow(words));

  it('is used when pictures are read', async () => {
    await expect(readPicture(file(header(1, 1), header(3, 2)))).rejects.toThrow(
      'The picture is not a readable PNG file: it must begin with its only header.',
    );
  });
});
