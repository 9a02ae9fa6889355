import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';

/**
 * A source of ids. The same seed gives the same ids in the same order, so documentation, recorded answers and test
 * failures are comparable between runs.
 */
export class IdSource {
  readonly #seed: number;
  readonly #starts: number;
  readonly #randomSecrets: boolean;
  #state: Uint32Array;
  // It writes bytes and decodes them once, which is three times as fast as joining strings.
  readonly #hex16 = new Uint8Array(16);
  readonly #hex32 = new Uint8Array(32);
  readonly #uuid = new TextEncoder().encode('00000000-0000-0000-0000-000000000000');

  /**
   * @param starts how many earlier runs with this seed left ids behind: the next ids differ from theirs
   * @param randomSecrets whether secrets come from the system's random source, so that they can't be guessed
   */
  constructor(seed: number, starts = 0, randomSecrets = false) {
    this.#seed = seed;
    this.#starts = starts;
    this.#randomSecrets = randomSecrets;
    this.#state = getState(seed, starts);
  }

  /** Restarts from the seed. */
  reset(): void {
    this.#state = getState(this.#seed, this.#starts);
  }

  /** Captures the position; the returned function goes back to it, so that the same ids follow again. */
  mark(): () => void {
    const state = this.#state.slice();
    return () => {
      this.#state = state.slice();
    };
  }

  /** A random (version 4) UUID. */
  uuid(): string {
    const first = this.#next();
    const second = this.#next();
    return this.#writeUuid(first, second >>> 16, 4, second);
  }

  /** A time-ordered (version 7) UUID. @param at milliseconds since the epoch */
  uuid7(at: number): string {
    const high = Math.floor(at / 0x10000);
    const low = Math.floor(at) - high * 0x10000;
    this.#next(); // Draws as many numbers as any UUID.
    return this.#writeUuid(high, low, 7, this.#next());
  }

  /** 32 lower-case hexadecimal digits, the format of zone, account and token ids. */
  hex32(): string {
    return this.#writeHex(this.#hex32);
  }

  /** 16 lower-case hexadecimal digits, the format of a ray id. */
  hex16(): string {
    return this.#writeHex(this.#hex16);
  }

  /** The given number of hexadecimal digits, the secret part of a token. */
  secret(length: number): string {
    if (this.#randomSecrets) return bytesToHex(randomBytes(Math.ceil(length / 2))).slice(0, length);
    let text = '';
    while (text.length < length) text += length - text.length > 16 ? this.hex32() : this.hex16();
    return text.slice(0, length);
  }

  /** The given number of digits and lower-case letters, the format of ids of repositories and their tokens. */
  base36(length: number): string {
    let text = '';
    while (text.length < length) text += (this.#next() % 36).toString(36);
    return text;
  }

  /** Fills text with random numbers. */
  #writeHex(text: Uint8Array): string {
    for (let at = 0; at < text.length; at += 8) writeHex(text, at, at + 8, this.#next());
    return utf8.decode(text);
  }

  /** Draws the last two numbers of a UUID and writes it with its version and variant. */
  #writeUuid(timeHigh: number, timeLow: number, version: 4 | 7, second: number): string {
    const third = this.#next();
    const text = this.#uuid;
    writeHex(text, 0, 8, timeHigh);
    writeHex(text, 9, 13, timeLow);
    writeHex(text, 14, 18, (second & 0x0fff) | (version << 12));
    writeHex(text, 19, 23, ((third >>> 16) & 0x3fff) | 0x8000);
    writeHex(text, 24, 28, third);
    writeHex(text, 28, 36, this.#next());
    return utf8.decode(text);
  }

  /** xoshiro128**: small, fast, and good enough for ids that only need to differ. */
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

// The fastest ASCII decoder on all runtimes.
const utf8 = new TextDecoder();
const digits = new TextEncoder().encode('0123456789abcdef');

/** Writes the lowest bits of a number as hexadecimal digits into part of a text. */
function writeHex(text: Uint8Array, from: number, to: number, number: number): void {
  let rest = number;
  for (let at = to - 1; at >= from; at--) {
    text[at] = digits[rest & 15] as number; // There are sixteen.
    rest >>>= 4;
  }
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function getState(seed: number, starts: number): Uint32Array {
  const state = seededState(seed);
  // Not two states combined by XOR: for some seeds that is zero, which gives nothing but zeros.
  return starts === 0 ? state : state.map((word) => mix((word + starts) >>> 0));
}

/** splitmix32 spreads one number over the whole state. */
function seededState(seed: number): Uint32Array {
  let z = seed >>> 0;
  return Uint32Array.from({ length: 4 }, () => {
    z = (z + 0x9e3779b9) >>> 0;
    return mix(z);
  });
}

function mix(z: number): number {
  let x = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
