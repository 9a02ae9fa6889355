import { createHash } from 'node:crypto';
import { constants, crc32, deflateSync, inflateSync } from 'node:zlib';
import { type GitCodec, type Hasher, roomFor } from '../git-codec.ts';
import { GitError } from '../git-error.ts';

const smallestChunk = 64;

/** Bytes of deflated data that are certain to include the tables of the first block. */
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
    const room = roomFor(size, source.length - offset);
    const { buffer, engine } = inflating(() =>
      inflateWithInfo(source.subarray(offset), {
        info: true,
        maxOutputLength: room,
        // In one call: output in chunks is in memory twice while it is concatenated.
        chunkSize: Math.max(smallestChunk, room),
      }),
    );
    if (buffer.length !== size) {
      throw new GitError('bad-zlib', `inflated to ${buffer.length} bytes, not ${size}`);
    }
    return { data: plain(buffer), end: offset + engine.bytesWritten };
  },

  inflateStored(stream, size) {
    const data = inflateByBun?.(stream);
    return data?.length === size ? data : gitCodec.inflate(stream, 0, size).data;
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

/** What `info` adds to the result: present on all three runtimes, documented by Node, missing from the types. */
type Informed = (
  source: Uint8Array,
  options: { info: true; maxOutputLength: number; chunkSize: number },
) => { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } };

// The types describe `inflateSync` without `info`.
const inflateWithInfo = inflateSync as unknown as Informed;

/** Bun's own function sets up no stream in JavaScript, which is most of the cost for small objects. */
const { Bun: bun } = globalThis as { readonly Bun?: BunInflate };
interface BunInflate {
  inflateSync(source: Uint8Array, options: { windowBits: number }): Uint8Array;
}

/** The content of a stream; nothing if it is not one. */
const inflateByBun =
  bun &&
  ((stream: Uint8Array) => {
    try {
      return bun.inflateSync(stream, { windowBits: 15 });
    } catch {
      return undefined;
    }
  });

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

/** The same bytes without the methods of `Buffer`, above all `slice`. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
