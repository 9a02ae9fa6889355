import type { GitCodec } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import type { ObjectDatabase, PackedEntry } from '../object-database.ts';
import { type ObjectId, objectTypes } from '../object-id.ts';
import { HEAD_BYTES, OFS_DELTA, putDistance, putEntryHead, REF_DELTA } from './entry-head.ts';
import { putId } from './id-bytes.ts';
import { packHead } from './pack-head.ts';
import { packLimits } from './pack-limits.ts';
import { PackOutput } from './pack-output.ts';

export interface WritePackOptions {
  readonly codec: GitCodec;
  /** Whether the reader takes deltas whose base is given by its place. */
  readonly ofsDelta?: boolean | undefined;
  /** Of a thin pack: whether the reader has an object that is not in it. */
  readonly isThere?: ((id: ObjectId) => boolean) | undefined;
  /** Bytes of a piece at most. */
  readonly pieceBytes?: number | undefined;
}

/**
 * A pack of the named objects, piece by piece, in their order; only the base of a delta is put before it. What is
 * stored is copied; only a delta whose base the reader would not have is written anew, whole.
 *
 * @throws GitError `missing-object`
 * @example
 * for (const piece of writePack(database, new Set(ids), { codec: gitCodec, ofsDelta: true })) await send(piece);
 */
export function* writePack(
  database: ObjectDatabase,
  ids: ReadonlySet<ObjectId>,
  options: WritePackOptions,
): Generator<Uint8Array, void, undefined> {
  const { codec, isThere } = options;
  const output = new PackOutput(codec, Math.max(options.pieceBytes ?? 65_536, HEAD_BYTES * 2));
  const written = new Map<ObjectId, number>();
  const head = new Uint8Array(HEAD_BYTES);

  const write = (id: ObjectId, entry: PackedEntry) => {
    const offset = output.size;
    const place = entry.base === undefined ? undefined : written.get(entry.base);
    let end: number;
    if (entry.type !== 'delta') end = putEntryHead(objectTypes[entry.type], entry.size, head, 0);
    else if (options.ofsDelta && place !== undefined)
      end = putDistance(offset - place, head, putEntryHead(OFS_DELTA, entry.size, head, 0));
    else {
      end = putEntryHead(REF_DELTA, entry.size, head, 0);
      putId(entry.base ?? '', head, end);
      end += 20;
    }
    output.write(head.subarray(0, end));
    output.write(entry.deflated);
    written.set(id, offset);
  };

  output.write(packHead(ids.size));
  for (const wanted of ids) {
    let id = wanted;
    /** Deltas that wait for their bases. */
    const waiting: [ObjectId, PackedEntry][] = [];
    while (!written.has(id)) {
      const entry = stored(database, id);
      if (entry.base === undefined || written.has(entry.base)) write(id, entry);
      else if (ids.has(entry.base)) {
        waiting.push([id, entry]);
        if (waiting.length > packLimits.deltaDepth)
          throw new GitError('bad-pack', 'pack has deltas without end');
        id = entry.base;
      } else if (isThere?.(entry.base)) write(id, entry);
      else write(id, whole(database, id, codec));
    }
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) write(...next);
    yield* output.take();
  }
  yield* output.end();
}

/** The pack without objects, which is sent along when all are there already. */
export function emptyPack(codec: GitCodec): Uint8Array {
  const output = new PackOutput(codec, 65_536);
  output.write(packHead(0));
  return [...output.end()][0] ?? new Uint8Array();
}

const missing = (id: ObjectId) => new GitError('missing-object', `object ${id} is not there`);

function stored(database: ObjectDatabase, id: ObjectId): PackedEntry {
  const entry = database.entry(id);
  if (entry === undefined) throw missing(id);
  return entry;
}

function whole(database: ObjectDatabase, id: ObjectId, codec: GitCodec): PackedEntry {
  const object = database.read(id);
  if (object === undefined) throw missing(id);
  const { type, data } = object;
  return { type, size: data.length, base: undefined, deflated: codec.deflate(data) };
}
