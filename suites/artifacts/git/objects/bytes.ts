import { Buffer } from 'node:buffer';
import { createCipheriv } from 'node:crypto';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A text as UTF-8. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** Bytes as a text; what is no UTF-8 becomes a replacement character. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

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

export const hexOf = (bytes: Uint8Array): string =>
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
