import { dctScales, forwardDct } from './forward-dct.ts';
import { acTable, dcTable, type HuffmanCodes, huffmanCodes, quantization, zigzag } from './jpeg-tables.ts';
import type { Pixels } from './pixels.ts';

/**
 * Bytes of a baseline JPEG file (ITU-T T.81, JFIF) that are the same on every runtime. All three components are kept
 * at full size with one set of tables: drawn pictures are small whatever is done, and sharp edges stay sharp.
 */
export function encodeJpeg(pixels: Pixels): Uint8Array {
  const out = new EntropyWriter();
  writeHeaders(out, pixels);
  const dc = huffmanCodes(dcTable);
  const ac = huffmanCodes(acTable);
  const before = [0, 0, 0];
  const blocks = [new Float64Array(64), new Float64Array(64), new Float64Array(64)] as const;
  for (let y = 0; y < pixels.height; y += 8) {
    for (let x = 0; x < pixels.width; x += 8) {
      readBlocks(pixels, x, y, blocks);
      for (const [i, block] of blocks.entries()) before[i] = writeBlock(out, block, before[i] ?? 0, dc, ac);
    }
  }
  return out.finish();
}

/** Fills blocks with brightness and the two colour differences; over the edge with the last pixel. */
function readBlocks(
  { width, height, data }: Pixels,
  left: number,
  top: number,
  [ys, bs, rs]: readonly [Float64Array, Float64Array, Float64Array],
): void {
  for (let i = 0; i < 64; i++) {
    const x = Math.min(left + (i & 7), width - 1);
    const y = Math.min(top + (i >> 3), height - 1);
    const at = (y * width + x) * 3;
    const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    ys[i] = 0.299 * r + 0.587 * g + 0.114 * b - 128;
    bs[i] = -0.168735892 * r - 0.331264108 * g + 0.5 * b;
    rs[i] = 0.5 * r - 0.418687589 * g - 0.081312411 * b;
  }
}

/** For each place in the order of zigzag, what one step of it is worth. */
const steps = Float64Array.from(zigzag, (place) => {
  const scale = (dctScales[place >> 3] ?? 1) * (dctScales[place & 7] ?? 1) * 8;
  return (quantization[place] ?? 1) * scale;
});
const places = Uint8Array.from(zigzag);

/** @returns the block's mean, from which the next one of its component counts */
function writeBlock(
  out: EntropyWriter,
  block: Float64Array,
  before: number,
  dc: HuffmanCodes,
  ac: HuffmanCodes,
): number {
  if (isFlat(block)) {
    // What the transform comes to where all numbers are one, to the bit: drawn pictures are mostly of one colour.
    const mean = Math.floor(((block[0] ?? 0) * 64) / (steps[0] ?? 1) + 0.5);
    writeValue(out, dc, 0, mean - before);
    out.bits(ac.codes[0] ?? 0, ac.lengths[0] ?? 0);
    return mean;
  }
  forwardDct(block);
  let mean = 0;
  let zeros = 0;
  for (let i = 0; i < 64; i++) {
    const value = Math.floor((block[places[i] ?? 0] ?? 0) / (steps[i] ?? 1) + 0.5);
    if (i === 0) {
      mean = value;
      writeValue(out, dc, 0, value - before);
    } else if (value === 0) zeros++;
    else {
      for (; zeros > 15; zeros -= 16) out.bits(ac.codes[0xf0] ?? 0, ac.lengths[0xf0] ?? 0);
      writeValue(out, ac, zeros << 4, value);
      zeros = 0;
    }
  }
  if (zeros > 0) out.bits(ac.codes[0] ?? 0, ac.lengths[0] ?? 0);
  return mean;
}

function isFlat(block: Float64Array): boolean {
  const first = block[0];
  for (let i = 1; i < 64; i++) if (block[i] !== first) return false;
  return true;
}

/** Size as a code, then the value in as many bits; what is below zero counts from the top (T.81, F.1.2.1). */
function writeValue(out: EntropyWriter, { codes, lengths }: HuffmanCodes, run: number, value: number): void {
  const size = 32 - Math.clz32(Math.abs(value));
  out.bits(codes[run | size] ?? 0, lengths[run | size] ?? 0);
  out.bits(value < 0 ? value + (1 << size) - 1 : value, size);
}

function writeHeaders(out: EntropyWriter, { width, height }: Pixels): void {
  const segment = (marker: number, ...content: number[]): void => {
    const length = content.length + 2;
    out.bytes(0xff, marker, length >> 8, length & 255, ...content);
  };
  out.bytes(0xff, 0xd8);
  segment(0xe0, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0);
  segment(0xdb, 0, ...zigzag.map((place) => quantization[place] ?? 1));
  const components = [1, 2, 3].flatMap((id) => [id, 0x11, 0]);
  segment(0xc0, 8, height >> 8, height & 255, width >> 8, width & 255, 3, ...components);
  segment(0xc4, 0x00, ...dcTable.counts, ...dcTable.values);
  segment(0xc4, 0x10, ...acTable.counts, ...acTable.values);
  segment(0xda, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0);
}

class EntropyWriter {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;
  #held = 0;
  #count = 0;

  bytes(...values: number[]): void {
    for (const value of values) this.#byte(value);
  }

  /** Writes up to 16 bits, the highest first; a byte of ones is followed by one of zeros. */
  bits(value: number, count: number): void {
    this.#held = (this.#held << count) | value;
    this.#count += count;
    while (this.#count >= 8) {
      this.#count -= 8;
      const byte = (this.#held >>> this.#count) & 255;
      this.#byte(byte);
      if (byte === 255) this.#byte(0);
    }
    this.#held &= (1 << this.#count) - 1;
  }

  finish(): Uint8Array {
    if (this.#count > 0) this.bits((1 << (8 - this.#count)) - 1, 8 - this.#count);
    this.bytes(0xff, 0xd9);
    return this.#bytes.slice(0, this.#length);
  }

  #byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = value;
  }
}
