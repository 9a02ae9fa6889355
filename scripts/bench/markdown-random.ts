import { english, type Script } from './markdown-words.ts';

/** Draws of which the n-th is the same in every run. */
export class Draws {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A whole number from 0 up to, not including, `bound` (mulberry32). */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  }

  /** One of some things. */
  of<Thing>(things: readonly [Thing, ...Thing[]] | readonly Thing[]): Thing {
    return things[this.below(things.length)] as Thing; // It is below their number, and there is one.
  }

  /** Words in a row. */
  words(count: number, script: Script = english): string {
    return Array.from({ length: count }, () => this.of(script.words)).join(script.gap);
  }

  /** The name of a page or an anchor. */
  slug(): string {
    return this.words(3)
      .toLowerCase()
      .replaceAll(/[^a-z0-9 ]/g, '')
      .replaceAll(' ', '-');
  }
}
