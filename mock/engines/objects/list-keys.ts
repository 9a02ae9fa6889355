import { objectLimits } from '../../../spec/engine-limits.ts';
import { ObjectError } from './object-error.ts';

export interface ListQuery {
  readonly limit?: number | undefined;
  readonly prefix?: string | undefined;
  readonly delimiter?: string | undefined;
  /** The cursor of the page before. */
  readonly cursor?: string | undefined;
  readonly startAfter?: string | undefined;
}

interface ListedKeys {
  readonly keys: readonly string[];
  /** Common prefixes of keys up to the first delimiter after the prefix; those keys are not listed themselves. */
  readonly prefixes: readonly string[];
  /** The cursor for the next page, if there is one. */
  readonly cursor?: string;
}

/**
 * A page of sorted keys. A common prefix counts as one of them, and is on one page only.
 *
 * @throws ObjectError `bad-limit`, `bad-cursor`
 */
export function listKeys(list: KeyList, query: ListQuery): ListedKeys {
  const { limit = objectLimits.listed, prefix = '', delimiter = '' } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > objectLimits.listed)
    throw new ObjectError('bad-limit', `A page has 1 to ${objectLimits.listed} keys, not ${limit}.`);
  const keys: string[] = [];
  const prefixes: string[] = [];
  let last: string | undefined;
  let at = firstIndex(list, prefix, getStart(query));
  for (let key = list.at(at); key?.startsWith(prefix); key = list.at(at)) {
    if (keys.length + prefixes.length === limit && last !== undefined)
      return { keys, prefixes, cursor: toCursor(last) };
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    if (cut === -1) {
      keys.push(key);
      at += 1;
    } else {
      const common = key.slice(0, cut + delimiter.length);
      prefixes.push(common);
      at = list.past(common, at);
    }
    last = list.at(at - 1);
  }
  return { keys, prefixes };
}

/** The key after which a page begins: the later of two. */
function getStart({ cursor, startAfter }: ListQuery): string | undefined {
  const named = cursor === undefined ? undefined : getKey(cursor);
  if (named === undefined || startAfter === undefined) return named ?? startAfter;
  return compareKeys(named, startAfter) > 0 ? named : startAfter;
}

function firstIndex(list: KeyList, prefix: string, start: string | undefined): number {
  return Math.max(list.from(prefix), start === undefined ? 0 : list.after(start));
}

// A cursor is the last key before the page, so it stays valid when keys are added and removed.
const toCursor = (key: string) => btoa(String.fromCharCode(...new TextEncoder().encode(key)));

function getKey(cursor: string): string {
  try {
    const bytes = Uint8Array.from(atob(cursor), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new ObjectError('bad-cursor', `${JSON.stringify(cursor)} is not a cursor of a list.`, {
      cause: error,
    });
  }
}

/**
 * Compares two keys in list order: by their bytes in UTF-8, which is the order of code points.
 *
 * @returns a negative number, 0 or a positive one, for sorting
 */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    // Surrogates stand for code points beyond all others, but have smaller values than some of those.
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** Sorted keys. */
export class KeyList {
  readonly #keys: string[];

  constructor(keys: Iterable<string> = []) {
    this.#keys = Array.from(keys).sort(compareKeys);
  }

  add(key: string): void {
    const last = this.#keys.at(-1);
    if (last === undefined || compareKeys(last, key) < 0) {
      this.#keys.push(key);
      return;
    }
    const at = this.from(key);
    if (this.#keys[at] !== key) this.#keys.splice(at, 0, key);
  }

  remove(key: string): void {
    const at = this.from(key);
    if (this.#keys[at] === key) this.#keys.splice(at, 1);
  }

  at(index: number): string | undefined {
    return this.#keys[index];
  }

  /** Index of the first key that is not before this one. */
  from(key: string): number {
    return this.#search((other) => compareKeys(other, key) < 0, 0);
  }

  /** Index of the first key after this one. */
  after(key: string): number {
    return this.#search((other) => compareKeys(other, key) <= 0, 0);
  }

  /** Index of the first key from `start` on without this prefix; keys with it are contiguous. */
  past(prefix: string, start: number): number {
    return this.#search((other) => other.startsWith(prefix), start);
  }

  /** Index of the first key from `start` on for which the test fails. */
  #search(isBefore: (key: string) => boolean, start: number): number {
    let low = start;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // Never undefined: low ≤ middle < high.
      if (isBefore(this.#keys[middle] as string)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
