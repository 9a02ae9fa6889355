import type { ObjectId } from '../object-id.ts';

const words = 5;
const digits = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/**
 * Objects by number, from 0 in insertion order. A walk over hundreds of thousands needs about thirty bytes for each,
 * and no strings. Hashes are salted, since senders may choose their ids.
 */
export class ObjectTable {
  /** One byte of flags per number, for the table's owner; a new array after the table has grown. */
  flags = new Uint8Array(64);
  #size = 0;
  #ids = new Int32Array(64 * words);
  #slots = new Int32Array(128);
  readonly #salt = (Math.random() * 2 ** 32) | 0;
  readonly #codes = new Array<number>(words * 8).fill(0);

  get size(): number {
    return this.#size;
  }

  /** Number of the object with the 20 bytes at an offset; adds it if needed. */
  add(bytes: Uint8Array, offset: number): number {
    return this.#add(
      wordAt(bytes, offset),
      wordAt(bytes, offset + 4),
      wordAt(bytes, offset + 8),
      wordAt(bytes, offset + 12),
      wordAt(bytes, offset + 16),
    );
  }

  /** Number of the object with the 40 digits in some bytes; adds it if needed. */
  addDigits(bytes: Uint8Array, offset: number): number {
    return this.#add(
      wordOfDigits(bytes, offset),
      wordOfDigits(bytes, offset + 8),
      wordOfDigits(bytes, offset + 16),
      wordOfDigits(bytes, offset + 24),
      wordOfDigits(bytes, offset + 32),
    );
  }

  /** Number of an object; adds it if needed. */
  addId(id: ObjectId): number {
    return this.#add(getWord(id, 0), getWord(id, 8), getWord(id, 16), getWord(id, 24), getWord(id, 32));
  }

  /** Number in this table of an object in another table. */
  addFrom(table: ObjectTable, number: number): number {
    const at = number * words;
    const ids = table.#ids;
    return this.#add(ids[at] ?? 0, ids[at + 1] ?? 0, ids[at + 2] ?? 0, ids[at + 3] ?? 0, ids[at + 4] ?? 0);
  }

  /** Number of an object, or -1. */
  find(id: ObjectId): number {
    const slot = this.#slot(
      getWord(id, 0),
      getWord(id, 8),
      getWord(id, 16),
      getWord(id, 24),
      getWord(id, 32),
    );
    return (this.#slots[slot] ?? 0) - 1;
  }

  getId(number: number): ObjectId {
    const codes = this.#codes;
    for (let word = 0; word < words; word += 1) {
      const value = this.#ids[number * words + word] ?? 0;
      for (let digit = 0; digit < 8; digit += 1) {
        codes[word * 8 + digit] = digits[(value >>> (28 - digit * 4)) & 15] ?? 0;
      }
    }
    return String.fromCharCode.apply(undefined, codes);
  }

  /** Writes the 20 bytes of an id. */
  putId(number: number, into: Uint8Array, offset: number): void {
    for (let word = 0; word < words; word += 1) {
      const value = this.#ids[number * words + word] ?? 0;
      const at = offset + word * 4;
      into[at] = value >>> 24;
      into[at + 1] = value >>> 16;
      into[at + 2] = value >>> 8;
      into[at + 3] = value;
    }
  }

  #add(a: number, b: number, c: number, d: number, e: number): number {
    let slot = this.#slot(a, b, c, d, e);
    const known = this.#slots[slot] ?? 0;
    if (known !== 0) return known - 1;
    const number = this.#size;
    if (number === this.flags.length) {
      this.#grow();
      slot = this.#slot(a, b, c, d, e);
    }
    const ids = this.#ids;
    const at = number * words;
    ids[at] = a;
    ids[at + 1] = b;
    ids[at + 2] = c;
    ids[at + 3] = d;
    ids[at + 4] = e;
    this.#slots[slot] = number + 1;
    this.#size = number + 1;
    return number;
  }

  /** The slot of an id, or the empty slot for it. */
  #slot(a: number, b: number, c: number, d: number, e: number): number {
    const ids = this.#ids;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = this.#place(a, b) & mask;
    for (;;) {
      const entry = slots[slot] ?? 0;
      if (entry === 0) return slot;
      const at = (entry - 1) * words;
      if (ids[at] === a && ids[at + 1] === b && ids[at + 2] === c && ids[at + 3] === d && ids[at + 4] === e) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  #place(first: number, second: number): number {
    let hash = Math.imul(first ^ this.#salt, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ second, 0x85ebca6b);
    return hash ^ (hash >>> 13);
  }

  #grow(): void {
    const capacity = this.flags.length * 2;
    const flags = new Uint8Array(capacity);
    flags.set(this.flags);
    this.flags = flags;
    const ids = new Int32Array(capacity * words);
    ids.set(this.#ids);
    this.#ids = ids;
    this.#slots = new Int32Array(capacity * 2);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#size; number += 1) {
      let slot = this.#place(ids[number * words] ?? 0, ids[number * words + 1] ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

/** Four bytes as a big-endian number. */
function wordAt(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) << 24) |
    ((bytes[at + 1] ?? 0) << 16) |
    ((bytes[at + 2] ?? 0) << 8) |
    (bytes[at + 3] ?? 0)
  );
}

function wordOfDigits(bytes: Uint8Array, offset: number): number {
  let word = 0;
  for (let at = offset; at < offset + 8; at += 1) word = (word << 4) | digitValue(bytes[at] ?? 0);
  return word;
}

function getWord(id: ObjectId, offset: number): number {
  let word = 0;
  for (let at = offset; at < offset + 8; at += 1) word = (word << 4) | digitValue(id.charCodeAt(at));
  return word;
}

function digitValue(code: number): number {
  return code > 0x39 ? code - 0x57 : code - 0x30;
}
