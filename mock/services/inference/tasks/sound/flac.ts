import type { Pcm } from './read-pcm.ts';

/** Samples of a frame; the last one may have fewer. */
const blockSize = 4096;
/** Bytes before the first frame: the magic word, a metadata block header, STREAMINFO. */
const headSize = 4 + 4 + 34;

/**
 * A FLAC file (RFC 9639) of one channel and 16 bits a sample. Its samples are stored uncompressed: it is as long as a
 * WAV file, and every FLAC reader reads it.
 */
export function encodeFlac({ samples, sampleRate }: Pcm): Uint8Array<ArrayBuffer> {
  const frames: Uint8Array[] = [];
  for (let start = 0, number = 0; start < samples.length; start += blockSize, number++) {
    const block = samples.subarray(start, start + blockSize);
    frames.push(frame({ samples: block, sampleRate }, number));
  }
  const file = new Uint8Array(frames.reduce((sum, { length }) => sum + length, headSize));
  writeHead(new DataView(file.buffer), samples.length, sampleRate);
  let at = headSize;
  for (const one of frames) {
    file.set(one, at);
    at += one.length;
  }
  return file;
}

/** STREAMINFO, section 8.2. Frame lengths and the checksum of the sound are unset: 0. */
function writeHead(view: DataView, samples: number, sampleRate: number): void {
  view.setUint32(0, 0x664c6143); // fLaC
  // The only metadata block, so also the last: type 0, 34 bytes.
  view.setUint32(4, 0x80000000 | 34);
  view.setUint16(8, blockSize);
  view.setUint16(10, blockSize);
  // Rate in 20 bits, channels minus one in 3, bits of a sample minus one in 5, and the number of samples in 36.
  const sound = (BigInt(sampleRate) << 44n) | (15n << 36n) | BigInt(samples);
  view.setBigUint64(18, sound);
}

/** A frame with one subframe of uncompressed samples: sections 9.1 and 9.2.4. */
function frame({ samples, sampleRate }: Pcm, number: number): Uint8Array {
  const rate = codedRate(sampleRate);
  const size = samples.length - 1;
  const begin = [
    // Fixed-size frames; that size and the rate follow the number.
    ...[0xff, 0xf8, 0x70 | rate.code],
    // One channel of 16 bits.
    ...[0x08, ...codedNumber(number)],
    ...[size >> 8, size & 0xff, ...rate.bytes],
  ];
  const checked = begin.length;
  const bytes = new Uint8Array(checked + 2 + samples.length * 2 + 2);
  const view = new DataView(bytes.buffer);
  bytes.set(begin);
  bytes[checked] = crc8(bytes.subarray(0, checked));
  // A verbatim subframe without wasted bits.
  bytes[checked + 1] = 0b0000_0010;
  for (const [index, sample] of samples.entries()) view.setInt16(checked + 2 + index * 2, sample);
  view.setUint16(bytes.length - 2, crc16(bytes.subarray(0, bytes.length - 2)));
  return bytes;
}

/** The rate in hertz, in tens of hertz, or by reference to STREAMINFO: section 9.1.2. */
function codedRate(rate: number): { readonly code: number; readonly bytes: readonly number[] } {
  if (rate <= 0xffff) return { code: 13, bytes: [rate >> 8, rate & 0xff] };
  const tens = rate / 10;
  return Number.isInteger(tens) && tens <= 0xffff
    ? { code: 14, bytes: [tens >> 8, tens & 0xff] }
    : { code: 0, bytes: [] };
}

/** The number of a frame, in the encoding of UTF-8. */
function codedNumber(number: number): readonly number[] {
  if (number < 0x80) return [number];
  if (number < 0x800) return [0xc0 | (number >> 6), 0x80 | (number & 0x3f)];
  return [0xe0 | (number >> 12), 0x80 | ((number >> 6) & 0x3f), 0x80 | (number & 0x3f)];
}

/** Precomputed remainders of each byte, so that a checksum takes one step a byte. */
function toTable(width: number, polynomial: number): readonly number[] {
  const highest = 2 ** (width - 1);
  const mask = 2 ** width - 1;
  return Array.from({ length: 256 }, (_, byte) => {
    let sum = byte << (width - 8);
    for (let bit = 0; bit < 8; bit++) sum = (sum & highest ? (sum << 1) ^ polynomial : sum << 1) & mask;
    return sum;
  });
}

const table8 = toTable(8, 0x07);
const table16 = toTable(16, 0x8005);

/** The checksum of a FLAC frame header: x⁸ + x² + x + 1. */
export function crc8(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = table8[sum ^ byte] ?? 0;
  return sum;
}

/** The checksum of a FLAC frame: x¹⁶ + x¹⁵ + x² + 1. */
export function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) & 0xffff) ^ (table16[(sum >> 8) ^ byte] ?? 0);
  return sum;
}
