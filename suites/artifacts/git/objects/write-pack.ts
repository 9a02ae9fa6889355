import { deflateSync } from 'node:zlib';
import { fromHex, join } from './bytes.ts';
import { type GitObject, type ObjectType, sha1 } from './git-object.ts';

/** An object stored as a delta of another one. */
export interface DeltaEntry {
  /** Id of the base. */
  readonly base: string;
  /** Whether the entry names its base by offset. The base must precede it. */
  readonly byOffset?: boolean;
  readonly delta: Uint8Array;
  /** The resulting id, so that other deltas can have it as their base. */
  readonly id?: string;
}

/** An object stored as a whole, possibly with a wrong size. */
export interface WholeEntry {
  readonly type: ObjectType;
  readonly data: Uint8Array;
  readonly id?: string;
  /** The claimed size, if it differs from the data's. */
  readonly claims?: number;
}

export type PackEntry = DeltaEntry | WholeEntry;

const typeNumbers: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };

/**
 * Writes a pack with these entries in this order.
 *
 * @param claims number of objects for the header, if it differs from the entries'
 */
export function writePack(entries: readonly PackEntry[], claims = entries.length): Uint8Array<ArrayBuffer> {
  const header = packHeader(claims);
  const pieces: Uint8Array[] = [header];
  const places = new Map<string, number>();
  let at = header.length;
  for (const entry of entries) {
    const bytes = packEntry(entry, at, places);
    if (entry.id !== undefined) places.set(entry.id, at);
    pieces.push(...bytes);
    at += bytes.reduce((size, piece) => size + piece.length, 0);
  }
  return join(...pieces, fromHex(sha1(...pieces)));
}

const packHeader = (count: number) => join('PACK', bigEndian(2), bigEndian(count));

/** A pack of whole objects. */
export const createPack = (objects: Iterable<GitObject>): Uint8Array<ArrayBuffer> => writePack([...objects]);

function packEntry(entry: PackEntry, at: number, places: ReadonlyMap<string, number>): Uint8Array[] {
  if ('type' in entry) {
    const { type, data, claims = data.length } = entry;
    return [entryHeader(typeNumbers[type], claims), deflateSync(data, { level: 1 })];
  }
  const { base, byOffset, delta } = entry;
  const packed = deflateSync(delta);
  if (!byOffset) return [entryHeader(7, delta.length), fromHex(base), packed];
  return [entryHeader(6, delta.length), offsetBytes(at - (places.get(base) ?? 0)), packed];
}

function entryHeader(type: number, size: number): Uint8Array {
  const bytes = [(type << 4) | (size % 16)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest % 128);
  }
  return Uint8Array.from(bytes);
}

function offsetBytes(distance: number): Uint8Array {
  const bytes = [distance % 128];
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest -= 1;
    bytes.unshift((rest % 128) | 0x80);
  }
  return Uint8Array.from(bytes);
}

/** A size in a delta: seven bits per byte, the low ones first. */
export function deltaSize(size: number): Uint8Array {
  const bytes = [size % 128];
  for (let rest = Math.floor(size / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest % 128);
  }
  return Uint8Array.from(bytes);
}

/** A delta that copies all of its base and then adds up to 127 bytes. */
export function appending(base: Uint8Array, added: Uint8Array): Uint8Array {
  const copies: Uint8Array[] = [];
  for (let at = 0; at < base.length; at += 0xffff) {
    const size = Math.min(0xffff, base.length - at);
    const [a, b, c, d] = [at & 255, (at >> 8) & 255, (at >> 16) & 255, (at >>> 24) & 255];
    copies.push(Uint8Array.from([0xbf, a, b, c, d, size & 255, size >> 8]));
  }
  return join(
    deltaSize(base.length),
    deltaSize(base.length + added.length),
    ...copies,
    Uint8Array.from([added.length]),
    added,
  );
}

function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
