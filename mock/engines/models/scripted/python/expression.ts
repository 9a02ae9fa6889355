import { type Token, tokenRuns } from './expression-tokens.ts';

/** An expression that a text holds. */
export interface Expression {
  /** As Python writes it. */
  readonly python: string;
  readonly at: number;
  readonly end: number;
  /** Whether nothing in it but signs without spaces says that it is one: `3-4`, `1/2`. */
  readonly tight: boolean;
}

/**
 * The longest expression of a text that does something; of several, the first.
 *
 * @param text normal text
 * @example
 * findExpression('what is 3 plus 4 times the square root of 16?')?.python; // '3 + 4 * math.sqrt(16)'
 */
export function findExpression(text: string): Expression | undefined {
  let best: (Expression & { readonly tokens: number }) | undefined;
  for (const run of tokenRuns(text))
    for (let start = 0; start < run.length; ) {
      const parsed = new Parser(run, start).parse();
      if (parsed === undefined) {
        start++;
        continue;
      }
      const used = run.slice(start, parsed.next);
      if (
        used.length > (best?.tokens ?? 1) &&
        used.some(({ kind }) => does.has(kind)) &&
        !bare.test(parsed.python)
      )
        best = {
          python: closesAtEnd(parsed.python) ? parsed.python.slice(1, -1) : parsed.python,
          at: (used[0] ?? { at: 0 }).at,
          end: (used.at(-1) ?? { end: 0 }).end,
          tight: used.every(({ kind, tight }) => !does.has(kind) || tight === true),
          tokens: used.length,
        };
      start = parsed.next;
    }
  return best;
}

/** A number with its sign: nothing is done with it. */
const bare = /^-?[\d.e]+$/;

const does: ReadonlySet<Token['kind']> = new Set(['operator', 'postfix', 'function', 'pair']);

interface Parsed {
  readonly python: string;
  readonly next: number;
}

/** How tightly operators bind; powers bind to the right, and are parsed by themselves. */
const levels: readonly (readonly string[])[] = [
  ['+', '-'],
  ['*', '/', '//', '%', '% of'],
];

/** Nobody nests deeper than this by hand. */
const deepest = 60;

class Parser {
  readonly #tokens: readonly Token[];
  #at: number;
  #depth = 0;

  constructor(tokens: readonly Token[], start: number) {
    this.#tokens = tokens;
    this.#at = start;
  }

  /** As much as makes an expression from the start; undefined where none begins there. */
  parse(): Parsed | undefined {
    const python = this.#binary(0);
    return python === undefined ? undefined : { python, next: this.#at };
  }

  #binary(level: number): string | undefined {
    const operators = levels[level];
    if (operators === undefined) return this.#power();
    let left = this.#binary(level + 1);
    while (left !== undefined) {
      const operator = this.#peek();
      if (operator?.kind !== 'operator' || !operators.includes(operator.text)) break;
      const before = this.#at++;
      const right = this.#binary(level + 1);
      if (right === undefined) {
        this.#at = before;
        break;
      }
      left = operator.text === '% of' ? `${left} / 100 * ${right}` : `${left} ${operator.text} ${right}`;
    }
    return left;
  }

