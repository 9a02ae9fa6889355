/**
 * Which of two keys comes first in lists: the order of their bytes in UTF-8, which is that of their code points.
 *
 * @returns a negative number, 0 or a positive one, as sorting wants it
 */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    // Halves of a pair stand for code points beyond all others, and have smaller numbers than some of those.
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** Keys in their order. */
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

  /** Index of the first key from `start` on that does not begin like this; those that do are one after another. */
  past(prefix: string, start: number): number {
    return this.#search((other) => other.startsWith(prefix), start);
  }

  /** Index of the first key, from `start` on, of which the test does not hold any more. */
  #search(isBefore: (key: string) => boolean, start: number): number {
    let low = start;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // It is a key: low ≤ middle < high.
      if (isBefore(this.#keys[middle] as string)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
