import { decodeHTMLAttribute } from 'entities/decode';
import { byte, isSpace } from './bytes.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const nothing = new Uint8Array(0);

/** The range of a value in the bytes of a tag. */
export interface ValueRange {
  readonly source: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Reads the attributes of start tags, one tag after another, decoding only the requested ones. */
export class Attributes implements ValueRange {
  source: Uint8Array = nothing;
  #start = 0;
  #end = 0;
  /** Range of the value found last, with its references. */
  start = 0;
  end = 0;

  /** Ranges of values located together, start and end of each; -1 for a missing attribute. */
  readonly #places = new Int32Array(8);

  /** Moves to the tag whose attributes are in `source` from `start` to `end`, as the tokenizer reports them. */
  read(source: Uint8Array, start: number, end: number): void {
    this.source = source;
    this.#start = start;
    this.#end = end;
  }

  /**
   * The value of the first attribute with this name, references decoded; undefined without one.
   *
   * @param name in lower case
   */
  get(name: string): string | undefined {
    return this.find(name) ? valueText(this.source, this.start, this.end) : undefined;
  }

  /** Locates several attributes in one pass, for `select`; at most four. */
  locate(names: readonly string[]): void {
    const places = this.#places;
    places.fill(-1);
    let left = names.length;
    const source = this.source;
    for (let at = this.#start; left > 0 && this.#next(at); at = this.#after) {
      const length = this.#nameEnd - this.#nameStart;
      for (let i = 0; i < names.length; i++) {
        const name = names[i] as string; // Within bounds.
        if (name.length !== length || places[2 * i] !== -1) continue;
        if (!isNamed(name, source, this.#nameStart, this.#nameEnd)) continue;
        places[2 * i] = this.start;
        places[2 * i + 1] = this.end;
        left--;
      }
    }
  }

  /** Selects one of the attributes located last. @returns whether it exists */
  select(index: number): boolean {
    this.start = this.#places[2 * index] as number;
    this.end = this.#places[2 * index + 1] as number;
    return this.start !== -1;
  }

  /** The text of the value found or selected last, references decoded. */
  get text(): string {
    return valueText(this.source, this.start, this.end);
  }

  /**
   * Finds the first attribute with this name; `start` and `end` become the range of its value. @returns whether there
   * is one
   */
  find(name: string): boolean {
    // No attribute is shorter than its name.
    if (this.#end - this.#start <= name.length) return false;
    for (let at = this.#start; this.#next(at); at = this.#after) {
      if (isNamed(name, this.source, this.#nameStart, this.#nameEnd)) return true;
    }
    return false;
  }

  #nameStart = 0;
  #nameEnd = 0;
  /** End of the attribute read last. */
  #after = 0;

  /** Reads the attribute at or after `from`. @returns whether there is one */
  #next(from: number): boolean {
    const source = this.source;
    const end = this.#end;
    let at = from;
    while (at < end && (source[at] === byte.slash || isSpace(source[at] as number))) at++;
    if (at >= end) return false;
    this.#nameStart = at++;
    while (at < end && !endsName(source[at] as number)) at++;
    this.#nameEnd = at;
    while (at < end && isSpace(source[at] as number)) at++;
    let valueStart = at;
    let valueEnd = at;
    if (at < end && source[at] === byte.equals) {
      at++;
      while (at < end && isSpace(source[at] as number)) at++;
      const mark = source[at] as number;
      valueStart = at;
      if (at < end && (mark === byte.quote || mark === byte.apostrophe)) {
        valueStart++;
        valueEnd = valueStart;
        while (valueEnd < end && source[valueEnd] !== mark) valueEnd++;
        at = valueEnd + 1;
      } else {
        while (at < end && !isSpace(source[at] as number)) at++;
        valueEnd = at;
      }
    }
    this.start = valueStart;
    this.end = valueEnd;
    this.#after = at;
    return true;
  }
}

function endsName(c: number): boolean {
  return c === byte.equals || c === byte.slash || isSpace(c);
}

function isNamed(name: string, source: Uint8Array, start: number, end: number): boolean {
  if (end - start !== name.length) return false;
  for (let i = 0; i < name.length; i++) {
    const c = source[start + i] ?? 0;
    const small = c >= 65 && c <= 90 ? c | 32 : c;
    if (small !== name.charCodeAt(i)) return false;
  }
  return true;
}

/** The text of a value, references decoded. */
export function valueText(source: Uint8Array, start: number, end: number): string {
  if (start === end) return '';
  const text = decoder.decode(source.subarray(start, end));
  return text.includes('&') ? decodeHTMLAttribute(text) : text;
}
