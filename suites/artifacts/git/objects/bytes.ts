import { Buffer } from 'node:buffer';
import { createCipheriv } from 'node:crypto';

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
