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
    const hex = this.hex32();
    const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3];
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }

  /** A time-ordered (version 7) UUID. @param at milliseconds since the epoch */
  uuid7(at: number): string {
    const time = Math.floor(at).toString(16).padStart(12, '0').slice(-12);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${this.uuid().slice(15)}`;
  }

  /** 32 lower-case hexadecimal digits: the shape of zone, account and token ids. */
  hex32(): string {
    return this.#word() + this.#word() + this.#word() + this.#word();
  }

  /** 16 lower-case hexadecimal digits: the shape of a ray id. */
  hex16(): string {
    return this.#word() + this.#word();
  }

  #word(): string {
    const word = this.#next();
    // Byte by byte from a table: `toString(16)` of such numbers takes several times as long.
    return `${hexByte(word >>> 24)}${hexByte(word >>> 16)}${hexByte(word >>> 8)}${hexByte(word)}`;
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

const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The lowest eight bits of a number as two hexadecimal digits. */
function hexByte(number: number): string {
  return hexBytes[number & 0xff] as string; // The table has every byte.
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
