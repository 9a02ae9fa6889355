import { byte, isLetter, isSpace } from './bytes.ts';
import { type Element, elementNamed, kinds } from './elements.ts';
import {
  endsName,
  indexOf,
  isTagOf,
  nextAngle,
  opensMarkup,
  pieceBytes,
  referenceBytes,
  textCut,
  wholeTagEnd,
} from './scan.ts';

/** Receives the tokens of a page, in document order. Ranges are valid only during the call. */
export interface TokenSink {
  /** Raw text between tags, with its references; a `<` in it opens no tag. */
  text(source: Uint8Array, start: number, end: number): void;
  /** A start tag; its attributes are from `start` to `end`. */
  open(element: Element, source: Uint8Array, start: number, end: number): void;
  close(element: Element): void;
  /** A piece of a raw element's content, with its references. */
  content(source: Uint8Array, start: number, end: number): void;
}

const nothing = new Uint8Array(0);

type Mode = 'data' | 'comment' | 'bogus-comment' | 'raw';
/** The position within a tag while searching for its end; otherwise the quotation mark that ends the value. */
const places = { name: 0, tag: 1, attribute: 2, afterAttribute: 3, beforeValue: 4, unquoted: 5 } as const;

/** How a comment in a script hides its end tag. */
const escapes = { none: 0, single: 1, double: 2 } as const;

/**
 * Splits HTML into tags and text as browsers do (HTML, section 13.2.5), from UTF-8 bytes in chunks of any size. Tokens
 * do not depend on the chunks: an incomplete token waits for its rest, and no byte is searched twice.
 */
export class Tokenizer {
  readonly #sink: TokenSink;
  #source: Uint8Array = nothing;
  /** The incomplete part, at the start of a growing array. */
  #held: Uint8Array = nothing;
  #heldLength = 0;
  #at = 0;
  /** Whether the source has ended. */
  #last = false;
  #mode: Mode = 'data';
  /** The raw element whose content is being read, in that mode. */
  #raw: Element | undefined;
  #escape: (typeof escapes)[keyof typeof escapes] = escapes.none;
  /** How far after `#at` the search for the token's end has come, and in which state. */
  #searched = 0;
  #place: number = places.name;
  /** Number of hyphens at `#at` that open the comment. */
  #opener = 0;
  /** Number of open `svg` and `math` elements. */
  #foreign = 0;

  constructor(sink: TokenSink) {
    this.#sink = sink;
  }

