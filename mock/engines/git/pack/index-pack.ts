import type { GitCodec } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import type { ObjectDatabase } from '../object-database.ts';
import type { ObjectId } from '../object-id.ts';
import type { PackBytes } from '../pack-bytes.ts';
import { idAt } from './id-bytes.ts';
import { Pace } from './pace.ts';
import { PACK_HEAD_BYTES, readPackHead, TRAILER_BYTES } from './pack-head.ts';
import { type PackLimits, packLimits } from './pack-limits.ts';
import { type Inspect, PackScanner, type ScanOptions } from './pack-scanner.ts';
import type { PackTable } from './pack-table.ts';
import { DeltaResolver } from './resolve-deltas.ts';
import { writePackIndex } from './write-pack-index.ts';

export interface IndexPackOptions {
  readonly codec: GitCodec;
  readonly limits?: PackLimits | undefined;
  /** Is shown every object, in no order that counts; throws to refuse the pack. */
  readonly inspect?: Inspect | undefined;
}

/** A pack that has all that its deltas need. */
export interface IndexedPack {
  /** SHA-1 of the pack, in hexadecimal digits. */
  readonly name: string;
  /** Its index, of version 2. */
  readonly index: Uint8Array;
  /** Objects it has. */
  readonly count: number;
}

/**
 * Makes the index of a pack that is there as a whole.
 *
 * @throws GitError when the pack is damaged, or needs an object that it does not have
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

/** Takes all entries that are left, which have to end exactly at `end`. */
export async function scanRest(scanner: PackScanner, count: number, end: number, pace: Pace): Promise<void> {
  while (scanner.table.count < count) {
    if (!scanner.next(end)) throw new GitError('bad-pack', 'early EOF');
    if (pace.due()) await pace.rest();
  }
  if (scanner.position > end) throw new GitError('bad-pack', 'early EOF');
  if (scanner.position < end) throw new GitError('bad-pack', 'pack has junk at the end');
}

/** @throws GitError when what was hashed is not what the pack says it is */
export function assertChecksum(checksum: Uint8Array, trailer: Uint8Array): void {
  if (idAt(checksum, 0) !== idAt(trailer, 0))
    throw new GitError('bad-pack', 'pack is corrupted (SHA1 mismatch)');
}

/** Finds out what the deltas make; @returns ids of the bases that were found in `bases` only */
export async function resolveScanned(
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

/** What is known of a pack once all its objects are. */
export function indexed(table: PackTable, checksum: Uint8Array, codec: GitCodec): IndexedPack {
  return { name: idAt(checksum, 0), index: writePackIndex(table, checksum, codec), count: table.count };
}
