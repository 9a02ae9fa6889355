import { adler32 } from './checksums.ts';

/**
 * How far back a repetition is looked for: one pixel of three bytes. Drawn pictures are flat, so this one distance
 * finds nearly all of what repeats.
 */
const distance = 3;
/** RFC 1951, section 3.2.5: the code that stands for the distance 3. */
const distanceCode = 2;
const longest = 258;

/**
 * Packs bytes as a zlib stream (RFC 1950) of one block with fixed codes. `CompressionStream` would pack tighter, but
 * no two runtimes pack the same way, and pictures have to be the same on all.
 */
export function zlib(bytes: Uint8Array): Uint8Array {
  const out = new BitWriter(bytes.length);
  out.bits(0x0178, 16);
  // The last block, with fixed codes.
  out.bits(0b011, 3);
  for (let i = 0; i < bytes.length; ) {
    let length = 0;
    if (i >= distance) {
      const most = Math.min(longest, bytes.length - i);
      while (length < most && bytes[i + length] === bytes[i + length - distance]) length++;
    }
    if (length < 4) {
      out.literal(bytes[i] ?? 0);
      i++;
      continue;
    }
    const { code, extra, bits } = lengthCodes[length] ?? lastLength;
    out.literal(code);
    out.bits(extra, bits);
    out.bits(reverse(distanceCode, 5), 5);
    i += length;
  }
  out.literal(256);
  return out.finish(adler32(bytes));
}

interface LengthCode {
  readonly code: number;
  readonly extra: number;
  readonly bits: number;
}

const lastLength: LengthCode = { code: 285, extra: 0, bits: 0 };

/** By length: RFC 1951, section 3.2.5. */
const lengthCodes: readonly LengthCode[] = Array.from({ length: longest + 1 }, (_, length) => {
  if (length === longest) return lastLength;
  if (length < 11) return { code: 254 + length, extra: 0, bits: 0 };
  let [base, bits, code] = [11, 1, 265];
  while (length >= base + (4 << bits)) {
    base += 4 << bits;
    bits++;
    code += 4;
  }
  return { code: code + ((length - base) >> bits), extra: (length - base) & ((1 << bits) - 1), bits };
});

function reverse(value: number, bits: number): number {
  let out = 0;
  for (let i = 0; i < bits; i++) out |= ((value >> i) & 1) << (bits - 1 - i);
  return out;
}

/** The fixed codes of RFC 1951, section 3.2.6, with the bits in the order they are written. */
const fixedCodes: readonly (readonly [code: number, bits: number])[] = Array.from({ length: 288 }, (_, n) => {
  if (n < 144) return [reverse(0x30 + n, 8), 8];
  if (n < 256) return [reverse(0x190 + n - 144, 9), 9];
  if (n < 280) return [reverse(n - 256, 7), 7];
  return [reverse(0xc0 + n - 280, 8), 8];
});

class BitWriter {
  #bytes: Uint8Array;
  #length = 0;
  #held = 0;
  #count = 0;

  /** @param size of what is to be packed, in bytes */
  constructor(size: number) {
    // A fixed code has at most nine bits, so nothing needs to grow.
    this.#bytes = new Uint8Array(size + (size >> 3) + 32);
  }

  /** Writes up to 16 bits, the lowest first. */
  bits(value: number, count: number): void {
    this.#held |= value << this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.#bytes[this.#length++] = this.#held & 255;
      this.#held >>>= 8;
      this.#count -= 8;
    }
  }

  literal(value: number): void {
    const code = fixedCodes[value];
    if (code !== undefined) this.bits(code[0], code[1]);
  }

  /** Fills the last byte up and adds the checksum. */
  finish(checksum: number): Uint8Array {
    if (this.#count > 0) this.bits(0, 8 - this.#count);
    for (let shift = 24; shift >= 0; shift -= 8) this.bits((checksum >>> shift) & 255, 8);
    return this.#bytes.slice(0, this.#length);
  }
}