  #power(): string | undefined {
    const value = this.#unary();
    const operator = this.#peek();
    if (value === undefined || operator?.kind !== 'operator' || operator.text !== '**') return value;
    const before = this.#at++;
    const exponent = this.#power();
    if (exponent !== undefined) return `${value} ** ${exponent}`;
    this.#at = before;
    return value;
  }

  #unary(): string | undefined {
    const token = this.#peek();
    if (token?.kind !== 'operator' || (token.text !== '-' && token.text !== '+')) return this.#postfix();
    if (this.#depth > deepest) return undefined;
    const before = this.#at++;
    this.#depth++;
    const value = this.#unary();
    this.#depth--;
    if (value === undefined) this.#at = before;
    return value === undefined ? undefined : `${token.text === '-' ? '-' : ''}${value}`;
  }

  #postfix(): string | undefined {
    let value = this.#primary();
    for (let token = this.#peek(); value !== undefined && token?.kind === 'postfix'; token = this.#peek()) {
      this.#at++;
      if (token.text === '!') value = `math.factorial(${value})`;
      else value = token.text === '%' ? `(${value} / 100)` : `${value}${token.text}`;
    }
    return value;
  }

  #primary(): string | undefined {
    const token = this.#peek();
    if (token === undefined || this.#depth > deepest) return undefined;
    const before = this.#at++;
    this.#depth++;
    const value = this.#begun(token);
    this.#depth--;
    if (value === undefined) this.#at = before;
    return value;
  }

  #begun({ kind, text }: Token): string | undefined {
    switch (kind) {
      case 'number':
        return text;
      case 'open': {
        const inner = this.#binary(0);
        if (inner === undefined || this.#peek()?.kind !== 'close') return undefined;
        this.#at++;
        return `(${inner})`;
      }
      case 'function': {
        const value = this.#unary();
        if (value === undefined) return undefined;
        if (text.includes('x'))
          return text.startsWith('round(') ? text.replace('x', value) : `(${text.replace('x', value)})`;
        return value.startsWith('(') && value.endsWith(')') && closesAtEnd(value)
          ? `${text}${value}`
          : `${text}(${value})`;
      }
      case 'pair':
        return this.#pair(text);
      default:
        return undefined;
    }
  }

  /** `the sum of 3, 4 and 5`, `subtract 3 from 10`, `the remainder of 7 divided by 2`, `gcd(12, 18)`. */
  #pair(operator: string): string | undefined {
    const opened = operator.startsWith('math.') && this.#peek()?.kind === 'open';
    if (opened) this.#at++;
    const values: string[] = [];
    for (;;) {
      // `the remainder of 7 divided by 2` is no division first.
      const value =
        operator === '%' ? this.#unary() : this.#binary(values.length === 0 && operator !== '+' ? 1 : 0);
      if (value === undefined) break;
      values.push(value);
      const before = this.#at;
      let joints = 0;
      for (let token = this.#peek(); token && joins(operator, token); token = this.#peek()) {
        this.#at++;
        joints++;
      }
      if (joints === 0) break;
      const next = this.#peek();
      if (next === undefined || next.kind === 'joint') {
        this.#at = before;
        break;
      }
    }
    if (opened && this.#peek()?.kind === 'close') this.#at++;
    if (values.length < 2) return undefined;
    if (operator.startsWith('math.')) return `${operator}(${values.join(', ')})`;
    const swapped = operator === 'swapped -';
    const ordered = (swapped ? values.toReversed() : values).map((value) =>
      / [-+%] /.test(value) && !closesAtEnd(value) ? `(${value})` : value,
    );
    return `(${ordered.join(` ${swapped ? '-' : operator} `)})`;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }
}

/** The words between the values of a pair: `multiply the sum of 3 and 4 by 5` has one of each. */
const joints: Readonly<Record<string, ReadonlySet<string>>> = {
  '+': new Set(['and', ',', 'to', 'with']),
  '*': new Set(['by', 'with', 'and', ',']),
  '-': new Set(['and', ',']),
  'swapped -': new Set(['from']),
  '/': new Set(['by', 'and']),
  '%': new Set(['by', 'and', 'is divided by']),
};
const listJoints = new Set(['and', ',']);

function joins(operator: string, { kind, text }: Token): boolean {
  if (kind === 'operator') return operator === '%' && text === '/';
  return kind === 'joint' && (joints[operator] ?? listJoints).has(text);
}

/** Whether the bracket that a value begins with is closed at its very end. */
function closesAtEnd(value: string): boolean {
  if (!value.startsWith('(')) return false;
  let depth = 0;
  for (let index = 0; index < value.length; index++) {
    if (value[index] === '(') depth++;
    else if (value[index] === ')' && --depth === 0) return index === value.length - 1;
  }
  return false;
}
