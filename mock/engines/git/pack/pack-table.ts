/** The entries of a pack in columns, in the order of the pack: one object each would cost ten times the memory. */
export class PackTable {
  count = 0;
  /** Where the entry begins. */
  offsets = new Float64Array(1024);
  /** Bytes of its head. */
  heads = new Uint8Array(1024);
  /** Its type in the pack: 1 to 4, 6 or 7. */
  kinds = new Uint8Array(1024);
  /** Bytes of what is inflated. */
  sizes = new Float64Array(1024);
  crcs = new Uint32Array(1024);
  /** The entry that an offset delta is applied to. */
  bases = new Int32Array(1024);
  /** The type of the object, 0 while it is not known. */
  types = new Uint8Array(1024);
  /** Ids, 20 bytes each. */
  ids = new Uint8Array(20 * 1024);
  /** How many objects were known before this one: what it is made of has a lower number. */
  ranks = new Uint32Array(1024);

  /** Adds an entry whose columns are to be filled; @returns its number */
  add(): number {
    if (this.count === this.kinds.length) this.#grow(this.count * 2);
    return this.count++;
  }

  /** The entry that begins at an offset, or -1. Entries were added in the order of their offsets. */
  at(offset: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.offsets[middle] ?? 0;
      if (found === offset) return middle;
      if (found < offset) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #grow(size: number): void {
    this.offsets = grown(this.offsets, new Float64Array(size));
    this.heads = grown(this.heads, new Uint8Array(size));
    this.kinds = grown(this.kinds, new Uint8Array(size));
    this.sizes = grown(this.sizes, new Float64Array(size));
    this.crcs = grown(this.crcs, new Uint32Array(size));
    this.bases = grown(this.bases, new Int32Array(size));
    this.types = grown(this.types, new Uint8Array(size));
    this.ids = grown(this.ids, new Uint8Array(size * 20));
    this.ranks = grown(this.ranks, new Uint32Array(size));
  }
}

function grown<Column extends ArrayLike<number> & { set(from: ArrayLike<number>): void }>(
  column: ArrayLike<number>,
  room: Column,
): Column {
  room.set(column);
  return room;
}
