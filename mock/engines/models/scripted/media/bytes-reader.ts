/** Reads numbers of fixed size from bytes; what is not there is `undefined`, so that no file can make it throw. */
export class BytesReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  /** Whether there are ASCII letters at a place. */
  has(text: string, at: number): boolean {
    return this.ascii(at, text.length) === text;
  }

  ascii(at: number, length: number): string {
    return String.fromCharCode(...this.bytes.subarray(at, at + length));
  }

  u8(at: number): number | undefined {
    return this.bytes[at];
  }

  u16(at: number, littleEndian = false): number | undefined {
    return this.#fits(at, 2) ? this.#view.getUint16(at, littleEndian) : undefined;
  }

  u32(at: number, littleEndian = false): number | undefined {
    return this.#fits(at, 4) ? this.#view.getUint32(at, littleEndian) : undefined;
  }

  /** As a number, which is exact up to 2^53. */
  u64(at: number, littleEndian = false): number | undefined {
    return this.#fits(at, 8) ? Number(this.#view.getBigUint64(at, littleEndian)) : undefined;
  }

  f32(at: number, littleEndian = false): number | undefined {
    return this.#fits(at, 4) ? this.#view.getFloat32(at, littleEndian) : undefined;
  }

  f64(at: number, littleEndian = false): number | undefined {
    return this.#fits(at, 8) ? this.#view.getFloat64(at, littleEndian) : undefined;
  }

  #fits(at: number, size: number): boolean {
    return at >= 0 && at + size <= this.length;
  }
}
