/** Writes bits into bytes of a fixed size, the highest bit first. */
export class BitWriter {
  readonly bytes: Uint8Array;
  /** Bits written so far. */
  position: number;

  /** @param start bit to begin at */
  constructor(bytes: Uint8Array, start = 0) {
    this.bytes = bytes;
    this.position = start;
  }

  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit--, this.position++) {
      const at = this.position >> 3;
      this.bytes[at] = (this.bytes[at] ?? 0) | (((value >>> bit) & 1) << (7 - (this.position & 7)));
    }
  }
}

/** Reads bits of bytes, the highest bit first; what is not there is zero. */
export class BitReader {
  readonly bytes: Uint8Array;
  position: number;

  /** @param start bit to begin at */
  constructor(bytes: Uint8Array, start = 0) {
    this.bytes = bytes;
    this.position = start;
  }

  read(count: number): number {
    let value = 0;
    for (let n = 0; n < count; n++, this.position++) {
      value = (value << 1) | (((this.bytes[this.position >> 3] ?? 0) >> (7 - (this.position & 7))) & 1);
    }
    return value >>> 0;
  }
}
