import type { GitCodec, Hasher } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import type { ObjectDatabase } from '../object-database.ts';
import { idAt, type ObjectId, objectTypes } from '../object-id.ts';
import { Pace } from '../pace.ts';
import type { IncomingPack, PackBytes, RepositoryStorage } from '../repository-storage.ts';
import {
  HEAD_BYTES,
  PACK_HEAD_BYTES,
  type PackLimits,
  packHead,
  packLimits,
  putEntryHead,
  readPackHead,
  TRAILER_BYTES,
} from './pack-format.ts';
import { writePackIndex } from './pack-index.ts';
import { type Inspect, PackScanner, type PackTable, type ScanOptions } from './pack-scanner.ts';
import { DeltaResolver } from './resolve-deltas.ts';

export interface ReceivePackOptions extends IndexPackOptions {
  readonly storage: Pick<RepositoryStorage, 'receive'>;
  /** The existing objects: a thin pack may have deltas against them. */
  readonly bases?: ObjectDatabase | undefined;
}

/** A received pack that is not visible yet: to be kept or discarded. */
export interface ReceivedPack extends IndexedPack {
  readonly incoming: IncomingPack;
  /** Number of existing objects that were added to a thin pack. */
  readonly added: number;
}

/** Bytes that must arrive before an incomplete entry is tried again. */
const RETRY_BYTES = 65_536;

/**
 * Receives a pack and scans it as it arrives, so an invalid pack is refused at its first bytes. A refused pack leaves
 * nothing behind.
 *
 * @param pieces the pack, with nothing after it
 * @throws GitError
 * @example
 * const pack = await receivePack(body, { storage, codec: gitCodec, bases: database });
 * database.add(await pack.incoming.keep(pack.name, pack.index));
 */
export async function receivePack(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ReceivePackOptions,
): Promise<ReceivedPack> {
  const incoming = options.storage.receive();
  try {
    return await takeIn(pieces, incoming, options);
  } catch (error) {
    await incoming.discard();
    throw error;
  }
}

async function takeIn(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  incoming: IncomingPack,
  options: ReceivePackOptions,
): Promise<ReceivedPack> {
  const limits = options.limits ?? packLimits;
  const { bytes } = incoming;
  const scan = { codec: options.codec, limits, inspect: options.inspect };
  const scanner = new PackScanner(bytes, scan);
  const sum = new TrailingSum(options.codec);
  const pace = new Pace();
  let count: number | undefined;
  let tryAt = 0;
  for await (const piece of pieces) {
    if (bytes.size + piece.length > limits.packBytes)
      throw new GitError('too-large', `pack exceeds maximum allowed size (${limits.packBytes})`);
    await incoming.write(piece);
    sum.update(piece);
    if (bytes.size < PACK_HEAD_BYTES) continue;
    count ??= readPackHead(bytes.slice(0, PACK_HEAD_BYTES), limits);
    if (bytes.size >= tryAt) {
      // The last bytes may be the checksum.
      while (scanner.table.count < count && scanner.next(bytes.size - TRAILER_BYTES))
        if (pace.due(scanner.lastSize)) await pace.rest();
      // A large object is not tried with each piece: most objects are incompressible, and the others are found at the
      // end.
      tryAt = Math.max(bytes.size + RETRY_BYTES, scanner.position + scanner.nextSize);
    }
    if (scanner.table.count === count && bytes.size > scanner.position + TRAILER_BYTES)
      throw new GitError('bad-pack', 'pack has junk at the end');
  }
  if (count === undefined) throw new GitError('bad-pack', 'early EOF');
  await scanRest(scanner, count, bytes.size - TRAILER_BYTES, pace);
  const checksum = sum.digest();
  assertChecksum(checksum, sum.last);
  const added = await resolveScanned(bytes, scanner, scan, options.bases, pace);
  const { table, position } = scanner;
  if (added.length === 0 || options.bases === undefined)
    return { ...indexed(table, checksum, options.codec), incoming, added: 0 };

  const completed = options.storage.receive();
  try {
    const thin = { bytes, end: position, table, added };
    const newChecksum = await completeThinPack(thin, completed, options.bases, options.codec);
    await incoming.discard();
    return { ...indexed(table, newChecksum, options.codec), incoming: completed, added: added.length };
  } catch (error) {
    await completed.discard();
    throw error;
  }
}

/** A SHA-1 of all but the last 20 bytes, for a stream of unknown length. */
class TrailingSum {
  readonly #hasher: Hasher;
  last: Uint8Array = new Uint8Array();

  constructor(codec: GitCodec) {
    this.#hasher = codec.hasher();
  }

  update(piece: Uint8Array): void {
    if (piece.length >= TRAILER_BYTES) {
      this.#hasher.update(this.last);
      this.#hasher.update(piece.subarray(0, piece.length - TRAILER_BYTES));
      this.last = piece.slice(piece.length - TRAILER_BYTES);
      return;
    }
    const joined = new Uint8Array(this.last.length + piece.length);
    joined.set(this.last);
    joined.set(piece, this.last.length);
    const over = Math.max(0, joined.length - TRAILER_BYTES);
    this.#hasher.update(joined.subarray(0, over));
    this.last = joined.slice(over);
  }

  digest(): Uint8Array {
    return this.#hasher.digest();
  }
}

interface IndexPackOptions {
  readonly codec: GitCodec;
  readonly limits?: PackLimits | undefined;
  /** Called with every object, in no particular order; throws to refuse the pack. */
  readonly inspect?: Inspect | undefined;
}