  write(chunk: Uint8Array): void {
    this.#source = this.#heldLength === 0 ? chunk : this.#hold(chunk, 0);
    this.#report();
    const source = this.#source;
    if (this.#at === source.length) this.#heldLength = 0;
    else if (this.#heldLength === 0) this.#hold(source, this.#at);
    else if (this.#at > 0) {
      this.#held.copyWithin(0, this.#at, source.length);
      this.#heldLength = source.length - this.#at;
    }
    this.#source = this.#held.subarray(0, this.#heldLength);
    this.#at = 0;
  }

  /** Appends a chunk from `start` on to the buffer. The buffer doubles, so each byte is moved a few times at most. */
  #hold(chunk: Uint8Array, start: number): Uint8Array {
    const length = this.#heldLength + chunk.length - start;
    if (length > this.#held.length) {
      const grown = new Uint8Array(Math.max(length, this.#held.length * 2));
      grown.set(this.#held.subarray(0, this.#heldLength));
      this.#held = grown;
    }
    this.#held.set(chunk.subarray(start), this.#heldLength);
    this.#heldLength = length;
    return this.#held.subarray(0, length);
  }

  /** Reports the rest; drops a tag or comment without an end. */
  end(): void {
    this.#last = true;
    this.#report();
    this.#source = nothing;
    this.#at = 0;
  }

  #report(): void {
    const { length } = this.#source;
    while (this.#at < length && this.#step());
  }

  /** Reports one token. @returns false if it needs more bytes */
  #step(): boolean {
    switch (this.#mode) {
      case 'comment':
        return this.#comment();
      case 'bogus-comment':
        return this.#bogusComment();
      case 'raw':
        return this.#content();
      default: {
        const source = this.#source;
        if (source[this.#at] !== byte.less) return this.#text();
        if (this.#at + 1 >= source.length) return this.#last && this.#text();
        return opensMarkup(source[this.#at + 1] ?? 0) ? this.#markup() : this.#text();
      }
    }
  }

  #text(): boolean {
    const source = this.#source;
    const { length } = source;
    let end = this.#at + this.#searched;
    for (; ; end++) {
      end = indexOf(source, byte.less, end);
      if (end === -1 || end + 1 >= length) break;
      if (opensMarkup(source[end + 1] as number)) break;
    }
    const isWhole = this.#last || (end !== -1 && end + 1 < length);
    if (end === -1 || (this.#last && end + 1 >= length)) end = length;
    while (end - this.#at > pieceBytes + referenceBytes) {
      const cut = textCut(source, this.#at);
      this.#sink.text(source, this.#at, cut);
      this.#at = cut;
    }
    if (!isWhole) {
      this.#searched = end - this.#at;
      return false;
    }
    this.#sink.text(source, this.#at, end);
    this.#at = end;
    this.#searched = 0;
    return true;
  }

  #markup(): boolean {
    const source = this.#source;
    const { length } = source;
    const next = source[this.#at + 1];
    if (next === byte.exclamation || next === byte.question) return this.#openComment();
    const isEnd = next === byte.slash;
    const name = this.#at + (isEnd ? 2 : 1);
    if (isEnd) {
      if (name >= length) return this.#last && this.#rest();
      if (!isLetter(source[name] ?? 0)) {
        this.#mode = 'bogus-comment';
        this.#at = name;
        return true;
      }
    }
    // Most tags are complete; an incomplete one resumes where it stopped.
    let end = this.#searched === 0 ? wholeTagEnd(source, name) : -1;
    if (end === -1) end = this.#tagEnd(Math.max(name, this.#at + this.#searched));
    if (end === -1) return this.#unfinished(length - this.#at);
    this.#searched = 0;
    this.#at = end + 1;
    let afterName = name;
    while (!endsName(source[afterName] as number)) afterName++;
    const element = elementNamed(source, name, afterName);
    if (element === undefined) return true;
    if (isEnd) this.#close(element);
    else this.#open(element, afterName, end);
    return true;
  }

  #open(element: Element, start: number, end: number): void {
    this.#sink.open(element, this.#source, start, end);
    if (element.kind === kinds.foreign) this.#foreign++;
    if (!element.isRaw) return;
    const closesItself = this.#foreign > 0 && this.#source[end - 1] === byte.slash;
    if (closesItself) {
      this.#sink.close(element);
    } else {
      this.#mode = 'raw';
      this.#raw = element;
    }
  }

  #close(element: Element): void {
    if (element.kind === kinds.foreign && this.#foreign > 0) this.#foreign--;
    this.#sink.close(element);
  }

  /** Finds the `>` of a tag, outside of quotes. @returns -1 if it has not arrived yet */
  #tagEnd(from: number): number {
    const source = this.#source;
    const { length } = source;
    let at = from;
    let place = this.#place;
    while (at < length) {
      const c = source[at] ?? 0;
      if (c === byte.greater && place <= places.unquoted) {
        this.#place = places.name;
        return at;
      }
      if (place === places.name) {
        if (endsName(c)) place = places.tag;
        else at++;
      } else if (place === places.tag) {
        // An attribute's name begins here, even with `=`.
        if (!isSpace(c) && c !== byte.slash) place = places.attribute;
        at++;
      } else if (place === places.attribute || place === places.afterAttribute) {
        if (c === byte.equals) place = places.beforeValue;
        else if (c === byte.slash) place = places.tag;
        else place = isSpace(c) ? places.afterAttribute : places.attribute;
        at++;
      } else if (place === places.beforeValue) {
        if (isSpace(c)) {
          at++;
        } else if (c === byte.quote || c === byte.apostrophe) {
          place = c;
          at++;
        } else {
          place = places.unquoted;
        }
      } else if (place === places.unquoted) {
        if (isSpace(c)) place = places.tag;
        at++;
      } else {
        const close = indexOf(source, place, at);
        if (close === -1) {
          at = length;
        } else {
          at = close + 1;
          place = places.tag;
        }
      }
    }
    this.#place = place;
    return -1;
  }

  /** Reports the rest as text. */
  #rest(): boolean {
    this.#sink.text(this.#source, this.#at, this.#source.length);
    this.#at = this.#source.length;
    return true;
  }

  /** Waits for more of a tag or comment, which is dropped if the page ends. */
  #unfinished(searched: number): boolean {
    this.#searched = searched;
    if (this.#last) this.#at = this.#source.length;
    return false;
  }

  #openComment(): boolean {
    const source = this.#source;
    const at = this.#at;
    if (source[at + 1] === byte.exclamation) {
      if (at + 3 >= source.length && !this.#last) return false;
      if (source[at + 2] === byte.hyphen && source[at + 3] === byte.hyphen) {
        this.#mode = 'comment';
        this.#opener = 2;
        this.#at += 2;
        return true;
      }
    }
    this.#mode = 'bogus-comment';
    this.#at += 2;
    return true;
  }

  #comment(): boolean {
    const source = this.#source;
    for (let end = this.#at; ; end++) {
      end = source.indexOf(byte.greater, end);
      if (end === -1) break;
      // `--!>` can't begin within the hyphens that open the comment.
      const isLoud = source[end - 1] === byte.exclamation && end - 3 >= this.#at + this.#opener;
      const mark = isLoud ? end - 1 : end;
      if (mark - 2 < this.#at || source[mark - 1] !== byte.hyphen || source[mark - 2] !== byte.hyphen)
        continue;
      this.#at = end + 1;
      this.#mode = 'data';
      return true;
    }
    // Keeps a possible start of `--!>`.
    const kept = Math.max(this.#at, source.length - 4);
    this.#opener = Math.max(0, this.#opener - (kept - this.#at));
    this.#at = kept;
    return this.#unfinished(0);
  }

  #bogusComment(): boolean {
    const end = this.#source.indexOf(byte.greater, this.#at);
    this.#at = end === -1 ? this.#source.length : end + 1;
    if (end !== -1) this.#mode = 'data';
    return true;
  }

  #content(): boolean {
    const source = this.#source;
    const { length } = source;
    const name = this.#raw?.name ?? '';
    for (let at = this.#at; ; at++) {
      at = this.#escape === escapes.none ? source.indexOf(byte.less, at) : nextAngle(source, at);
      if (at === -1) {
        // Keeps a possible end of the comment.
        const kept = this.#last || this.#escape === escapes.none ? 0 : 2;
        this.#reportContent(Math.max(this.#at, length - kept));
        return this.#last || kept === 0;
      }
      if (source[at] === byte.greater) {
        if (source[at - 1] === byte.hyphen && source[at - 2] === byte.hyphen) this.#escape = escapes.none;
        continue;
      }
      // An end tag, or a start tag with the byte after it.
      if (at + name.length + 2 >= length && !this.#last) {
        this.#reportContent(at);
        return false;
      }
      if (this.#escape !== escapes.double && isTagOf(name, source, at + 2, source[at + 1] === byte.slash)) {
        this.#reportContent(at);
        this.#mode = 'data';
        this.#escape = escapes.none;
        return true;
      }
      if (name === 'script') this.#noteEscape(source, at);
    }
  }

  /** Tracks what comments in scripts hide: an end tag after a start tag in one (HTML, section 13.2.5.17). */
  #noteEscape(source: Uint8Array, at: number): void {
    const isComment = source[at + 1] === byte.exclamation && source[at + 2] === byte.hyphen;
    if (this.#escape === escapes.none) {
      if (isComment && source[at + 3] === byte.hyphen) this.#escape = escapes.single;
    } else if (isTagOf('script', source, at + 1, true)) {
      this.#escape = escapes.double;
    } else if (isTagOf('script', source, at + 2, source[at + 1] === byte.slash)) {
      this.#escape = escapes.single;
    }
  }

  #reportContent(end: number): void {
    if (end > this.#at) this.#sink.content(this.#source, this.#at, end);
    this.#at = end;
  }
}
