import { GitError } from '../git-error.ts';
import { idAt, type ObjectId, putId } from '../object-id.ts';
import type { OpenPack } from './open-pack.ts';
import type { PackedDatabase } from './packed-database.ts';

/** The objects to select, from a walk. */
interface ObjectList {
  readonly size: number;
  /** Writes the 20 bytes of the id at a position. */
  putIdAt(place: number, into: Uint8Array, offset: number): void;
}

/** The location of an object: the first pack that has it. */
interface ObjectPlace {
  readonly pack: number;
  readonly entry: number;
}

/** The objects of a database that go into one pack, by the entries to read them from. */
export class PackSelection {
  /** Number of distinct objects. */
  size = 0;
  readonly packs: readonly OpenPack[];
  /** Number of objects per pack. */
  readonly counts: number[];
  /** One byte per entry, for each pack. */
  readonly #chosen: (Uint8Array | undefined)[] = [];

  constructor(database: PackedDatabase) {
    this.packs = database.openPacks;
    this.counts = this.packs.map(() => 0);
  }

  /** @throws GitError `missing-object` */
  static of(database: PackedDatabase, list: ObjectList): PackSelection {
    const selection = new PackSelection(database);
    const id = new Uint8Array(20);
    for (let place = 0; place < list.size; place++) {
      list.putIdAt(place, id, 0);
      selection.#add(id);
    }
    return selection;
  }

  /**
   * All objects of the database.
   *
   * @param blobLimit leaves out blobs of at least this many bytes; 0 leaves out all blobs
   */
  static ofAll(database: PackedDatabase, blobLimit = Number.POSITIVE_INFINITY): PackSelection {
    const selection = new PackSelection(database);
    const isLeftOut = (pack: OpenPack, entry: number) =>
      blobLimit < Number.POSITIVE_INFINITY &&
      pack.getType(entry) === 'blob' &&
      (blobLimit === 0 || pack.getSize(entry) >= blobLimit);
    const id = new Uint8Array(20);
    for (const pack of selection.packs) {
      for (const entry of pack.index.order.entries) {
        if (isLeftOut(pack, entry)) continue;
        pack.index.putIdAt(entry, id, 0);
        selection.#add(id);
      }
    }
    return selection;
  }

  /** @throws GitError `missing-object` */
  static ofIds(database: PackedDatabase, ids: Iterable<ObjectId>): PackSelection {
    const selection = new PackSelection(database);
    const bytes = new Uint8Array(20);
    for (const id of ids) {
      putId(id, bytes, 0);
      selection.#add(bytes);
    }
    return selection;
  }

  has(pack: number, entry: number): boolean {
    return this.#chosen[pack]?.[entry] === 1;
  }

  /** The location of an object. */
  find(id: Uint8Array): ObjectPlace | undefined {
    for (let pack = 0; pack < this.packs.length; pack++) {
      const entry = this.packs[pack]?.index.findBytes(id, 0) ?? -1;
      if (entry !== -1) return { pack, entry };
    }
    return undefined;
  }

  /** The only selected pack, if it is selected completely. */
  get onlyPack(): OpenPack | undefined {
    return this.packs.find((pack, at) => this.counts[at] === this.size && pack.index.count === this.size);
  }

  #add(id: Uint8Array): void {
    const place = this.find(id);
    if (place === undefined) throw new GitError('missing-object', `object ${idAt(id, 0)} is not there`);
    const { pack, entry } = place;
    this.#chosen[pack] ??= new Uint8Array(this.packs[pack]?.index.count ?? 0);
    const chosen = this.#chosen[pack];
    if (chosen === undefined || chosen[entry] === 1) return;
    chosen[entry] = 1;
    this.counts[pack] = (this.counts[pack] ?? 0) + 1;
    this.size++;
  }
}
