import { dctScales, forwardDct } from './forward-dct.ts';
import { acTable, dcTable, type HuffmanCodes, huffmanCodes, quantization, zigzag } from './jpeg-tables.ts';
import type { Pixels } from './pixels.ts';

/** One of brightness and the two colour differences: a block of it, as numbers, then as values in the order of zigzag. */
interface Component {
  readonly block: Float64Array;
  readonly values: Int32Array;
  /** Where the last value is that is not zero. */
  last: number;
  /** The mean of the block before, from which that of the next one counts. */
  before: number;
}

/**
 * Bytes of a baseline JPEG file (ITU-T T.81, JFIF) that are the same on every runtime. All three components are kept
 * at full size with one set of tables: drawn pictures are small whatever is done, and sharp edges stay sharp.
 */
export function encodeJpeg(pixels: Pixels): Uint8Array {
  const out = new EntropyWriter();
  writeHeaders(out, pixels);
  const dc = huffmanCodes(dcTable);
  const ac = huffmanCodes(acTable);
  const components: Components = [newComponent(), newComponent(), newComponent()];
  const repeats = repetitions(pixels);
  for (let y = 0; y < pixels.height; y += 8) {
    for (let x = 0; x < pixels.width; x += 8) {
      const isNew = !repeats(x, y);
      if (isNew) readBlocks(pixels, x, y, components);
      for (const component of components) {
        if (isNew) transform(component);
        writeValues(out, component, dc, ac);
      }
    }
  }
  return out.finish();
}

type Components = readonly [Component, Component, Component];

const newComponent = (): Component => ({
  block: new Float64Array(64),
  values: new Int32Array(64),
  last: 0,
  before: 0,
});

/**
 * Tells whether a block is the one to its left again, as most of a drawn picture are. Four pixels are three words of
 * four bytes, so a block of a row that begins at a word is compared in six.
 */
function repetitions({ width, height, data }: Pixels): (x: number, y: number) => boolean {
  if (width % 4 !== 0 || data.byteOffset % 4 !== 0) return () => false;
  const words = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  const rowWords = (width * 3) / 4;
  return (x, y) => {
    if (x === 0 || x + 8 > width) return false;
    const end = Math.min(y + 8, height);
    for (let row = y; row < end; row++) {
      const start = row * rowWords + (x * 3) / 4;
      for (let at = start; at < start + 6; at++) if (words[at] !== words[at - 6]) return false;
    }
    return true;
  };
}

/** Fills the blocks with brightness and the two colour differences; over the edge with the last pixel. */
function readBlocks(
  { width, height, data }: Pixels,
  left: number,
  top: number,
  components: Components,
): void {
  const [{ block: ys }, { block: bs }, { block: rs }] = components;
  for (let i = 0; i < 64; i++) {
    const x = Math.min(left + (i & 7), width - 1);
    const y = Math.min(top + (i >> 3), height - 1);
    const at = (y * width + x) * 3;
    const r = data[at] ?? 0;
    const g = data[at + 1] ?? 0;
    const b = data[at + 2] ?? 0;
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

/** Makes values of the numbers of a block, which are gone then. */
function transform(component: Component): void {
  const { block, values } = component;
  component.last = 0;
  if (isFlat(block)) {
    // What the transform comes to where all numbers are one, to the bit: drawn pictures are mostly of one colour.
    values[0] = Math.floor(((block[0] ?? 0) * 64) / (steps[0] ?? 1) + 0.5);
    return;
  }
  forwardDct(block);
  for (let i = 0; i < 64; i++) {
    const value = Math.floor((block[places[i] ?? 0] ?? 0) / (steps[i] ?? 1) + 0.5);
    values[i] = value;
    if (value !== 0) component.last = i;
  }
}

function isFlat(block: Float64Array): boolean {
  const first = block[0];
  for (let i = 1; i < 64; i++) if (block[i] !== first) return false;
  return true;
}

/** The mean as its difference from the one before, then the other values, with the zeros before each counted. */
function writeValues(out: EntropyWriter, component: Component, dc: HuffmanCodes, ac: HuffmanCodes): void {
  const { values, last, before } = component;
  const mean = values[0] ?? 0;
  writeValue(out, dc, 0, mean - before);
  component.before = mean;
  let zeros = 0;
  for (let i = 1; i <= last; i++) {
    const value = values[i] ?? 0;
    if (value === 0) {
      zeros++;
      continue;
    }
    for (; zeros > 15; zeros -= 16) out.bits(ac.codes[0xf0] ?? 0, ac.lengths[0xf0] ?? 0);
    writeValue(out, ac, zeros << 4, value);
    zeros = 0;
  }
  if (last < 63) out.bits(ac.codes[0] ?? 0, ac.lengths[0] ?? 0);
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
