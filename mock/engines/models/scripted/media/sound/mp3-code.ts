import { mix, type Random } from '../hash.ts';
import { BitReader, BitWriter } from './bits.ts';
import { type Mp3Format, type Mp3Frame, mp3Format } from './mp3-frame.ts';
import { characterTime } from './tone-code.ts';

/**
 * Speech as MP3. An MP3 file holds no samples but the spectrum of each granule of 576, so the speech is made there:
 * 64 lines sound in each granule, and the sign of each says one bit of the text. Lines of value one need no more
 * than the "count1" part of a granule, whose second code table is four plain bits; so there is no encoder that could
 * differ from runtime to runtime, and whoever reads the file's spectrum reads the text. The eight lowest lines hum. Samples that a decoder made of such a
 * file sound the same but are no file of this kind any more: only WAV of our own is heard as samples.
 */
const dataLines = 64;
const humQuads = 2;
const quads = humQuads + dataLines;
const codePointBits = 21;
const checkBits = 16;
/** Of the lines, in quarters of 6 dB: 210 is a value of one at full scale. */
const loudness = 180;
/** ISO 11172-3, 2.4.1.7: the fields of a granule, in bits. In MPEG-2 the scale factors take more and preflag none. */
const fieldBits = { length: 12, bigValues: 9, gain: 8, tables: 15, regions: 7 };

/**
 * Speaks code points.
 *
 * @param random hums
 * @returns the file, or `undefined` for sample rates that MP3 has not
 */
export function encodeMp3(
  codePoints: readonly number[],
  sampleRate: number,
  random: Random,
): Uint8Array | undefined {
  const format = mp3Format(sampleRate);
  if (format === undefined) return undefined;
  const frameTime = (format.granules * 576) / sampleRate;
  // What lies just between two numbers of frames is rounded down: decoders add, they do not take away.
  const frames = Math.max(1, Math.ceil((codePoints.length * characterTime) / frameTime - 0.5 - 1e-9));
  const bits = toBits(codePoints, frames * format.granules * dataLines);
  const end = (frame: number): number =>
    Math.floor((frame * format.granules * 72 * format.bitRate) / sampleRate);
  const file = new Uint8Array(end(frames));
  const loud = loudness + random.below(8);
  for (let frame = 0; frame < frames; frame++) {
    writeFrame(file.subarray(end(frame), end(frame + 1)), format, bits, loud, random);
  }
  return file;
}

function writeFrame(
  frame: Uint8Array,
  format: Mp3Format,
  bits: BitReader,
  loud: number,
  random: Random,
): void {
  const [b1, b2, b3] = format.header;
  const isPadded = frame.length > Math.floor((format.granules * 72 * format.bitRate) / format.sampleRate);
  frame.set([0xff, b1, b2 | (isPadded ? 2 : 0), b3]);
  const isFull = format.version === 1;
  const side = new BitWriter(frame, 32 + (isFull ? 18 : 9));
  const main = new BitWriter(frame, 32 + (isFull ? 17 : 9) * 8);
  for (let granule = 0; granule < format.granules; granule++) {
    const start = main.position;
    for (let quad = 0; quad < humQuads; quad++)
      writeQuad(
        main,
        [0, 0, 0, 0].map(() => random.below(3) - 1),
      );
    for (let line = 0; line < dataLines; line++) writeQuad(main, [bits.read(1) === 0 ? 1 : -1, 0, 0, 0]);
    side.write(main.position - start, fieldBits.length);
    side.write(0, fieldBits.bigValues);
    side.write(loud, fieldBits.gain);
    // No scale factors, one long window, no pairs of larger values and so no tables for them.
    side.write(0, (isFull ? 4 : 9) + 1);
    side.write(0, fieldBits.tables);
    side.write(0, fieldBits.regions + (isFull ? 1 : 0) + 1);
    side.write(1, 1);
  }
}

/** Four lines: which are zero, as ones, then the signs of the others. */
function writeQuad(out: BitWriter, values: readonly number[]): void {
  for (const value of values) out.write(value === 0 ? 1 : 0, 1);
  for (const value of values) if (value !== 0) out.write(value < 0 ? 1 : 0, 1);
}

/** A check, the code points, then ones to the end. */
function toBits(codePoints: readonly number[], count: number): BitReader {
  const bytes = new Uint8Array(Math.ceil(count / 8));
  const out = new BitWriter(bytes);
  out.write(checkOf(codePoints), checkBits);
  for (const codePoint of codePoints) out.write(codePoint, codePointBits);
  while (out.position < count) out.write(1, 1);
  return new BitReader(bytes);
}

function checkOf(codePoints: readonly number[]): number {
  return codePoints.reduce((h, codePoint) => mix(h ^ codePoint), codePoints.length) & 0xffff;
}

/**
 * Reads the code points that a file of {@link encodeMp3} says.
 *
 * @param frames where they begin, and what they are
 * @returns `undefined` for any other file
 */
export function readMp3Code(
  bytes: Uint8Array,
  frames: readonly { readonly at: number; readonly frame: Mp3Frame }[],
): readonly number[] | undefined {
  const data = new Uint8Array(Math.ceil((frames.length * 2 * dataLines) / 8));
  const out = new BitWriter(data);
  for (const { at, frame } of frames) {
    if (!frame.isMono || frame.hasCrc) return undefined;
    const isFull = frame.version === 1;
    const side = new BitReader(bytes, at * 8 + 32 + (isFull ? 18 : 9));
    const main = new BitReader(bytes, (at + 4 + frame.sideInfo) * 8);
    for (let granule = 0; granule < frame.granules; granule++) {
      const length = side.read(fieldBits.length);
      if (side.read(fieldBits.bigValues) !== 0) return undefined;
      side.position += (isFull ? 59 : 63) - fieldBits.length - fieldBits.bigValues - 1;
      if (side.read(1) !== 1) return undefined;
      const end = main.position + length;
      for (let quad = 0; quad < quads; quad++) {
        const zeros = main.read(4);
        const signs = main.read(4 - countOnes(zeros));
        if (quad < humQuads) continue;
        if (zeros !== 0b0111) return undefined;
        out.write(signs, 1);
      }
      if (main.position !== end) return undefined;
    }
  }
  return readBits(data, out.position);
}

function readBits(data: Uint8Array, count: number): readonly number[] | undefined {
  const bits = new BitReader(data);
  const check = bits.read(checkBits);
  const codePoints: number[] = [];
  while (bits.position + codePointBits <= count) {
    const codePoint = bits.read(codePointBits);
    if (codePoint > 0x10ffff) break;
    codePoints.push(codePoint);
  }
  return codePoints.length > 0 && checkOf(codePoints) === check ? codePoints : undefined;
}

function countOnes(bits: number): number {
  return (bits & 1) + ((bits >> 1) & 1) + ((bits >> 2) & 1) + ((bits >> 3) & 1);
}
