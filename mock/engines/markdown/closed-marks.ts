import { markdownLimits } from '../../../spec/engine-limits.ts';
import type { Output } from './output.ts';

/** A pair of delimiters that is written. */
interface ClosedMark {
  /** Name of the element that it stands for. */
  readonly name: string;
  readonly length: number;
  /** Where in the output its delimiters stand. */
  readonly openAt: number;
  readonly closeAt: number;
}

/** An HTML comment: nothing to see, and punctuation to the rules of emphasis. */
const separator = '<!-- -->';

/**
 * The delimiters that were written last, one touching the other: what comes behind them may undo them
 * (CommonMark, section 6.2), and then they are written as tags instead.
 */
export class ClosedMarks {
  readonly #output: Output;
  readonly #marks: ClosedMark[] = [];
  #delimiter = 0;
  #at = -1;
  /** Whether a word right behind would undo them. */
  #barely = false;

  constructor(output: Output) {
    this.#output = output;
  }

  /** Whether nothing has come behind them yet. */
  get isLast(): boolean {
    return this.#at === this.#output.position;
  }

  /** Where the first of them begins that may be written otherwise; infinite for nowhere. */
  get start(): number {
    let start = Number.POSITIVE_INFINITY;
    if (!this.isLast) return start;
    for (const { openAt } of this.#marks)
      if (isWithinReach(this.#output, openAt)) start = Math.min(start, openAt);
    return start;
  }

  /** Whether a delimiter of this character, written now, would be one with them. */
  touches(delimiter: number): boolean {
    return this.isLast && this.#delimiter === delimiter;
  }

  /** Notes delimiters whose last was just written. */
  add(name: string, delimiter: number, openAt: number, length: number, barely: boolean): void {
    const closeAt = this.#output.position - length;
    const isOfRun = this.#at === closeAt && this.#delimiter === delimiter;
    // A run that closes several is only as good as its first delimiter.
    this.#barely = barely && (!isOfRun || this.#barely);
    if (!isOfRun) this.#marks.length = 0;
    this.#marks.push({ name, length, openAt, closeAt });
    this.#delimiter = delimiter;
    this.#at = this.#output.position;
  }

  /** Notes text that is not a delimiter, but must not touch one of this character. */
  note(delimiter: number): void {
    this.#marks.length = 0;
    this.#delimiter = delimiter;
    this.#at = this.#output.position;
    this.#barely = false;
  }

  /**
   * Makes them hold although a word comes right behind.
   *
   * @returns where the first of them begins, when they became tags
   */
  beforeWord(): number | undefined {
    if (!this.isLast || !this.#barely) return undefined;
    if (!this.#marks.every(({ openAt }) => isWithinReach(this.#output, openAt))) {
      this.#output.ascii(separator);
      return undefined;
    }
    // From the last to the first, so that places before stay where they are.
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
 * Whether what stands at a place of the output may still be written otherwise. It waits for that, as long as
 * it is not too far back, however the page arrives.
 */
export function isWithinReach(output: Output, place: number): boolean {
  return output.position - place <= markdownLimits.heldMarks;
}
