import type { GitCodec, Hasher } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import type { ObjectDatabase } from '../object-database.ts';
import type { IncomingPack, RepositoryStorage } from '../repository-storage.ts';
import { completeThinPack } from './complete-thin-pack.ts';
import {
  assertChecksum,
  type IndexedPack,
  type IndexPackOptions,
  indexed,
  resolveScanned,
  scanRest,
} from './index-pack.ts';
import { Pace } from './pace.ts';
import { PACK_HEAD_BYTES, readPackHead, TRAILER_BYTES } from './pack-head.ts';
import { packLimits } from './pack-limits.ts';
import { PackScanner } from './pack-scanner.ts';

export interface ReceivePackOptions extends IndexPackOptions {
  readonly storage: Pick<RepositoryStorage, 'receive'>;
  /** What is there already: a thin pack may have deltas on it. */
  readonly bases?: ObjectDatabase | undefined;
}

/** A pack that was taken in and is in nobody's sight yet: to be kept, or to be discarded. */
export interface ReceivedPack extends IndexedPack {
  readonly incoming: IncomingPack;
  /** Objects that were there before, and were added to a thin pack. */
  readonly added: number;
}

/** Bytes that have to come before an entry that was not complete is tried again. */
const RETRY_BYTES = 65_536;

/**
 * Takes in a pack while it arrives. It is looked at as far as it is there, so that what is no pack is refused with
 * its first bytes; when it is refused, nothing of it is left.
 *
 * @param pieces the pack, and nothing behind it
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
      // The last bytes may be the sum.
      while (scanner.table.count < count && scanner.next(bytes.size - TRAILER_BYTES))
        if (pace.due()) await pace.rest();
      // A large object is not tried with each piece: most do not become smaller, and those that do are found at the end.
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

/** A SHA-1 of all but the last 20 bytes, of a stream whose end is not known before it comes. */
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
