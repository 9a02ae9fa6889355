import { decodeHTMLAttribute } from 'entities/decode';
import { byte, isSpace } from './bytes.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const nothing = new Uint8Array(0);

/** Where a value stands in the bytes of a tag. */
export interface ValueRange {
  readonly source: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Reads the attributes of one start tag after another, and of each only what is asked for. */
export class Attributes implements ValueRange {
  source: Uint8Array = nothing;
  #start = 0;
  #end = 0;
  /** Where the value stands that was found last, references and all. */
  start = 0;
  end = 0;

  /** Goes to the tag whose attributes stand in `source` from `start` to `end`, as the tokenizer tells them. */
  read(source: Uint8Array, start: number, end: number): void {
    this.source = source;
    this.#start = start;
    this.#end = end;
  }

  /**
   * The value of the first attribute of this name, references undone; undefined without one.
   *
   * @param name in small letters
   */
  get(name: string): string | undefined {
    return this.find(name) ? textOf(this.source, this.start, this.end) : undefined;
  }

  /** Finds the first attribute of this name. @returns whether there is one, whose value `start` and `end` are */
  find(name: string): boolean {
    const source = this.source;
    const end = this.#end;
    let at = this.#start;
    // No attribute is shorter than its name.
    if (end - at <= name.length) return false;
    while (at < end) {
      const c = source[at] ?? 0;
      if (isSpace(c) || c === byte.slash) {
        at++;
        continue;
      }
      const nameStart = at++;
      while (at < end && !endsName(source[at] ?? 0)) at++;
      const nameEnd = at;
      while (at < end && isSpace(source[at] ?? 0)) at++;
      let valueStart = at;
      let valueEnd = at;
      if (source[at] === byte.equals && at < end) {
        at++;
        while (at < end && isSpace(source[at] ?? 0)) at++;
        const mark = source[at] ?? 0;
        if (at < end && (mark === byte.quote || mark === byte.apostrophe)) {
          valueStart = at + 1;
          valueEnd = valueStart;
          while (valueEnd < end && source[valueEnd] !== mark) valueEnd++;
          at = valueEnd + 1;
        } else {
          valueStart = at;
          while (at < end && !isSpace(source[at] ?? 0)) at++;
          valueEnd = at;
        }
      }
      if (isNamed(name, source, nameStart, nameEnd)) {
        this.start = valueStart;
        this.end = valueEnd;
        return true;
      }
    }
    return false;
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

function textOf(source: Uint8Array, start: number, end: number): string {
  if (start === end) return '';
  const text = decoder.decode(source.subarray(start, end));
  return text.includes('&') ? decodeHTMLAttribute(text) : text;
}
