import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { fromHex, join } from './bytes.ts';
import { type GitObject, type ObjectType, sha1 } from './git-object.ts';

/** An object of a pack that is told as a change of another one. */
export interface DeltaEntry {
  /** Id of what it is a change of. */
  readonly base: string;
  /** Whether the base is named by its place in the pack; it then stands before. */
  readonly byOffset?: boolean;
  readonly delta: Uint8Array;
  /** What it becomes, so that others can be told as a change of it. */
  readonly id?: string;
}

/** An object that is told whole, maybe wrongly. */
export interface WholeEntry {
  readonly type: ObjectType;
  readonly data: Uint8Array;
  readonly id?: string;
  /** The size that the pack claims, where it is not the one of the data. */
  readonly claims?: number;
}

export type PackEntry = DeltaEntry | WholeEntry;

const typeNumbers: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };

/**
 * A pack with these entries, in this order.
 *
 * @param claims number of objects that its header claims, where it is not theirs
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

/** A file whose bytes are made again each time that they are needed, so that they are never in memory together. */
export interface LargeFile {
  readonly size: number;
  /** In pieces of {@link storedBytes} bytes at most. */
  readonly pieces: () => Iterable<Uint8Array>;
}

/** Bytes that `deflate` stores in one block (RFC 1951, 3.2.4). */
export const storedBytes = 65_535;

/** The id of a large file. */
export function idOfLarge({ size, pieces }: LargeFile): string {
  const hash = createHash('sha1').update(`blob ${size}\0`);
  for (const piece of pieces()) hash.update(piece);
  return hash.digest('hex');
}

/** A pack of a large file, which is stored and not compressed, and of other objects: piece by piece. */
export function* packOfLarge(file: LargeFile, others: readonly GitObject[]): Generator<Uint8Array> {
  const hash = createHash('sha1');
  const told = (piece: Uint8Array) => {
    hash.update(piece);
    return piece;
  };
  yield told(packHeader(others.length + 1));
  for (const piece of storedEntry(file)) yield told(piece);
  for (const piece of others.flatMap((object) => packEntry(object, 0, new Map()))) yield told(piece);
  yield fromHex(hash.digest('hex'));
}

/** A file as `deflate` tells it without compressing it (RFC 1950 and 1951, 3.2.4). */
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

/** The Adler-32 of a piece, as zlib puts it at the end of a stream, which takes a fraction of the time of a loop. */
function sumUp(piece: Uint8Array): number {
  const stored = deflateSync(piece, { level: 0, chunkSize: piece.length + 1_024 });
  return stored.readUInt32BE(stored.length - 4);
}

/** The Adler-32 of two pieces behind each other, of theirs and the length of the second: `adler32_combine` of zlib. */
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

/** Sizes as deltas write them: seven bits a byte, the low ones first. */
export function deltaSize(size: number): Uint8Array {
  const bytes = [size % 128];
  for (let rest = Math.floor(size / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest % 128);
  }
  return Uint8Array.from(bytes);
}

/** The delta that copies all of a base and then adds up to 127 bytes. */
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
