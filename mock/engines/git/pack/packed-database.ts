import type { GitCodec } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import type { GitObject, ObjectDatabase, PackedEntry } from '../object-database.ts';
import { type ObjectId, type ObjectType, putId, typeNames } from '../object-id.ts';
import type { StoredPack } from '../repository-storage.ts';
import { applyDelta } from './delta.ts';
import { OpenPack } from './open-pack.ts';
import { type PackLimits, packLimits } from './pack-format.ts';

/** Number of offsets per pack in the keys of the cache. */
const PACK_SPAN = 2 ** 33;

/** A pack that is open for reading. */
interface Place {
  readonly pack: OpenPack;
  /** Prefix of its keys in the cache; unique among packs. */
  readonly keys: number;
}

/**
 * Objects in packs. Each pack has the bases of its own deltas. An object in several packs is read from the pack added
 * first, even after later additions, so a delta's base chain never leads back to the delta.
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
  /** The location that {@link #find} found. */
  #foundKeys = 0;
  #foundEntry = -1;

  /** @throws GitError when an index is damaged */
  constructor(codec: GitCodec, packs: Iterable<StoredPack> = [], limits: PackLimits = packLimits) {
    this.#codec = codec;
    this.#limits = limits;
    this.#cache = new BaseCache(limits.baseCacheBytes);
    for (const pack of packs) this.add(pack);
  }

  /** Adds a pack, unless it was added before. @throws GitError when its index is damaged */
  add(pack: StoredPack): void {
    if (this.#places.some((place) => place.pack.stored.name === pack.name)) return;
    this.#places.push({ pack: new OpenPack(pack, this.#codec), keys: this.#added++ * PACK_SPAN });
  }

  /** Replaces packs by one pack that has all their objects. @throws GitError when its index is damaged */
  replace(names: ReadonlySet<string>, pack: StoredPack): void {
    const joined = { pack: new OpenPack(pack, this.#codec), keys: this.#added++ * PACK_SPAN };
    const isLeft = ({ pack: { stored } }: Place) => stored.name !== pack.name && !names.has(stored.name);
    this.#places = [joined, ...this.#places.filter(isLeft)];
  }

  /** The same objects plus those of one more pack, which this database does not get. */
  with(pack: StoredPack): PackedDatabase {
    const database = new PackedDatabase(this.#codec, [], this.#limits);
    database.#places = [...this.#places];
    database.#added = this.#added;
    database.add(pack);
    return database;
  }

  /** Its current packs, in lookup order. */
  get packs(): readonly StoredPack[] {
    return this.#places.map(({ pack }) => pack.stored);
  }

  /** The packs, in lookup order. */
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
        throw new GitError('bad-pack', 'pack has a cycle of deltas');
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
    // Unaffected by later additions and replacements.
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
 * Cache of objects read last: deltas with one base are read one after another. It has two halves, and drops the older
 * as a whole, since evicting entries one by one costs more than it saves.
 */
export class BaseCache {
  readonly #half: number;
  #young = new Map<number, GitObject>();
  #old = new Map<number, GitObject>();
  /** Size of the younger half. */
  #bytes = 0;

  /** @param limit total size of the objects */
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

/** Size of an object in the cache, with its overhead. */
const cost = (object: GitObject) => object.data.length + 200;
