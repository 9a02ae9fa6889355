import { isObjectId, type ObjectId } from '../object-id.ts';

const lineFeed = 0x0a;
const space = 0x20;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const latin = new TextDecoder('latin1');

/** The lines that a commit or a tag begins with, one after another. */
export class HeaderReader {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  /** The name that the line begins with, without reading on; empty at the end of the lines. */
  get key(): string {
    const end = this.#lineEnd();
    const data = this.#data;
    let at = this.#at;
    while (at < end && data[at] !== space) at++;
    return latin.decode(data.subarray(this.#at, at));
  }

  /**
   * The value of the line, when it has this key; the lines that it goes on in, which begin with a space, are in it.
   * Nothing is read when it has another.
   */
  value(key: string): Uint8Array | undefined {
    const data = this.#data;
    const start = this.#at + key.length + 1;
    for (let index = 0; index < key.length; index++) {
      if (data[this.#at + index] !== key.charCodeAt(index)) return undefined;
    }
    if (data[start - 1] !== space) return undefined;
    let end = this.#lineEnd();
    this.#at = end + 1;
    while (data[this.#at] === space) {
      end = this.#lineEnd();
      this.#at = end + 1;
    }
    return data.subarray(start, end);
  }

  /** The value as text, with what it goes on in as lines of their own. */
  text(key: string): string | undefined {
    const value = this.value(key);
    return value && decodeText(value).replaceAll('\n ', '\n');
  }

  /** The value, where it is the name of an object; Git takes upper-case digits too. */
  id(key: string): ObjectId | undefined {
    const before = this.#at;
    const value = this.value(key);
    if (value?.length === 40) {
      const id = latin.decode(value).toLowerCase();
      if (isObjectId(id)) return id;
    }
    this.#at = before;
    return undefined;
  }

  /** Passes over the line, with those that it goes on in. */
  skip(): void {
    do this.#at = this.#lineEnd() + 1;
    while (this.#data[this.#at] === space);
  }

  /** Whether the lines are at their end: an empty one, or nothing more. */
  get done(): boolean {
    return this.#at >= this.#data.length || this.#data[this.#at] === lineFeed;
  }

  /** What stands behind the empty line. */
  body(): Uint8Array {
    return this.#data.subarray(Math.min(this.#at + 1, this.#data.length));
  }

  #lineEnd(): number {
    const end = this.#data.indexOf(lineFeed, this.#at);
    return end === -1 ? this.#data.length : end;
  }
}

/** Text of a commit or a tag; bytes that are no UTF-8 become U+FFFD. */
export function decodeText(data: Uint8Array): string {
  return decoder.decode(data);
}
