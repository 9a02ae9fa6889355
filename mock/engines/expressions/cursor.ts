import { ExpressionError, type ExpressionErrorCode } from './expression-error.ts';

/** A range of the source, as [start, end) offsets in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whether a character code belongs to an identifier: `[A-Za-z0-9_]`. */
export function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  );
}

/** Whether a character code is a hexadecimal digit. */
export function isHexCode(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);
}

/** Space, CR and LF. A tab is not whitespace (cloudflare/wirefilter). */
function isSpaceCode(code: number): boolean {
  return code === 32 || code === 13 || code === 10;
}

/**
 * A position in the source. The language has no fixed tokens (`01:02` is bytes, an address or an integer, depending on
 * the type of the field before it), so the lexers are functions that read one kind of literal at the cursor.
 */
export class Cursor {
  readonly source: string;
  /** End of the trimmed source. */
  readonly end: number;
  position: number;

  constructor(source: string, start: number, end: number) {
    this.source = source;
    this.position = start;
    this.end = end;
  }

  /** The character at the cursor; empty at the end. */
  peek(): string {
    return this.position < this.end ? this.source.charAt(this.position) : '';
  }

  /** Skips whitespace. */
  skipSpace(): void {
    this.takeWhile(isSpaceCode);
  }

  /** Consumes characters while the test holds; empty if none. */
  takeWhile(test: (code: number) => boolean): string {
    const start = this.position;
    while (this.position < this.end && test(this.source.charCodeAt(this.position))) this.position++;
    return this.source.slice(start, this.position);
  }

  /** Consumes the text if it comes next. */
  take(text: string): boolean {
    if (!this.source.startsWith(text, this.position) || this.position + text.length > this.end) return false;
    this.position += text.length;
    return true;
  }

  /** Consumes the word if it comes next and is not the start of a longer one. */
  takeWord(word: string): boolean {
    const after = this.position + word.length;
    if (after < this.end && isWordCode(this.source.charCodeAt(after))) return false;
    return this.take(word);
  }

  /** Consumes the text, or fails with `expected literal "..."`. */
  expect(text: string): void {
    if (!this.take(text)) this.failHere('expression_syntax', `expected literal "${text}"`, [text]);
  }

  /** Fails with the whole rest as the faulty part, as the platform does for missing parts. */
  failHere(code: ExpressionErrorCode, message: string, expected: readonly string[]): never {
    return this.fail(code, message, { start: this.position, end: this.end }, expected);
  }

  /** Fails with the given part as the faulty one. */
  fail(code: ExpressionErrorCode, message: string, span: Span, expected: readonly string[] = []): never {
    throw new ExpressionError(code, message, this.source, span, expected);
  }
}
