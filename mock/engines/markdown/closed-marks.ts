import { markdownLimits } from '../../../spec/engine-limits.ts';
import type { Output } from './output.ts';

/** A written pair of delimiters. */
interface ClosedMark {
  /** Name of the element it represents. */
  readonly name: string;
  readonly length: number;
  /** Positions of its delimiters in the output. */
  readonly openAt: number;
  readonly closeAt: number;
}

/** An HTML comment: invisible, and punctuation by the rules of emphasis. */
export const separator = '<!-- -->';

/**
 * The delimiters written last, adjacent to each other. The following text may invalidate them (CommonMark, section
 * 6.2); then they are written as tags instead.
 */
export class ClosedMarks {
  readonly #output: Output;
  readonly #marks: ClosedMark[] = [];
  #delimiter = 0;
  #at = -1;
  /** Whether a word right after would invalidate them. */
  #barely = false;

  constructor(output: Output) {
    this.#output = output;
  }

  /** Whether nothing was written after them yet. */
  get isLast(): boolean {
    return this.#at === this.#output.position;
  }

  /** Start of the first pair that may still be rewritten; infinite if there is none. */
  get start(): number {
    let start = Number.POSITIVE_INFINITY;
    if (!this.isLast) return start;
    for (const { openAt } of this.#marks)
      if (isWithinReach(this.#output, openAt)) start = Math.min(start, openAt);
    return start;
  }

  /** Whether a delimiter of this character, written now, would merge with them. */
  touches(delimiter: number): boolean {
    return this.isLast && this.#delimiter === delimiter;
  }

  /** Records a pair whose closing delimiter was just written. */
  add(name: string, delimiter: number, openAt: number, length: number, barely: boolean): void {
    const closeAt = this.#output.position - length;
    const isOfRun = this.#at === closeAt && this.#delimiter === delimiter;
    // A run that closes several pairs is only as good as its first delimiter.
    this.#barely = barely && (!isOfRun || this.#barely);
    if (!isOfRun) this.#marks.length = 0;
    this.#marks.push({ name, length, openAt, closeAt });
    this.#delimiter = delimiter;
    this.#at = this.#output.position;
  }

  /** Records text that is not a delimiter, but must not touch one of this character. */
  note(delimiter: number): void {
    this.#marks.length = 0;
    this.#delimiter = delimiter;
    this.#at = this.#output.position;
    this.#barely = false;
  }

  /**
   * Keeps them valid although a word follows directly.
   *
   * @returns start of the first pair if they became tags
   */
  beforeWord(): number | undefined {
    if (!this.isLast || !this.#barely) return undefined;
    if (!this.#marks.every(({ openAt }) => isWithinReach(this.#output, openAt))) {
      this.#output.ascii(separator);
      return undefined;
    }
    // From last to first, so that earlier positions stay valid.
    const places = this.#marks.flatMap(({ name, length, openAt, closeAt }) => [
      { at: openAt, length, tag: `<${name}>` },
      { at: closeAt, length, tag: `</${name}>` },
    ]);
    places.sort((a, b) => b.at - a.at);
    for (const { at, length, tag } of places) this.#output.replace(at, length, tag);
    this.#marks.length = 0;
    this.#at = -1;
    return places.at(-1)?.at;
  }
}

/**
 * Whether the output at a position may still be rewritten. It is held back for that while it is near enough, however
 * the page is chunked.
 */
export function isWithinReach(output: Output, place: number): boolean {
  return output.position - place <= markdownLimits.heldMarks;
}
