import { byte, codePointAt, isAlphanumeric, isDigit, isSpace, sequenceLength } from './bytes.ts';
import type { Inline } from './inline.ts';
import { endsNumber, isNumber, lineStartEscape } from './layout.ts';
import type { Output } from './output.ts';
import { looksLikeReference, References } from './references.ts';

/** Classes of bytes in text. */
const plain = 0;
const space = 1;
/** Special in Markdown anywhere. */
const escaped = 2;
/** Special in some positions, or not text at all. */
const special = 3;
const wide = 4;

/** Runs of at least this many bytes are copied at once. */
const longRun = 96;

const classes = new Uint8Array(256).fill(wide, 128);
for (const c of [9, 10, 12, 13, 32]) classes[c] = space;
for (const c of '\\*_[`~') classes[c.charCodeAt(0)] = escaped;
for (const c of '<&]|#\0') classes[c.charCodeAt(0)] = special;

/** Values of references that begin a block at the start of a line. */
const blockStarters: ReadonlySet<number> = new Set([
  byte.hash,
  byte.plus,
  byte.hyphen,
  byte.equals,
  byte.greater,
]);

const hardSpace = 0xa0;

/** Writes text as Markdown with the same meaning: spaces collapse, and special characters are escaped. */
export class TextWriter {
  readonly #output: Output;
  readonly #references = new References();
  readonly #inline: Inline;
  /** Holds one character that a reference stands for. */
  readonly #one = new Uint8Array(1);
  /** Whether the text is in a table cell, where a pipe ends it. */
  inCell = false;
  /** Whether the text is in a heading, where a number sign may end it. */
  inHeading = false;

  constructor(output: Output, inline: Inline) {
    this.#output = output;
    this.#inline = inline;
  }

  /** Writes the text from `start` to `end`, references decoded. */
  write(source: Uint8Array, start: number, end: number): void {
    const output = this.#output;
    const inline = this.#inline;
    let at = start;
    while (at < end) {
      if (classes[source[at] ?? 0] === space) {
        inline.space = true;
        do at++;
        while (at < end && classes[source[at] ?? 0] === space);
        if (at === end) return;
      }
      const c = source[at] ?? 0;
      const kind = classes[c];
      if (kind === special && c !== byte.closeBracket && c !== byte.pipe && c !== byte.hash) {
        at = this.#special(source, at, end);
        continue;
      }
      if (inline.isPending) {
        inline.lineStart = 'no';
        const endsWord = inline.closed.isLast && isEndOfWord(source, at, end);
        inline.before(kind === wide ? getFirst(source, at, end) : c, endsWord);
        if (inline.lineStart !== 'no') {
          at = this.#lineStart(source, at, end);
          continue;
        }
      }
      output.reserve((end - at) * 3);
      if (inline.lineStart === 'after-number') this.#afterNumber(source, at, end);
      at = this.#run(source, at, end);
    }
  }

