import { gitLimits } from '../../../../spec/engine-limits.ts';
import type { GitCodec } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import { objectTypes, putId } from '../object-id.ts';
import { Pace } from '../pace.ts';
import type { IncomingPack, StoredPack } from '../repository-storage.ts';
import { OpenPack } from './open-pack.ts';
import { HEAD_BYTES, OFS_DELTA, packHead, putDistance, putEntryHead, REF_DELTA } from './pack-format.ts';
import { PackTable } from './pack-scanner.ts';
import { PackedDatabase } from './packed-database.ts';
import { type IndexedPack, indexed } from './receive-pack.ts';

/**
 * The packs to join, in the given order. None if there are few; otherwise the smaller half, and each larger pack that
 * is less than twice as large as the packs joined so far. So an object is copied only as often as the repository
 * doubles.
 */
export function packsToJoin<Pack extends Pick<StoredPack, 'bytes'>>(packs: readonly Pack[]): readonly Pack[] {
  if (packs.length <= gitLimits.packs) return [];
  const joined = new Set<Pack>();
  let bytes = 0;
  for (const pack of [...packs].sort((a, b) => a.bytes.size - b.bytes.size)) {
    if (joined.size >= packs.length / 2 && pack.bytes.size >= bytes * 2) break;
    joined.add(pack);
    bytes += pack.bytes.size;
  }
  return packs.filter((pack) => joined.has(pack));
}

/**
 * Maximum depth of deltas in the result before an object is written whole. Otherwise packs of many pushes would add up.
 */
const DEPTH = 250;

/** Bytes written at once. */
const PIECE_BYTES = 1_048_576;

/**
 * Joins kept packs into one: each object once, as stored, the newest packs first. An object that is stored whole in any
 * pack is taken from there, so that delta chains do not grow from push to push.
 *
 * @param packs from oldest to newest
 */
export async function joinPacks(
  packs: readonly StoredPack[],
  target: IncomingPack,
  codec: GitCodec,
): Promise<IndexedPack> {
  const join = new PackJoin(packs, codec);
  const count = join.plan();
  const hasher = codec.hasher();
  const write = async (piece: Uint8Array) => {
    hasher.update(piece);
    await target.write(piece);
  };
  await write(packHead(count));
  const pace = new Pace();
  for (const piece of join.pieces()) {
    await write(piece);
    if (pace.due(piece.length)) await pace.rest();
  }
  const checksum = hasher.digest();
  await target.write(checksum);
  return indexed(join.table, checksum, codec);
}

/** The source of an object. */
interface Chosen {
  readonly pack: number;
  readonly offset: number;
  isWhole: boolean;
  /** Its entry in the result, once written. */
  entry: number;
}

class PackJoin {
  readonly table = new PackTable();
  readonly #packs: readonly OpenPack[];
  readonly #database: PackedDatabase;
  readonly #codec: GitCodec;
  readonly #chosen = new Map<string, Chosen>();
  /** For each written entry, the depth of its delta chain. */
  #depths = new Uint16Array(1024);
  #position = 12;

  constructor(packs: readonly StoredPack[], codec: GitCodec) {
    const newestFirst = [...packs].reverse();
    this.#packs = newestFirst.map((pack) => new OpenPack(pack, codec));
    this.#database = new PackedDatabase(codec, newestFirst);
    this.#codec = codec;
  }

  /** Chooses the source of each object; @returns the number of objects */
  plan(): number {
    for (const [place, pack] of this.#packs.entries()) {
      for (let entry = 0; entry < pack.index.count; entry++) {
        const id = pack.index.idAt(entry);
        const known = this.#chosen.get(id);
        if (known?.isWhole) continue;
        const offset = pack.index.offsetAt(entry);
        pack.head(offset);
        const isWhole = pack.entry.kind < OFS_DELTA;
        if (known === undefined || isWhole) this.#chosen.set(id, { pack: place, offset, isWhole, entry: -1 });
      }
    }
    return this.#chosen.size;
  }

