import type { GitCodec } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import type { GitObject, ObjectDatabase, PackedEntry } from '../object-database.ts';
import { type ObjectId, type ObjectType, putId, typeNames } from '../object-id.ts';
import type { StoredPack } from '../repository-storage.ts';
import { applyDelta } from './delta.ts';
import { OpenPack } from './open-pack.ts';
import { type PackLimits, packLimits } from './pack-format.ts';

/** Offsets that one pack has in the keys of the cache. */
const PACK_SPAN = 2 ** 33;

/** A pack that is read from. */
interface Place {
  readonly pack: OpenPack;
  /** What the keys of its objects in the cache begin with; no other pack ever has them. */
  readonly keys: number;
}

/**
 * Objects in packs. Each pack has all that its own deltas need. An object that is in several packs is read from the
 * one that was added first, whatever is added later: so what a delta is said to stand on never leads back to it.
 *
 * @example
 * const database = new PackedDatabase(gitCodec, (await storage.load()).packs);
 * database.read(id)?.data;
 */
export class PackedDatabase implements ObjectDatabase {
  readonly #codec: GitCodec;
  readonly #limits: PackLimits;
  #places: Place[] = [];
  #added = 0;
  readonly #cache: BaseCache;
  readonly #sought = new Uint8Array(20);
  /** Where {@link #find} found something. */
  #foundKeys = 0;
  #foundEntry = -1;

  /** @throws GitError when an index is damaged */
  constructor(codec: GitCodec, packs: Iterable<StoredPack> = [], limits: PackLimits = packLimits) {
    this.#codec = codec;
    this.#limits = limits;
    this.#cache = new BaseCache(limits.baseCacheBytes);
    for (const pack of packs) this.add(pack);
  }

  /** Adds a pack, once. @throws GitError when its index is damaged */
  add(pack: StoredPack): void {
    if (this.#places.some((place) => place.pack.stored.name === pack.name)) return;
    this.#places.push({ pack: new OpenPack(pack, this.#codec), keys: this.#added++ * PACK_SPAN });
  }

  /** Puts one pack in the place of others, all of whose objects it has. @throws GitError when its index is damaged */
  replace(names: ReadonlySet<string>, pack: StoredPack): void {
    const joined = { pack: new OpenPack(pack, this.#codec), keys: this.#added++ * PACK_SPAN };
    const isLeft = ({ pack: { stored } }: Place) => stored.name !== pack.name && !names.has(stored.name);
    this.#places = [joined, ...this.#places.filter(isLeft)];
  }

  /** The same objects with those of one more pack, which this does not get to know. */
  with(pack: StoredPack): PackedDatabase {
    const database = new PackedDatabase(this.#codec, [], this.#limits);
    database.#places = [...this.#places];
    database.#added = this.#added;
    database.add(pack);
    return database;
  }

  /** The packs that it has now, in the order in which they are read. */
  get packs(): readonly StoredPack[] {
    return this.#places.map(({ pack }) => pack.stored);
  }

  /** The packs, in the order that objects are looked for in them. */
  get openPacks(): readonly OpenPack[] {
    return this.#places.map(({ pack }) => pack);
  }

  has(id: ObjectId): boolean {
    return this.#find(id) !== undefined;
  }

  getType(id: ObjectId): ObjectType | undefined {
    return this.#find(id)?.getType(this.#foundEntry);
  }

  getSize(id: ObjectId): number | undefined {
    return this.#find(id)?.getSize(this.#foundEntry);
  }

  read(id: ObjectId): GitObject | undefined {
    const pack = this.#find(id);
    if (pack === undefined) return undefined;
    const keys = this.#foundKeys;
    const deltas: number[] = [];
    let offset = pack.index.offsetAt(this.#foundEntry);
    let object: GitObject | undefined;
    for (;;) {
      object = this.#cache.get(keys + offset);
      if (object !== undefined) break;
      pack.head(offset);
      const type = typeNames[pack.entry.kind];
      if (type !== undefined) {
        object = { type, data: pack.inflated(offset) };
        if (deltas.length > 0 || type === 'tree') this.#cache.add(keys + offset, object);
        break;
      }
      deltas.push(offset);
      if (deltas.length > this.#limits.deltaDepth)
        throw new GitError('bad-pack', 'pack has deltas without end');
      offset = pack.baseOffset(offset);
    }
    for (let at = deltas.length - 1; at >= 0; at--) {
      const delta = deltas[at] ?? 0;
      pack.head(delta);
      const data = applyDelta(object.data, pack.inflated(delta), this.#limits.objectBytes);
      object = { type: object.type, data };
      if (at > 0 || object.type === 'tree') this.#cache.add(keys + delta, object);
    }
    return object;
  }

  entry(id: ObjectId): PackedEntry | undefined {
    const pack = this.#find(id);
    if (pack === undefined) return undefined;
    const offset = pack.index.offsetAt(this.#foundEntry);
    pack.head(offset);
    const { kind, size } = pack.entry;
    const deflated = pack.deflated(offset);
    const type = typeNames[kind];
    if (type !== undefined) return { type, size, base: undefined, deflated };
    const base = pack.index.entryAtOffset(pack.baseOffset(offset));
    if (base === -1) throw new GitError('bad-pack', 'pack has a delta without its base');
    return { type: 'delta', size, base: pack.index.idAt(base), deflated };
  }

  *ids(): Generator<ObjectId, void, undefined> {
    // Whatever is added or replaced meanwhile.
    const packs = this.#places.map((place) => place.pack);
    for (const [place, pack] of packs.entries()) {
      const before = packs.slice(0, place);
      let last: ObjectId | undefined;
      for (let entry = 0; entry < pack.index.count; entry++) {
        const id = pack.index.idAt(entry);
        if (id === last) continue;
        last = id;
        if (before.every(({ index }) => index.find(id) === -1)) yield id;
      }
    }
  }

  #find(id: ObjectId): OpenPack | undefined {
    putId(id, this.#sought, 0);
    for (const { pack, keys } of this.#places) {
      const entry = pack.index.findBytes(this.#sought, 0);
      if (entry === -1) continue;
      this.#foundKeys = keys;
      this.#foundEntry = entry;
      return pack;
    }
    return undefined;
  }
}

/**
 * Objects that were read last: deltas that stand on one base are read one after another. In two halves, of which the
 * older is let go as a whole: to take out one after another costs more than what they save.
 */
export class BaseCache {
  readonly #half: number;
  #young = new Map<number, GitObject>();
  #old = new Map<number, GitObject>();
  /** Bytes of the younger half. */
  #bytes = 0;

  /** @param limit bytes of all objects */
  constructor(limit: number) {
    this.#half = limit / 2;
  }

  get(key: number): GitObject | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.add(key, old);
    return old;
  }

  add(key: number, object: GitObject): void {
    const bytes = cost(object);
    if (bytes > this.#half || this.#young.has(key)) return;
    if (this.#bytes + bytes > this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#bytes = 0;
    }
    this.#young.set(key, object);
    this.#bytes += bytes;
  }
}

/** Bytes of an object, with what it costs to hold it. */
const cost = (object: GitObject) => object.data.length + 200;
