const encoder = new TextEncoder();
/** Shorter ranges are copied byte by byte, without the cost of a call. */
const short = 48;

/** The pending Markdown output: UTF-8 bytes at the start of a growing array. */
export class Output {
  bytes = new Uint8Array(16_384);
  /** Number of bytes used in `bytes`. */
  length = 0;
  #taken = 0;

  /** Total number of bytes written. */
  get position(): number {
    return this.#taken + this.length;
  }

  /** Reserves space for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Writes an ASCII string, which is most of what Markdown adds. */
  ascii(text: string): void {
    const { length } = text;
    this.reserve(length);
    const { bytes } = this;
    let to = this.length;
    for (let i = 0; i < length; i++) bytes[to++] = text.charCodeAt(i);
    this.length = to;
  }

  text(text: string): void {
    this.reserve(text.length * 3);
    if (text.length < short && this.#tryAscii(text)) return;
    this.length += encoder.encodeInto(text, this.bytes.subarray(this.length)).written;
  }

  /** Writes one character, as UTF-8. */
  codePoint(c: number): void {
    this.reserve(4);
    const { bytes } = this;
    if (c < 0x800) {
      bytes[this.length++] = 0xc0 | (c >> 6);
    } else {
      if (c < 0x10000) {
        bytes[this.length++] = 0xe0 | (c >> 12);
      } else {
        bytes[this.length++] = 0xf0 | (c >> 18);
        bytes[this.length++] = 0x80 | ((c >> 12) & 63);
      }
      bytes[this.length++] = 0x80 | ((c >> 6) & 63);
    }
    bytes[this.length++] = 0x80 | (c & 63);
  }

  raw(source: Uint8Array, start = 0, end = source.length): void {
    this.reserve(end - start);
    if (end - start < short) {
      const { bytes } = this;
      let to = this.length;
      for (let i = start; i < end; i++) bytes[to++] = source[i] as number; // Within bounds.
      this.length = to;
      return;
    }
    this.bytes.set(source.subarray(start, end), this.length);
    this.length += end - start;
  }

  /** Inserts the same byte `count` times at `position`. */
  insert(position: number, value: number, count: number): void {
    this.reserve(count);
    const at = position - this.#taken;
    this.bytes.copyWithin(at + count, at, this.length);
    this.bytes.fill(value, at, at + count);
    this.length += count;
  }

  /** Replaces `length` pending bytes at `position` by ASCII. */
  replace(position: number, length: number, text: string): void {
    const at = position - this.#taken;
    this.reserve(text.length);
    this.bytes.copyWithin(at + text.length, at + length, this.length);
    for (let i = 0; i < text.length; i++) this.bytes[at + i] = text.charCodeAt(i);
    this.length += text.length - length;
  }

  /** Writes a string if it is ASCII. @returns whether it is */
  #tryAscii(text: string): boolean {
    const { bytes } = this;
    const { length } = text;
    let to = this.length;
    for (let i = 0; i < length; i++) {
      const c = text.charCodeAt(i);
      if (c > 127) return false;
      bytes[to++] = c;
    }
    this.length = to;
    return true;
  }

  /** The last byte written; 0 before the first. */
  get last(): number {
    return this.length === 0 ? 0 : (this.bytes[this.length - 1] ?? 0);
  }

  /** Takes all bytes but the last `kept`, which later output may depend on. */
  take(kept: number): Uint8Array {
    const count = this.length - kept;
    if (count <= 0) return new Uint8Array(0);
    const taken = this.bytes.slice(0, count);
    this.bytes.copyWithin(0, count, this.length);
    this.length = kept;
    this.#taken += count;
    return taken;
  }
}
