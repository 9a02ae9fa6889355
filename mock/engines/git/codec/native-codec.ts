import { createHash } from 'node:crypto';
import { constants, crc32, deflateSync, inflateSync } from 'node:zlib';
import { type GitCodec, type Hasher, roomFor } from '../git-codec.ts';
import { GitError } from '../git-error.ts';

/** The most that is set aside at once for what is small as yet; what comes out beyond is put together in the end. */
const largestChunk = 16_777_216;
const smallestChunk = 64;

/** Bytes of deflated data that surely hold the tables of a first block. */
const blockHead = 512;

/** SHA-1, CRC-32 and zlib of the runtime: Bun, Deno, Node. */
export const gitCodec: GitCodec = {
  sha1(...pieces) {
    const hash = createHash('sha1');
    for (const piece of pieces) hash.update(piece);
    return plain(hash.digest());
  },

  hasher(): Hasher {
    const hash = createHash('sha1');
    return {
      update(piece) {
        hash.update(piece);
      },
      digest: () => plain(hash.digest()),
    };
  },

  crc32: (bytes, before = 0) => crc32(bytes, before),

  inflate(source, offset, size) {
    const deflated = source.length - offset;
    const room = roomFor(size, deflated);
    const { buffer, engine } = inflating(() =>
      inflateWithInfo(source.subarray(offset), {
        info: true,
        maxOutputLength: room,
        chunkSize: Math.max(smallestChunk, Math.min(room, Math.max(largestChunk, deflated * 2))),
      }),
    );
    if (buffer.length !== size) {
      throw new GitError('bad-zlib', `inflated to ${buffer.length} bytes, not ${size}`);
    }
    return { data: plain(buffer), end: offset + engine.bytesWritten };
  },

  inflateHead(source, offset, length) {
    const part = source.subarray(offset, offset + blockHead + length);
    const head = inflating(() =>
      inflateSync(part, {
        finishFlush: constants.Z_SYNC_FLUSH,
        chunkSize: Math.max(smallestChunk, length),
      }),
    );
    return plain(head.subarray(0, length));
  },

  deflate: (data) => plain(deflateSync(data)),
};

/** What `info` adds to the answer: on all three runtimes, documented by Node, and in the types of none. */
type Informed = (
  source: Uint8Array,
  options: { info: true; maxOutputLength: number; chunkSize: number },
) => { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } };

// The types know `inflateSync` as if `info` were never given.
const inflateWithInfo = inflateSync as unknown as Informed;

function inflating<Result>(inflate: () => Result): Result {
  try {
    return inflate();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'Z_BUF_ERROR') throw new RangeError('the source ends before the zlib stream does');
    const fault =
      code === 'ERR_BUFFER_TOO_LARGE' ? 'inflates to more than it should' : 'inflate: data stream error';
    throw new GitError('bad-zlib', fault, { cause: error });
  }
}

/** The same bytes without the methods that a `Buffer` has of its own, `slice` above all. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
