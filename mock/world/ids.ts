/**
 * A source of ids. The same seed gives the same ids in the same order, so that documentation, recorded
 * answers and test failures stay comparable from run to run.
 */
export class IdSource {
  readonly #seed: number;
  #state: Uint32Array;

  constructor(seed: number) {
    this.#seed = seed;
    this.#state = seededState(seed);
  }

  /** Starts over from the seed. */
  reset(): void {
    this.#state = seededState(this.#seed);
  }

  /** A random (version 4) UUID. */
  uuid(): string {
    const first = this.#next();
    const second = this.#next();
    return `${hex8(first)}-${hex4(second >>> 16)}-${this.#uuidEnd(4, second)}`;
  }

  /** A time-ordered (version 7) UUID. @param at milliseconds since the epoch */
  uuid7(at: number): string {
    const high = Math.floor(at / 0x10000);
    const low = Math.floor(at) - high * 0x10000;
    this.#next(); // Draws as many numbers as any UUID.
    return `${hex8(high)}-${hex4(low)}-${this.#uuidEnd(7, this.#next())}`;
  }

  /** 32 lower-case hexadecimal digits: the shape of zone, account and token ids. */
  hex32(): string {
    return this.hex16() + this.hex16();
  }

  /** 16 lower-case hexadecimal digits: the shape of a ray id. */
  hex16(): string {
    return hex8(this.#next()) + hex8(this.#next());
  }

  /** The last three groups of a UUID, with version and variant in their places. */
  #uuidEnd(version: 4 | 7, second: number): string {
    const third = this.#next();
    const versioned = hex4((second & 0x0fff) | (version << 12));
    const variant = hex4(((third >>> 16) & 0x3fff) | 0x8000);
    return `${versioned}-${variant}-${hex4(third)}${hex8(this.#next())}`;
  }

  /** xoshiro128**, which is small, fast and good enough for ids that only need to differ. */
  #next(): number {
    const s = this.#state;
    const s0 = s[0] as number; // The state always has four words.
    const s1 = s[1] as number;
    const s3 = s[3] as number;
    const n2 = (s[2] as number) ^ s0;
    const n3 = s3 ^ s1;
    s[1] = s1 ^ n2;
    s[0] = s0 ^ n3;
    s[2] = n2 ^ (s1 << 9);
    s[3] = rotate(n3, 11);
    return Math.imul(rotate(Math.imul(s1, 5), 7), 9) >>> 0;
  }
}

// Byte by byte from a table: `toString(16)` of large numbers takes several times as long.
const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The lowest 16 bits of a number as hexadecimal digits. */
function hex4(number: number): string {
  return `${hexBytes[(number >>> 8) & 0xff]}${hexBytes[number & 0xff]}`;
}

/** The lowest 32 bits of a number as hexadecimal digits. */
function hex8(number: number): string {
  return hex4(number >>> 16) + hex4(number);
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

/** splitmix32 spreads one number over the whole state. */
function seededState(seed: number): Uint32Array {
  let z = seed >>> 0;
  return Uint32Array.from({ length: 4 }, () => {
    z = (z + 0x9e3779b9) >>> 0;
    let x = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return (x ^ (x >>> 16)) >>> 0;
  });
}
