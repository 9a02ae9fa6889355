import type { ObjectId } from '../object-id.ts';

const pairs: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The id that stands as 20 bytes at `offset`. */
export function idAt(bytes: Uint8Array, offset: number): ObjectId {
  let id = '';
  for (let at = offset; at < offset + 20; at++) id += pairs[bytes[at] ?? 0];
  return id;
}

const digitOf = (code: number) => (code <= 57 ? code - 48 : code - 87);

/** Writes an id as 20 bytes. */
export function putId(id: ObjectId, into: Uint8Array, offset: number): void {
  for (let at = 0; at < 20; at++)
    into[offset + at] = (digitOf(id.charCodeAt(at * 2)) << 4) | digitOf(id.charCodeAt(at * 2 + 1));
}

/** Order of two ids that stand as bytes: below, at or above zero. */
export function compareIds(a: Uint8Array, atA: number, b: Uint8Array, atB: number): number {
  for (let at = 0; at < 20; at++) {
    const difference = (a[atA + at] ?? 0) - (b[atB + at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
