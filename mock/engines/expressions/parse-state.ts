import { Cursor, type Span } from './cursor.ts';
import { ExpressionError } from './expression-error.ts';
import type { Scheme } from './scheme.ts';
import type { EvaluationContext } from './values.ts';

/** A use that can depend on the customer's plan. */
export interface EntitledUse {
  readonly kind: 'operator' | 'field' | 'function';
  /** The field or function, or the operator in the platform's spelling (`Matches`). */
  readonly name: string;
}

/** Limits of the language; each with the platform's value as its default. */
export interface ParseOptions {
  /** Maximum length of an expression in Unicode code points. Default 4096. */
  readonly maxLength?: number;
  /** Maximum nesting of parentheses, `not` and calls. Default 128. */
  readonly maxDepth?: number;
  /**
   * Returns the plan that a use requires and the customer lacks, such as `a Business plan or a WAF Advanced plan`;
   * undefined if the use is allowed. Default: everything is allowed.
   */
  readonly missingPlan?: (use: EntitledUse) => string | undefined;
}

/** State that the parts of the parser share while they read one expression. */
export class ParseState<C extends EvaluationContext> {
  readonly cursor: Cursor;
  readonly scheme: Scheme<C>;
  readonly #maxDepth: number;
  readonly #missingPlan: (use: EntitledUse) => string | undefined;
  #depth = 0;
  /** Single-use functions that were already called. */
  readonly calledOnce = new Set<string>();
  /** Whether the parser is in the arguments of such a function. */
  insideOnce = false;

  constructor(source: string, scheme: Scheme<C>, options: ParseOptions) {
    const maxLength = options.maxLength ?? 4096;
    const start = source.length - source.trimStart().length;
    const end = source.trimEnd().length;
    if (end <= start) {
      const whole = { start: 0, end: source.length };
      throw new ExpressionError('expression_blank', 'the expression cannot be blank', source, whole, [
        'expression',
      ]);
    }
    // Characters are counted only if the number of UTF-16 units is not conclusive.
    if (source.length > maxLength && [...source].length > maxLength) {
      const span = { start: maxLength, end: source.length };
      const message = `the expression exceeds the maximum length of ${maxLength} characters`;
      throw new ExpressionError('expression_too_long', message, source, span, []);
    }
    this.cursor = new Cursor(source, start, end);
    this.scheme = scheme;
    this.#maxDepth = options.maxDepth ?? 128;
    this.#missingPlan = options.missingPlan ?? (() => undefined);
  }

  /** Parses something one level deeper; the level opens at the offset. */
  nested<T>(opening: number, read: () => T): T {
    if (this.#depth >= this.#maxDepth) {
      const message = `maximum nesting depth exceeded (limit: ${this.#maxDepth})`;
      this.cursor.fail('expression_too_deep', message, { start: opening, end: this.cursor.end });
    }
    this.#depth++;
    const result = read();
    this.#depth--;
    return result;
  }

  /** Fails when the customer's plan does not include the use. */
  checkEntitlement(use: EntitledUse, span: Span): void {
    const plan = this.#missingPlan(use);
    if (plan === undefined) return;
    const message = `not entitled: the use of ${use.kind} ${use.name} is not allowed, ${plan} is required`;
    this.cursor.fail('expression_not_entitled', message, span, [plan]);
  }
}