/** A pack that has all bases of its deltas. */
export interface IndexedPack {
  /** SHA-1 of the pack, in hexadecimal digits. */
  readonly name: string;
  /** Its index, of version 2. */
  readonly index: Uint8Array;
  /** Number of objects in it. */
  readonly count: number;
}

/**
 * Makes the index of a complete pack.
 *
 * @throws GitError when the pack is damaged, or needs an object that it lacks
 * @example
 * const { name, index } = await indexPack(bytes, { codec: gitCodec });
 */
export async function indexPack(bytes: PackBytes, options: IndexPackOptions): Promise<IndexedPack> {
  const limits = options.limits ?? packLimits;
  if (bytes.size > limits.packBytes)
    throw new GitError('too-large', `pack exceeds maximum allowed size (${limits.packBytes})`);
  const count = readPackHead(bytes.slice(0, PACK_HEAD_BYTES), limits);
  const scan = { codec: options.codec, limits, inspect: options.inspect };
  const scanner = new PackScanner(bytes, scan);
  const pace = new Pace();
  await scanRest(scanner, count, bytes.size - TRAILER_BYTES, pace);
  const hasher = options.codec.hasher();
  for (let at = 0; at < scanner.position; at += 1_048_576)
    hasher.update(bytes.slice(at, Math.min(1_048_576, scanner.position - at)));
  const checksum = hasher.digest();
  assertChecksum(checksum, bytes.slice(scanner.position, TRAILER_BYTES));
  await resolveScanned(bytes, scanner, scan, undefined, pace);
  return indexed(scanner.table, checksum, options.codec);
}

/** Scans all remaining entries, which must end exactly at `end`. */
async function scanRest(scanner: PackScanner, count: number, end: number, pace: Pace): Promise<void> {
  while (scanner.table.count < count) {
    if (!scanner.next(end)) throw new GitError('bad-pack', 'early EOF');
    if (pace.due(scanner.lastSize)) await pace.rest();
  }
  if (scanner.position > end) throw new GitError('bad-pack', 'early EOF');
  if (scanner.position < end) throw new GitError('bad-pack', 'pack has junk at the end');
}

/** @throws GitError when the hash differs from the pack's checksum */
function assertChecksum(checksum: Uint8Array, trailer: Uint8Array): void {
  if (idAt(checksum, 0) !== idAt(trailer, 0))
    throw new GitError('bad-pack', 'pack is corrupted (SHA1 mismatch)');
}

/** Resolves the deltas; @returns ids of the bases found only in `bases` */
async function resolveScanned(
  bytes: PackBytes,
  scanner: PackScanner,
  options: ScanOptions,
  bases: ObjectDatabase | undefined,
  pace: Pace,
): Promise<readonly ObjectId[]> {
  const resolver = new DeltaResolver(bytes, scanner, options, (id) => bases?.read(id));
  await resolver.run(pace);
  return resolver.added;
}

/** Data of a pack once all its objects are known. */
export function indexed(table: PackTable, checksum: Uint8Array, codec: GitCodec): IndexedPack {
  return { name: idAt(checksum, 0), index: writePackIndex(table, checksum, codec), count: table.count };
}

/** Bytes copied at once. */
const PIECE_BYTES = 1_048_576;

/** A pack whose deltas need objects that it lacks. */
interface ThinPack {
  readonly bytes: PackBytes;
  /** Offset of the end of its entries. */
  readonly end: number;
  readonly table: PackTable;
  /** The objects it lacks, which are last in the table. */
  readonly added: readonly ObjectId[];
}

/**
 * Rewrites a thin pack with the missing objects after its own, since a kept pack must not depend on another. Completes
 * the table for these objects.
 *
 * @returns the new pack's checksum
 */
async function completeThinPack(
  thin: ThinPack,
  target: IncomingPack,
  bases: ObjectDatabase,
  codec: GitCodec,
): Promise<Uint8Array> {
  const { table } = thin;
  const hasher = codec.hasher();
  const write = async (piece: Uint8Array) => {
    hasher.update(piece);
    await target.write(piece);
  };
  await write(packHead(table.count));
  for (let at = PACK_HEAD_BYTES; at < thin.end; at += PIECE_BYTES)
    await write(thin.bytes.slice(at, Math.min(PIECE_BYTES, thin.end - at)));

  let offset = thin.end;
  for (const [place, id] of thin.added.entries()) {
    const entry = table.count - thin.added.length + place;
    const { type, size, deflated } = wholeEntry(bases, id, codec);
    const room = new Uint8Array(HEAD_BYTES);
    const head = room.subarray(0, putEntryHead(objectTypes[type], size, room, 0));
    table.offsets[entry] = offset;
    table.heads[entry] = head.length;
    table.crcs[entry] = codec.crc32(deflated, codec.crc32(head));
    offset += head.length + deflated.length;
    await write(head);
    await write(deflated);
  }
  const checksum = hasher.digest();
  await target.write(checksum);
  return checksum;
}

/** An object to store whole; copied if it is already stored whole. */
function wholeEntry(bases: ObjectDatabase, id: ObjectId, codec: GitCodec) {
  const entry = bases.entry(id);
  if (entry !== undefined && entry.type !== 'delta')
    return { type: entry.type, size: entry.size, deflated: entry.deflated };
  const object = bases.read(id);
  if (object === undefined) throw new GitError('missing-object', `object ${id} no longer exists`);
  return { type: object.type, size: object.data.length, deflated: codec.deflate(object.data) };
}
