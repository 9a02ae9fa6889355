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
