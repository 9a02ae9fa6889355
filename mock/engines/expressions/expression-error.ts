import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** The kind of an expression's error; stable, for programs. */
export type ExpressionErrorCode =
  | 'expression_blank'
  | 'expression_too_long'
  | 'expression_too_deep'
  | 'expression_syntax'
  | 'expression_unknown_identifier'
  | 'expression_type'
  | 'expression_not_entitled';

/** The position of an error. */
export interface ExpressionPosition {
  /** Index into the source, in UTF-16 units. */
  readonly offset: number;
  /** Line number, from 1. */
  readonly line: number;
  /** Column in the line, in characters, from 1. */
  readonly column: number;
  /** Length of the faulty part in UTF-16 units; 0 if something is missing. */
  readonly length: number;
}

/** Line and column of an offset. */
export function locate(source: string, offset: number): { readonly line: number; readonly column: number } {
  const before = source.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: [...before.slice(lineStart)].length + 1 };
}

/**
 * An invalid expression: it does not parse, or its types do not fit.
 *
 * `message` is the platform's text (cloudflare/wirefilter), `position` the faulty part, `expected` the possible
 * alternatives. `render()` returns the platform's layout, with the source line and carets below it.
 *
 * @example
 * ```ts
 * try {
 *   compileFilter('htp.host eq "a"', scheme);
 * } catch (error) {
 *   if (error instanceof ExpressionError) console.log(error.render());
 *   // Filter parsing error (1:1):
 *   // htp.host eq "a"
 *   // ^^^^^^^^ unknown identifier
 * }
 * ```
 */
export class ExpressionError extends TouchstoneError {
  override readonly code: ExpressionErrorCode;
  readonly source: string;
  readonly position: ExpressionPosition;
  readonly expected: readonly string[];

  constructor(
    code: ExpressionErrorCode,
    message: string,
    source: string,
    span: { readonly start: number; readonly end: number },
    expected: readonly string[],
  ) {
    super(code, message);
    this.code = code;
    this.source = source;
    this.position = { offset: span.start, ...locate(source, span.start), length: span.end - span.start };
    this.expected = expected;
  }

  /** The layout of cloudflare/wirefilter: position, source line, carets and message, each on a line. */
  render(): string {
    const { offset, line, column, length } = this.position;
    const lineStart = this.source.lastIndexOf('\n', offset - 1) + 1;
    const lineEnd = this.source.indexOf('\n', lineStart);
    const text = this.source.slice(lineStart, lineEnd < 0 ? undefined : lineEnd);
    const marked = [...text.slice(offset - lineStart, offset - lineStart + length)].length;
    const carets = ' '.repeat(column - 1) + '^'.repeat(Math.max(1, marked));
    return `Filter parsing error (${line}:${column}):\n${text}\n${carets} ${this.message}\n`;
  }
}