  *pieces(): Generator<Uint8Array, void> {
    let gathered: Uint8Array[] = [];
    let bytes = 0;
    for (const [place, pack] of this.#packs.entries()) {
      for (const entry of pack.index.order.entries) {
        const id = pack.index.idAt(entry);
        const chosen = this.#chosen.get(id);
        if (chosen?.pack !== place || chosen.entry !== -1 || chosen.offset !== pack.index.offsetAt(entry))
          continue;
        for (const piece of this.#write(pack, id, chosen)) {
          gathered.push(piece);
          bytes += piece.length;
        }
        if (bytes < PIECE_BYTES) continue;
        yield joined(gathered, bytes);
        gathered = [];
        bytes = 0;
      }
    }
    if (bytes > 0) yield joined(gathered, bytes);
  }

  #write(pack: OpenPack, id: string, chosen: Chosen): readonly Uint8Array[] {
    pack.head(chosen.offset);
    const { kind, size } = pack.entry;
    const head = new Uint8Array(HEAD_BYTES);
    let end: number;
    let depth = 0;
    let deflated: Uint8Array;
    let written = kind;
    if (kind < OFS_DELTA) {
      deflated = pack.deflated(chosen.offset);
      end = putEntryHead(kind, size, head, 0);
    } else {
      deflated = pack.deflated(chosen.offset);
      const base = pack.index.idAt(pack.index.entryAtOffset(pack.baseOffset(chosen.offset)));
      const place = this.#chosen.get(base)?.entry ?? -1;
      depth = place === -1 ? DEPTH : (this.#depths[place] ?? 0) + 1;
      if (depth >= DEPTH && !this.#chosen.get(base)?.isWhole) return this.#writeWhole(id, chosen);
      if (place === -1) {
        depth = 1;
        written = REF_DELTA;
        end = putEntryHead(REF_DELTA, size, head, 0);
        putId(base, head, end);
        end += 20;
      } else {
        written = OFS_DELTA;
        const distance = this.#position - (this.table.offsets[place] ?? 0);
        end = putDistance(distance, head, putEntryHead(OFS_DELTA, size, head, 0));
      }
    }
    return this.#note(id, chosen, { kind: written, depth, head: head.subarray(0, end), deflated });
  }

  /** Writes an object whole that is stored as a delta: its base is not written yet, or has too deep a chain. */
  #writeWhole(id: string, chosen: Chosen): readonly Uint8Array[] {
    const object = this.#database.read(id);
    if (object === undefined) throw new GitError('missing-object', `object ${id} is not there`);
    const kind = objectTypes[object.type];
    const head = new Uint8Array(HEAD_BYTES);
    const end = putEntryHead(kind, object.data.length, head, 0);
    const deflated = this.#codec.deflate(object.data);
    return this.#note(id, chosen, { kind, depth: 0, head: head.subarray(0, end), deflated });
  }

  #note(id: string, chosen: Chosen, entry: WrittenEntry): readonly Uint8Array[] {
    const { table } = this;
    const { kind, head, deflated } = entry;
    const number = table.add();
    if (number === this.#depths.length) {
      const depths = new Uint16Array(number * 2);
      depths.set(this.#depths);
      this.#depths = depths;
    }
    this.#depths[number] = entry.depth;
    table.offsets[number] = this.#position;
    table.heads[number] = head.length;
    table.kinds[number] = kind;
    table.crcs[number] = this.#codec.crc32(deflated, this.#codec.crc32(head));
    table.ranks[number] = number;
    putId(id, table.ids, number * 20);
    this.#position += head.length + deflated.length;
    chosen.entry = number;
    chosen.isWhole = kind < OFS_DELTA;
    return [head, deflated];
  }
}

interface WrittenEntry {
  readonly kind: number;
  readonly depth: number;
  readonly head: Uint8Array;
  readonly deflated: Uint8Array;
}

function joined(pieces: readonly Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
