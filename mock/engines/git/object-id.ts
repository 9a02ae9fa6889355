import type { GitCodec } from './git-codec.ts';

/** Id of an object: the SHA-1 of its type, size and content, as 40 lower-case hexadecimal digits. */
export type ObjectId = string;

/** The type of an object, by its number in packs. */
export const objectTypes = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;

export type ObjectType = keyof typeof objectTypes;

/** The id for no object: the old value of a new ref, or the new value of a deleted one. */
export const zeroId: ObjectId = '0'.repeat(40);

const form = /^[0-9a-f]{40}$/;

export const isObjectId = (text: string): text is ObjectId => form.test(text);

const pairs: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Bun and the newest browsers have native hexadecimal conversion, which takes half the time. */
// Missing from the types of ES2024.
const toHex = (Uint8Array.prototype as { readonly toHex?: (this: Uint8Array) => string }).toHex;

/** The id whose 20 bytes are at `offset`. */
export function idAt(bytes: Uint8Array, offset: number): ObjectId {
  if (toHex !== undefined) return toHex.call(bytes.subarray(offset, offset + 20));
  const digits = new Array<string | undefined>(20);
  for (let at = 0; at < 20; at++) digits[at] = pairs[bytes[offset + at] ?? 0];
  return digits.join('');
}

const getDigit = (code: number) => (code <= 57 ? code - 48 : code - 87);

/** Writes an id as 20 bytes. */
export function putId(id: ObjectId, into: Uint8Array, offset: number): void {
  for (let at = 0; at < 20; at++)
    into[offset + at] = (getDigit(id.charCodeAt(at * 2)) << 4) | getDigit(id.charCodeAt(at * 2 + 1));
}

/** Compares two ids stored as bytes: negative, zero or positive. */
export function compareIds(a: Uint8Array, atA: number, b: Uint8Array, atB: number): number {
  for (let at = 0; at < 20; at++) {
    const difference = (a[atA + at] ?? 0) - (b[atB + at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Type names, by their numbers in packs. */
export const typeNames: readonly (ObjectType | undefined)[] = [
  undefined,
  'commit',
  'tree',
  'blob',
  'tag',
  undefined,
  undefined,
  undefined,
];

/** The id of an object, as its 20 bytes. */
export function hashObject(codec: GitCodec, type: ObjectType, data: Uint8Array): Uint8Array {
  const text = `${type} ${data.length}\0`;
  const head = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) head[at] = text.charCodeAt(at);
  return codec.sha1(head, data);
}
