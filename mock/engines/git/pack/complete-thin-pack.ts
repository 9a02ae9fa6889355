import type { GitCodec } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import type { ObjectDatabase } from '../object-database.ts';
import { type ObjectId, objectTypes } from '../object-id.ts';
import type { PackBytes } from '../pack-bytes.ts';
import type { IncomingPack } from '../repository-storage.ts';
import { HEAD_BYTES, putEntryHead } from './entry-head.ts';
import { PACK_HEAD_BYTES, packHead } from './pack-head.ts';
import type { PackTable } from './pack-table.ts';

/** Bytes that are copied together. */
const PIECE_BYTES = 1_048_576;

/** A pack whose deltas need objects that it does not have. */
export interface ThinPack {
  readonly bytes: PackBytes;
  /** Where its entries end. */
  readonly end: number;
  readonly table: PackTable;
  /** The objects it lacks, which stand last in the table. */
  readonly added: readonly ObjectId[];
}

/**
 * Writes a thin pack once more, with the objects that it lacks behind its own: what is kept must not depend on
 * another pack. Fills in what the table does not know of them yet.
 *
 * @returns the checksum of the new pack
 */
export async function completeThinPack(
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

/** An object to be stored whole: copied where it is stored so. */
function wholeEntry(bases: ObjectDatabase, id: ObjectId, codec: GitCodec) {
  const entry = bases.entry(id);
  if (entry !== undefined && entry.type !== 'delta')
    return { type: entry.type, size: entry.size, deflated: entry.deflated };
  const object = bases.read(id);
  if (object === undefined) throw new GitError('missing-object', `object ${id} is not there any more`);
  return { type: object.type, size: object.data.length, deflated: codec.deflate(object.data) };
}
