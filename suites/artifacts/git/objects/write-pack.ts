import { createHash } from 'node:crypto';
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

/** A file generated on demand, so that its bytes are never all in memory. */
export interface LargeFile {
  readonly size: number;
  /** In pieces of {@link storedBytes} bytes at most. */
  readonly pieces: () => Iterable<Uint8Array>;
}

/** Bytes of one stored `deflate` block (RFC 1951, 3.2.4). */
export const storedBytes = 65_535;

/** The id of a large file. */
export function idOfLarge({ size, pieces }: LargeFile): string {
  const hash = createHash('sha1').update(`blob ${size}\0`);
  for (const piece of pieces()) hash.update(piece);
  return hash.digest('hex');
}

/** Writes a pack of an uncompressed large file and other objects, piece by piece. */
export function* packOfLarge(file: LargeFile, others: readonly GitObject[]): Generator<Uint8Array> {
  const hash = createHash('sha1');
  const counted = (piece: Uint8Array) => {
    hash.update(piece);
    return piece;
  };
  yield counted(packHeader(others.length + 1));
  for (const piece of storedEntry(file)) yield counted(piece);
  for (const piece of others.flatMap((object) => packEntry(object, 0, new Map()))) yield counted(piece);
  yield fromHex(hash.digest('hex'));
}

/** A file as stored `deflate` blocks (RFC 1950 and 1951, 3.2.4). */
function* storedEntry({ size, pieces }: LargeFile): Generator<Uint8Array> {
  yield entryHeader(typeNumbers.blob, size);
  yield Uint8Array.of(0x78, 0x01);
  let sum = 1;
  let at = 0;
  for (const piece of pieces()) {
    const { length } = piece;
    at += length;
    const head = [at === size ? 1 : 0, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255];
    yield Uint8Array.from(head);
    yield piece;
    sum = joinedSum(sum, sumUp(piece), length);
  }
  yield bigEndian(sum);
}

/** The Adler-32 of a piece, taken from the end of a zlib stream: much faster than a loop. */
function sumUp(piece: Uint8Array): number {
  const stored = deflateSync(piece, { level: 0, chunkSize: piece.length + 1_024 });
  return stored.readUInt32BE(stored.length - 4);
}

/** The Adler-32 of two consecutive pieces, from theirs and the length of the second: `adler32_combine` of zlib. */
function joinedSum(first: number, second: number, length: number): number {
  const modulus = 65_521;
  const [a, b] = [first & 0xffff, first >>> 16];
  const low = (a + (second & 0xffff) + modulus - 1) % modulus;
  const high = (b + (second >>> 16) + length * (a + modulus - 1)) % modulus;
  return high * 65_536 + low;
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
