/** What all of Git rests on, and each runtime has in its own way: SHA-1, CRC-32 and zlib. */
export interface GitCodec {
  /** The 20 bytes of the SHA-1 of the pieces, one after another. */
  sha1(...pieces: readonly Uint8Array[]): Uint8Array;
  /** A SHA-1 that is fed piece by piece. */
  hasher(): Hasher;
  /** The CRC-32 of bytes, or of them and those before them, whose sum is given. */
  crc32(bytes: Uint8Array, before?: number): number;
  /**
   * Inflates one zlib stream that begins at `offset` and may be followed by anything.
   *
   * @param size bytes that have to come out, no more and no less
   * @returns what came out, and the offset behind the stream
   * @throws RangeError when the source ends before the stream does
   * @throws GitError `bad-zlib` when it is none, or gives another size
   */
  inflate(
    source: Uint8Array,
    offset: number,
    size: number,
  ): { readonly data: Uint8Array; readonly end: number };
  /**
   * Inflates bytes that are one zlib stream and nothing else, of a pack that was checked when it came: the quickest way.
   *
   * @throws GitError `bad-zlib`, RangeError as {@link inflate}
   */
  inflateStored(stream: Uint8Array, size: number): Uint8Array;
  /**
   * The first bytes of what a zlib stream holds, without the rest being inflated or checked: the head of a delta.
   *
   * @returns `length` bytes, or fewer where the stream or the source holds no more
   * @throws GitError `bad-zlib` when it is none
   */
  inflateHead(source: Uint8Array, offset: number, length: number): Uint8Array;
  /** One zlib stream. */
  deflate(data: Uint8Array): Uint8Array;
}

export interface Hasher {
  update(piece: Uint8Array): void;
  /** The 20 bytes; the hasher can't be used any more. */
  digest(): Uint8Array;
}

/** No zlib stream holds more than this many times its own bytes: zlib's technical notes. */
const highestRatio = 1_032;
/** A stream of nothing has eight bytes, and the smallest block a byte or two. */
const slack = 64;

/**
 * Bytes to set aside for what a stream is said to hold: the claim may be a lie. One more than can come out, so that
 * the stream can end, and so that too much is noticed.
 *
 * @param size bytes that the stream is said to hold
 * @param deflated bytes that are there of the stream and of what follows it
 */
export function roomFor(size: number, deflated: number): number {
  return Math.min(size, Math.max(0, deflated) * highestRatio + slack) + 1;
}
