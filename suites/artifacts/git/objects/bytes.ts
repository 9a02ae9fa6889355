import { Buffer } from 'node:buffer';
import { createCipheriv, createHash } from 'node:crypto';
import { ConformanceFailure } from '../../../harness/errors.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A text as UTF-8. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** Bytes as a text; what is no UTF-8 becomes a replacement character. */
export const getText = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Several pieces as one; texts are UTF-8. */
export function join(...pieces: readonly (Uint8Array | string)[]): Uint8Array<ArrayBuffer> {
  const parts = pieces.map((piece) => (typeof piece === 'string' ? utf8(piece) : piece));
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Whether two pieces hold the same. */
export const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

export const toHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');

export const fromHex = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, 'hex'));

/** Bytes that nothing compresses, the same for the same seed: a keystream, as the runtime makes none faster. */
export function noise(size: number, seed = 1): Uint8Array<ArrayBuffer> {
  const start = new Uint8Array(16);
  new DataView(start.buffer).setUint32(0, seed);
  return new Uint8Array(createCipheriv('aes-128-ctr', noiseKey, start).update(new Uint8Array(size)));
}

const noiseKey = new Uint8Array(16);

/** Many such bytes, in pieces that are made as they are needed. */
export function* piecesOfNoise(size: number, pieceBytes: number): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < size; at += pieceBytes) yield noise(Math.min(pieceBytes, size - at), at + 1);
}

/** Bytes that come in pieces, taken as they are needed. */
export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #next: Uint8Array | undefined;
  #hash = createHash('sha1');

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Some bytes, as many as are there at once; undefined at the end. What was not needed of them is given back. */
  async some(): Promise<Uint8Array | undefined> {
    const known = this.#next;
    this.#next = undefined;
    if (known) return known;
    for (;;) {
      const { done, value } = await this.#pieces.next();
      if (done) return undefined;
      if (value.length > 0) return value;
    }
  }

  /** Gives back what was not needed of the last bytes. */
  back(bytes: Uint8Array): void {
    this.#next = bytes.length > 0 ? bytes : undefined;
  }

  /** @throws ConformanceFailure when fewer bytes are left */
  async take(size: number): Promise<Uint8Array> {
    const taken: Uint8Array[] = [];
    for (let left = size; left > 0; ) {
      const piece = await this.some();
      if (!piece) throw new ConformanceFailure(`The answer ends ${left} bytes too soon`);
      taken.push(piece.subarray(0, left));
      this.back(piece.subarray(left));
      left -= Math.min(left, piece.length);
    }
    const [only] = taken;
    return only && taken.length === 1 ? only : join(...taken);
  }

  /** Counts bytes in for {@link sum}. */
  count(bytes: Uint8Array): Uint8Array {
    this.#hash.update(bytes);
    return bytes;
  }

  /** The SHA-1 of what was counted in. */
  sum(): string {
    return this.#hash.digest('hex');
  }
}
