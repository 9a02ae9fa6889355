import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { edgeLimits } from '../../../spec/limits.ts';
import { ZstdFrames } from './zstd-frames.ts';

const magic = [0x28, 0xb5, 0x2f, 0xfd];
/** Blocks of no bytes, the last of them marked as last. */
const empty = [0x00, 0x00, 0x00];
const last = [0x01, 0x00, 0x00];

function walk(bytes: ArrayLike<number>, size = 1_000_000): void {
  const frames = new ZstdFrames();
  const all = Uint8Array.from(bytes);
  for (let at = 0; at < all.length; at += size) frames.read(all.subarray(at, at + size));
  frames.end();
}

describe('ZstdFrames', () => {
  const text = Buffer.from(Array.from({ length: 30_000 }, (_, index) => `${index * 7919} `).join(''));
  const { ZSTD_c_checksumFlag, ZSTD_c_contentSizeFlag, ZSTD_c_windowLog } = zlib.constants;

  it.each([
    ['plain', {}],
    ['with a checksum', { [ZSTD_c_checksumFlag]: 1 }],
    ['without its size', { [ZSTD_c_contentSizeFlag]: 0 }],
    ['with the largest window', { [ZSTD_c_windowLog]: 23, [ZSTD_c_contentSizeFlag]: 0 }],
  ])("accepts an encoder's output, %s, in pieces of any size", (_, params) => {
    for (const content of [text, text.subarray(0, 300), text.subarray(0, 3), Buffer.alloc(0)]) {
      const frame = zlib.zstdCompressSync(content, { params });
      for (const size of [1, 100, 1_000_000]) walk([...frame, ...frame], size);
    }
  });

  it.each([
    ['nothing', []],
    ['a frame to skip', [0x5f, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 9]],
    ['a window of 8 MB', [...magic, 0x00, 0x68, ...last]],
    ['a single segment of 8 MB', [...magic, 0xa0, 0x00, 0x00, 0x80, 0x00, ...last]],
    ['a dictionary', [...magic, 0x01, 0x00, 0x07, ...last]],
  ])('takes %s', (_, bytes) => {
    expect(() => walk(bytes)).not.toThrow();
  });

  it.each([
    ['another magic number', [1, 2, 3, 4], 'no frame where one should begin'],
    ['a larger window', [...magic, 0x00, 0x69, ...last], 'its window is larger than 8 MB'],
    ['a larger segment', [...magic, 0xa0, 0x01, 0x00, 0x80, 0x00, ...last], 'its window is larger than 8 MB'],
    ['a segment of 2^63 bytes', [...magic, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0x80, ...last], 'its window is larger'],
    ['a larger window in its second frame', [...magic, 0, 0, ...last, ...magic, 0, 0x69, ...last], '8 MB'],
    ['a reserved kind of block', [...magic, 0x00, 0x00, 0x07, 0x00, 0x00], 'a block of no known kind'],
    ['a block above 128 KB', [...magic, 0x00, 0x00, 0x09, 0x00, 0x10], 'a block of no known kind'],
    ['no last block', [...magic, 0x00, 0x00, ...empty], 'it ends in the middle of a frame'],
    ['a cut header', [...magic, 0x00], 'it ends in the middle of a frame'],
    ['a cut magic number', [...magic, 0x00, 0x00, ...last, 0x28], 'it ends in the middle of a frame'],
    ['a cut checksum', [...magic, 0x04, 0x00, ...last, 1, 2, 3], 'it ends in the middle of a frame'],
  ])('refuses %s', (_, bytes, reason) => {
    expect(() => walk(bytes)).toThrow(reason);
  });

  it('refuses endless small blocks and frames that move a window', () => {
    const count = edgeLimits.zstdWindowWork / edgeLimits.zstdWindowBytes;
    const blocks = Array.from({ length: count }, () => empty).flat();
    expect(() => walk([...magic, 0x00, 0x68, ...blocks, ...last])).toThrow('it has too many blocks');
    const frames = Array.from({ length: count }, () => [...magic, 0x00, 0x68, ...last]).flat();
    expect(() => walk(frames)).toThrow('it has too many blocks');
  });
});
