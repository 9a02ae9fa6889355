/**
 * How long a WAV file sounds, in seconds; undefined for what is none.
 *
 * @example
 * wavDuration(new TextEncoder().encode('ID3')) // undefined
 */
export function wavDuration(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (offset: number) => String.fromCharCode(...bytes.subarray(offset, offset + 4));
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') return undefined;
  let bytesPerSecond: number | undefined;
  for (let offset = 12; offset + 8 <= bytes.length; ) {
    const size = view.getUint32(offset + 4, true);
    if (tag(offset) === 'fmt ' && offset + 20 <= bytes.length) {
      bytesPerSecond = view.getUint32(offset + 16, true);
    }
    if (tag(offset) === 'data') {
      // Streams that did not know their length say the greatest there is.
      const length = Math.min(size, bytes.length - offset - 8);
      return bytesPerSecond === undefined || bytesPerSecond === 0 ? undefined : length / bytesPerSecond;
    }
    // Chunks begin at even places.
    offset += 8 + size + (size % 2);
  }
  return undefined;
}