  /** Continues after a number at the start of a line, which must not become a list item. */
  #afterNumber(source: Uint8Array, at: number, end: number): void {
    let next = at;
    while (next < end && isDigit(source[next] as number)) next++;
    const mark = source[next] ?? 0;
    if (next === end) return;
    this.#inline.lineStart = 'no';
    if (next === at && endsNumber(mark) && (next + 1 === end || isSpace(source[next + 1] as number))) {
      this.#output.byte(byte.backslash);
    }
  }

  /** Writes visible text up to the next special byte. @returns its position */
  #run(source: Uint8Array, start: number, end: number): number {
    const output = this.#output;
    let { bytes, length: to } = output;
    let at = start;
    const inline = this.#inline;
    const { isHtml } = inline;
    let retry = start;
    while (at < end) {
      if (at >= retry && end - at >= longRun) {
        const plainEnd = plainRun(source, at, end);
        if (plainEnd - at >= longRun) {
          bytes.set(source.subarray(at, plainEnd), to);
          to += plainEnd - at;
          at = plainEnd;
          if (at === end) break;
        }
        retry = plainEnd + longRun / 2;
      }
      let c = source[at] as number; // Within bounds.
      let kind = classes[c];
      while (kind === plain) {
        bytes[to++] = c;
        if (++at === end) break;
        c = source[at] as number;
        kind = classes[c];
      }
      if (at === end) break;
      if (kind === escaped) {
        if (!isHtml) {
          output.length = to;
          if (c !== byte.underscore || !this.#isInAddress(source, at, end)) {
            if (inline.guardAddress()) {
              output.reserve((end - at) * 3);
              ({ bytes, length: to } = output);
            }
            bytes[to++] = byte.backslash;
          }
        }
        bytes[to++] = c;
        at++;
      } else if (kind === wide) {
        const length = sequenceLength(source, at, end);
        if (length === 0) {
          bytes[to++] = 0xef;
          bytes[to++] = 0xbf;
          bytes[to++] = 0xbd;
          at++;
        }
        for (let i = 0; i < length; i++) bytes[to++] = source[at++] as number;
      } else if (kind === space) {
        // A space within the line is written at once; one that may be the last has to wait.
        const next = at + 1 < end ? (source[at + 1] as number) : byte.space;
        if (classes[next] === space || next === byte.less || next === byte.ampersand || next === 0) break;
        bytes[to++] = byte.space;
        at++;
      } else {
        if (c === byte.less || c === byte.ampersand || c === 0) break;
        if (this.#needsEscape(c, to, source, at, end)) {
          output.length = to;
          if (inline.guardAddress()) {
            output.reserve((end - at) * 3);
            ({ bytes, length: to } = output);
          }
          bytes[to++] = byte.backslash;
        }
        bytes[to++] = c;
        at++;
      }
    }
    output.length = to;
    return at;
  }

  /** Whether an underscore is between letters of a bare address, where GFM would include a backslash in it. */
  #isInAddress(source: Uint8Array, at: number, end: number): boolean {
    if (at + 1 >= end || !isAlphanumeric(source[at + 1] as number)) return false;
    return isAlphanumeric(this.#output.last) && this.#inline.endsWithAddress();
  }

  /** Whether `]`, `|` or `#` is special at its position. */
  #needsEscape(c: number, to: number, source: Uint8Array, at: number, end: number): boolean {
    if (c === byte.closeBracket) return this.#inline.links > 0;
    if (c === byte.pipe) return this.inCell;
    if (!this.inHeading || this.#output.bytes[to - 1] !== byte.space) return false;
    // Only a separate run could end the heading (CommonMark, section 4.2).
    let next = at;
    while (next < end && source[next] === byte.hash) next++;
    return next === end || isSpace(source[next] as number);
  }

  /** Writes the value of `<`, `&` or a NUL. @returns the position after it */
  #special(source: Uint8Array, at: number, end: number): number {
    const c = source[at];
    // Browsers drop it (HTML, section 13.2.6.4.7).
    if (c === 0) return at + 1;
    if (c === byte.less) {
      this.#character('<', source, at + 1, end);
      return at + 1;
    }
    const text = this.#references.read(source, at, end);
    if (text === undefined) {
      this.#character('&', source, at + 1, end);
      return at + 1;
    }
    const next = this.#references.end;
    for (const character of text) this.#character(character, source, next, end);
    return next;
  }

  /** Writes a character whose following text, at `next`, is known. */
  #character(character: string, source: Uint8Array, next: number, end: number): void {
    const inline = this.#inline;
    const c = character.codePointAt(0) ?? 0;
    if (c === 0) return;
    if (isSpace(c)) {
      inline.space = true;
      return;
    }
    if (inline.isPending) {
      inline.lineStart = 'no';
      inline.before(c);
    }
    const beginsLine =
      inline.lineStart !== 'no' && inline.lineStart !== 'after-number' && blockStarters.has(c);
    const beginsBlock = inline.lineStart === 'of-block';
    inline.lineStart = 'no';
    if (c !== byte.less && c !== byte.ampersand) {
      if (beginsLine) this.#output.byte(byte.backslash);
      // Some readers strip a no-break space at the start of a block, but none strips a reference.
      if (c === hardSpace && beginsBlock) {
        this.#output.ascii('&nbsp;');
        return;
      }
      if (c > 127) {
        this.#output.codePoint(c);
        return;
      }
      this.#one[0] = c;
      this.#output.reserve(3);
      this.#run(this.#one, 0, 1);
      return;
    }
    const { isHtml } = inline;
    const means =
      c === byte.less
        ? opensHtml(source[next] ?? 0, next < end)
        : isHtml
          ? opensReference(source[next] ?? 0, next < end)
          : looksLikeReference(source, next, end);
    if (!means) this.#output.byte(c);
    else if (isHtml) this.#output.ascii(c === byte.less ? '&lt;' : '&amp;');
    else {
      inline.guardAddress();
      this.#output.byte(byte.backslash);
      this.#output.byte(c);
    }
  }

  /** Writes the first character of a line so that it does not begin a block. @returns the position after it */
  #lineStart(source: Uint8Array, at: number, end: number): number {
    const offset = lineStartEscape(source, at, end, this.#inline.lineStart === 'after-break');
    this.#inline.lineStart = offset === -1 && isNumber(source, at, end) ? 'after-number' : 'no';
    const output = this.#output;
    output.reserve((end - at) * 3);
    if (offset === -1) return this.#run(source, at, end);
    output.raw(source, at, at + offset);
    output.byte(byte.backslash);
    output.byte(source[at + offset] ?? 0);
    return at + offset + 1;
  }
}

/** End of a run of plain characters with single spaces between them. */
function plainRun(source: Uint8Array, start: number, end: number): number {
  let at = start;
  for (;;) {
    while (at < end && classes[source[at] as number] === plain) at++;
    if (at + 1 >= end || source[at] !== byte.space || classes[source[at + 1] as number] !== plain) return at;
    at += 2;
  }
}

/** Whether a `<` before this character would be read as HTML. */
function opensHtml(next: number, isThere: boolean): boolean {
  const small = next | 32;
  return !isThere || (small >= 97 && small <= 122) || next === 33 || next === 47 || next === 63;
}

/** Whether an ampersand before this character would begin a reference in HTML, which needs no semicolon. */
function opensReference(next: number, isThere: boolean): boolean {
  return !isThere || next === byte.hash || isAlphanumeric(next);
}

/** Whether only punctuation that ends no address follows in the word (GFM, section 6.9). */
function isEndOfWord(source: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const c = source[at] as number; // Within bounds.
    if (isSpace(c)) return true;
    if (!trailing.has(c)) return false;
  }
  return true;
}

const trailing: ReadonlySet<number> = new Set([...'?!.,:'].map((c) => c.charCodeAt(0)));

/** The non-ASCII character at `at`; malformed UTF-8 becomes U+FFFD. */
function getFirst(source: Uint8Array, at: number, end: number): number {
  return sequenceLength(source, at, end) === 0 ? 0xfffd : codePointAt(source, at);
}
