import { sha1 } from '@noble/hashes/legacy.js';
import {
  deflate,
  Z_BUF_ERROR,
  Z_FINISH,
  Z_OK,
  Z_STREAM_END,
  Z_SYNC_FLUSH,
  ZStream,
  zlibInflate,
  zlibInflateInit,
} from 'pako';
import { type GitCodec, roomFor } from '../git-codec.ts';
import { GitError } from '../git-error.ts';

/** SHA-1, CRC-32 and zlib in pure JavaScript, for browsers. */
export const gitCodec: GitCodec = {
  sha1(...pieces) {
    const hash = sha1.create();
    for (const piece of pieces) hash.update(piece);
    return hash.digest();
  },

  hasher() {
    const hash = sha1.create();
    return {
      update(piece) {
        hash.update(piece);
      },
      digest: () => hash.digest(),
    };
  },

  crc32,

  inflate(source, offset, size) {
    const { stream, status } = inflateInto(source, offset, roomFor(size, source.length - offset), Z_FINISH);
    if (stream.total_out > size) throw new GitError('bad-zlib', 'inflates to more than it should');
    if (status === Z_BUF_ERROR || status === Z_OK) {
      throw new RangeError('the source ends before the zlib stream does');
    }
    if (status !== Z_STREAM_END) throw new GitError('bad-zlib', 'inflate: data stream error');
    if (stream.total_out !== size) {
      throw new GitError('bad-zlib', `inflated to ${stream.total_out} bytes, not ${size}`);
    }
    return { data: stream.output.subarray(0, size), end: stream.next_in };
  },

  inflateStored: (stream, size) => gitCodec.inflate(stream, 0, size).data,

  inflateHead(source, offset, length) {
    const { stream, status } = inflateInto(source, offset, length, Z_SYNC_FLUSH);
    if (status !== Z_STREAM_END && status !== Z_BUF_ERROR && status !== Z_OK) {
      throw new GitError('bad-zlib', 'inflate: data stream error');
    }
    return stream.output.subarray(0, stream.total_out);
  },

  deflate: (data) => deflate(data),
};

function inflateInto(
  source: Uint8Array,
  offset: number,
  room: number,
  flush: typeof Z_FINISH | typeof Z_SYNC_FLUSH,
) {
  const stream = new ZStream();
  zlibInflateInit(stream);
  stream.input = source;
  stream.next_in = Math.min(offset, source.length);
  stream.avail_in = source.length - stream.next_in;
  stream.output = new Uint8Array(room);
  stream.next_out = 0;
  stream.avail_out = room;
  return { stream, status: zlibInflate(stream, flush) };
}

const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 255] ?? 0);
  return ~crc >>> 0;
}
