import { Buffer } from 'node:buffer';
import { createCipheriv, createHash } from 'node:crypto';
import { ConformanceFailure } from '../../../harness/errors.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A text as UTF-8. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** Bytes decoded as text. Invalid UTF-8 becomes replacement characters. */
export const getText = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Several pieces as one. Texts are encoded as UTF-8. */
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

/** Whether two pieces are equal. */
export const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

export const toHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');

export const fromHex = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, 'hex'));

/** Incompressible bytes that depend only on the seed. A keystream is the runtime's fastest way to make them. */
export function noise(size: number, seed = 1): Uint8Array<ArrayBuffer> {
  const start = new Uint8Array(16);
  new DataView(start.buffer).setUint32(0, seed);
  return new Uint8Array(createCipheriv('aes-128-ctr', noiseKey, start).update(new Uint8Array(size)));
}

const noiseKey = new Uint8Array(16);

/** A large number of such bytes, generated in pieces on demand. */
export function* piecesOfNoise(size: number, pieceBytes: number): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < size; at += pieceBytes) yield noise(Math.min(pieceBytes, size - at), at + 1);
}

/** A stream of bytes, read on demand. */
export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #next: Uint8Array | undefined;
  #hash = createHash('sha1');

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** The next available bytes; undefined at the end. The caller gives back what it didn't use. */
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

  /** Gives back unused bytes at the end of the last piece. */
  back(bytes: Uint8Array): void {
    this.#next = bytes.length > 0 ? bytes : undefined;
  }

  /** @throws ConformanceFailure if fewer bytes are left */
  async take(size: number): Promise<Uint8Array> {
    const taken: Uint8Array[] = [];
    for (let left = size; left > 0; ) {
      const piece = await this.some();
      if (!piece) throw new ConformanceFailure(`The answer ends ${left} bytes too early`);
      taken.push(piece.subarray(0, left));
      this.back(piece.subarray(left));
      left -= Math.min(left, piece.length);
    }
    const [only] = taken;
    return only && taken.length === 1 ? only : join(...taken);
  }

  /** Adds bytes to the {@link sum}. */
  count(bytes: Uint8Array): Uint8Array {
    this.#hash.update(bytes);
    return bytes;
  }

  /** The SHA-1 of the counted bytes. */
  sum(): string {
    return this.#hash.digest('hex');
  }
}
