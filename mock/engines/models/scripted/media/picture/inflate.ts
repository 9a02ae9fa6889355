/**
 * Unpacks a zlib stream of a known size.
 *
 * @param parts of the stream
 * @param size in bytes of what is packed
 * @returns `undefined` for a stream that is broken or packs less; what it packs more is left out
 */
export async function inflate(parts: readonly Uint8Array[], size: number): Promise<Uint8Array | undefined> {
  const out = new Uint8Array(size);
  let at = 0;
  const unpacking = new DecompressionStream('deflate');
  const packed = new Blob(parts.map((part) => Uint8Array.from(part)));
  const reader = packed.stream().pipeThrough(unpacking).getReader();
  try {
    while (at < size) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      const fitting = value.subarray(0, size - at);
      out.set(fitting, at);
      at += fitting.length;
    }
  } catch {
    return undefined;
  } finally {
    // Whether the rest can be cancelled is of no interest: the bytes are there, or never will be.
    await reader.cancel().catch(() => {});
  }
  return out;
}
