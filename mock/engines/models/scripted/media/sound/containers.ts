import { BytesReader } from '../bytes-reader.ts';

/**
 * How long sound is that is not decoded here, from what its file says. Each of these gives seconds, or `undefined`
 * for a file that does not say.
 */

/** Ogg (RFC 3533) with Opus, Vorbis or FLAC: the last page says how many samples came before its end. */
export function oggDuration(bytes: Uint8Array): number | undefined {
  const reader = new BytesReader(bytes);
  let codec: { readonly rate: number; readonly skip: number; readonly serial: number } | undefined;
  let last = 0;
  for (let at = 0; reader.has('OggS', at); ) {
    const segments = reader.u8(at + 26);
    const serial = reader.u32(at + 14, true);
    const position = reader.u64(at + 6, true);
    if (segments === undefined || serial === undefined || position === undefined) return undefined;
    const body = at + 27 + segments;
    if (codec === undefined) {
      const found = oggCodec(reader, body);
      if (found !== undefined) codec = { ...found, serial };
      // All ones: no packet ends on the page.
    } else if (serial === codec.serial && position < 2 ** 63) last = Math.max(last, position);
    at = body + bytes.subarray(at + 27, body).reduce((sum, size) => sum + size, 0);
  }
  return codec === undefined || codec.rate === 0 ? undefined : Math.max(0, last - codec.skip) / codec.rate;
}

function oggCodec(
  reader: BytesReader,
  at: number,
): { readonly rate: number; readonly skip: number } | undefined {
  // Opus counts at 48 kHz whatever it was made from (RFC 7845).
  if (reader.has('OpusHead', at)) return { rate: 48_000, skip: reader.u16(at + 10, true) ?? 0 };
  if (reader.has('\x01vorbis', at)) return { rate: reader.u32(at + 12, true) ?? 0, skip: 0 };
  if (reader.has('\x7fFLAC', at)) return { rate: (reader.u32(at + 27) ?? 0) >>> 12, skip: 0 };
  return undefined;
}

/** FLAC (RFC 9639, section 8.2): 20 bits of rate and 36 of samples. */
export function flacDuration(bytes: Uint8Array): number | undefined {
  const reader = new BytesReader(bytes);
  const rate = (reader.u32(18) ?? 0) >>> 12;
  const high = (reader.u8(21) ?? 0) & 15;
  const low = reader.u32(22) ?? 0;
  const samples = high * 2 ** 32 + low;
  return rate === 0 || samples === 0 ? undefined : samples / rate;
}

/** MP4 and M4A: the movie header has the length in units that it says. */
export function mp4Duration(bytes: Uint8Array): number | undefined {
  const reader = new BytesReader(bytes);
  const find = (type: string, from: number, to: number): readonly [from: number, to: number] | undefined => {
    for (let at = from; at + 8 <= to; ) {
      const short = reader.u32(at) ?? 0;
      const size = short === 1 ? (reader.u64(at + 8) ?? 0) : short === 0 ? to - at : short;
      const head = short === 1 ? 16 : 8;
      if (size < head) return undefined;
      if (reader.has(type, at + 4)) return [at + head, Math.min(to, at + size)];
      at += size;
    }
    return undefined;
  };
  const movie = find('moov', 0, bytes.length);
  const header = movie === undefined ? undefined : find('mvhd', movie[0], movie[1]);
  if (header === undefined) return undefined;
  const [at] = header;
  const isLong = reader.u8(at) === 1;
  const scale = reader.u32(at + (isLong ? 20 : 12)) ?? 0;
  const length = (isLong ? reader.u64(at + 24) : reader.u32(at + 16)) ?? 0;
  return scale === 0 || length === 0 ? undefined : length / scale;
}
