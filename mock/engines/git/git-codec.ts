/** The primitives that Git rests on and that each runtime provides differently: SHA-1, CRC-32 and zlib. */
export interface GitCodec {
  /** The 20 bytes of the SHA-1 of the concatenated pieces. */
  sha1(...pieces: readonly Uint8Array[]): Uint8Array;
  /** An incremental SHA-1. */
  hasher(): Hasher;
  /** The CRC-32 of bytes; given the sum of the bytes before them, the CRC-32 of both. */
  crc32(bytes: Uint8Array, before?: number): number;
  /**
   * Inflates one zlib stream that begins at `offset`; any bytes may follow it.
   *
   * @param size exact number of bytes to inflate to
   * @returns the inflated bytes, and the offset after the stream
   * @throws RangeError when the source ends before the stream does
   * @throws GitError `bad-zlib` when it is not a zlib stream, or has another size
   */
  inflate(
    source: Uint8Array,
    offset: number,
    size: number,
  ): { readonly data: Uint8Array; readonly end: number };
  /**
   * Inflates bytes that are exactly one zlib stream, from a pack that was checked on arrival. The fastest way.
   *
   * @throws GitError `bad-zlib`, RangeError like {@link inflate}
   */
  inflateStored(stream: Uint8Array, size: number): Uint8Array;
  /**
   * The first bytes of a zlib stream's content, such as the head of a delta. Neither inflates nor checks the rest.
   *
   * @returns `length` bytes, or fewer if the stream or the source has no more
   * @throws GitError `bad-zlib` when it is not a zlib stream
   */
  inflateHead(source: Uint8Array, offset: number, length: number): Uint8Array;
  /** One zlib stream. */
  deflate(data: Uint8Array): Uint8Array;
}

export interface Hasher {
  update(piece: Uint8Array): void;
  /** The 20 bytes. The hasher can't be used afterwards. */
  digest(): Uint8Array;
}

/** A zlib stream never inflates to more than this many times its size: zlib's technical notes. */
const highestRatio = 1_032;
/** An empty stream has eight bytes, and the smallest block a byte or two. */
const slack = 64;

/**
 * Bytes to allocate for the claimed size of a stream, since the claim may be false. One more than the stream can yield,
 * so that it can end and excess is noticed.
 *
 * @param size claimed number of inflated bytes
 * @param deflated number of bytes from the start of the stream on, including what follows it
 */
export function roomFor(size: number, deflated: number): number {
  return Math.min(size, Math.max(0, deflated) * highestRatio + slack) + 1;
}
