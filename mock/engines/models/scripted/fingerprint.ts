/** 64 bits that stand for a text or a list of texts, as two whole numbers below 2^32. */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}

/**
 * Reads texts and bytes one after another and says what stands for all of them. Each part is framed by its
 * length, so that `ab`, `c` and `a`, `bc` differ. Only whole 32-bit arithmetic is used: every runtime comes
 * to the same bits. It is no cryptographic hash.
 *
 * @example
 * new Fingerprinter().text('user').text('Hello').digest(); // { high: …, low: … }
 */
export class Fingerprinter {
  #high = 0x9e3779b9;
  #low = 0x85ebca6b;

  text(part: string): this {
    let high = this.#high;
    let low = this.#low;
    for (let index = 0; index < part.length; index++) {
      const unit = part.charCodeAt(index);
      high = Math.imul(high ^ unit, 0x9e3779b1);
      high ^= high >>> 15;
      low = Math.imul(low ^ unit, 0x5f356495);
      low = (low << 13) | (low >>> 19);
    }
    this.#high = high;
    this.#low = low;
    return this.number(part.length);
  }

  bytes(part: Uint8Array): this {
    let high = this.#high;
    let low = this.#low;
    for (let index = 0; index < part.length; index++) {
      const byte = part[index] ?? 0;
      high = Math.imul(high ^ byte, 0x9e3779b1);
      high ^= high >>> 15;
      low = Math.imul(low ^ byte, 0x5f356495);
      low = (low << 13) | (low >>> 19);
    }
    this.#high = high;
    this.#low = low;
    return this.number(part.length);
  }

  /** A whole number below 2^32; what lies above is cut off. */
  number(part: number): this {
    this.#high = scramble(this.#high ^ part);
    this.#low = scramble(this.#low + Math.imul(part, 0x27d4eb2f) + 0x165667b1);
    return this;
  }

  digest(): Fingerprint {
    const high = scramble(this.#high ^ Math.imul(this.#low, 0xcc9e2d51));
    const low = scramble(this.#low ^ Math.imul(high, 0x1b873593));
    return { high: high >>> 0, low: low >>> 0 };
  }
}

/** 16 hexadecimal digits. */
export function fingerprintHex(fingerprint: Fingerprint): string {
  return fingerprint.high.toString(16).padStart(8, '0') + fingerprint.low.toString(16).padStart(8, '0');
}

/** Spreads each bit over all 32 (the finishing step of Murmur hash 3), one to one. */
function scramble(word: number): number {
  let mixed = word | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
