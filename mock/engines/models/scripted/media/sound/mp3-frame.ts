import type { BytesReader } from '../bytes-reader.ts';

/** What the header of an MPEG audio frame (layer III) says. */
export interface Mp3Frame {
  /** MPEG-1, or the half and quarter rates of MPEG-2 and 2.5. */
  readonly version: 1 | 2 | 2.5;
  readonly sampleRate: number;
  readonly isMono: boolean;
  readonly hasCrc: boolean;
  /** Of the whole frame, in bytes. */
  readonly size: number;
  /** Each of 576 samples. */
  readonly granules: 1 | 2;
  /** Bytes of what follows the header (and checksum) and says how the sound is stored. */
  readonly sideInfo: number;
}

/** Kilobits a second by their index. */
const bitRates = {
  full: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  half: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

/** How a version is written, and its sample rates by their index. */
const versions = [
  { version: 1, bits: 3, rates: [44_100, 48_000, 32_000] },
  { version: 2, bits: 2, rates: [22_050, 24_000, 16_000] },
  { version: 2.5, bits: 0, rates: [11_025, 12_000, 8000] },
] as const;

export const mp3SampleRates: readonly number[] = versions
  .flatMap(({ rates }) => rates)
  .toSorted((a, b) => a - b);

/** A header of four bytes that another frame of this rate begins with, and what it says. */
export interface Mp3Format {
  /** The header's last three bytes, without the padding bit. */
  readonly header: readonly [number, number, number];
  readonly granules: 1 | 2;
  readonly sampleRate: number;
  /** Bits a second. */
  readonly bitRate: number;
  readonly version: 1 | 2 | 2.5;
}

/** One channel at a rate, in as many bits as a granule of ours needs; `undefined` for rates that MP3 has not. */
export function mp3Format(sampleRate: number): Mp3Format | undefined {
  for (const { version, bits, rates } of versions) {
    const known: readonly number[] = rates;
    const rateIndex = known.indexOf(sampleRate);
    if (rateIndex === -1) continue;
    const kilobits = version === 1 ? 64 : version === 2 ? 32 : 24;
    const table: readonly number[] = version === 1 ? bitRates.full : bitRates.half;
    const bitRateIndex = table.indexOf(kilobits);
    return {
      // Layer III without a checksum; one channel.
      header: [0xe0 | (bits << 3) | 0b011, (bitRateIndex << 4) | (rateIndex << 2), 0b11000000],
      granules: version === 1 ? 2 : 1,
      sampleRate,
      bitRate: kilobits * 1000,
      version,
    };
  }
  return undefined;
}

/** Reads the header of a frame; `undefined` where there is none, or one of another layer or of free bit rate. */
export function readMp3Frame(reader: BytesReader, at: number): Mp3Frame | undefined {
  const [sync, b1, b2, b3] = [reader.u8(at), reader.u8(at + 1), reader.u8(at + 2), reader.u8(at + 3)];
  if (sync !== 0xff || b1 === undefined || b2 === undefined || b3 === undefined) return undefined;
  if ((b1 & 0xe6) !== 0xe2) return undefined;
  const kind = versions.find(({ bits }) => bits === ((b1 >> 3) & 3));
  if (kind === undefined) return undefined;
  const { version } = kind;
  const table: readonly number[] = version === 1 ? bitRates.full : bitRates.half;
  const kilobits = table[b2 >> 4] ?? 0;
  const sampleRate = kind.rates[(b2 >> 2) & 3];
  if (sampleRate === undefined || kilobits === 0) return undefined;
  const granules = version === 1 ? 2 : 1;
  const isMono = b3 >> 6 === 3;
  return {
    version,
    sampleRate,
    isMono,
    hasCrc: (b1 & 1) === 0,
    size: Math.floor((granules * 72 * kilobits * 1000) / sampleRate) + ((b2 >> 1) & 1),
    granules,
    sideInfo: version === 1 ? (isMono ? 17 : 32) : isMono ? 9 : 17,
  };
}
