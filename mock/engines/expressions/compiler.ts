import type { Expression, PathExpression } from './ast.ts';
import { collectReferences, type References } from './ast.ts';
import { compileExpression, compileTypedValue, joinByAnd } from './compile-expression.ts';
import type { ParseOptions } from './parse-state.ts';
import { parseFilter, parseValue } from './parser.ts';
import type { Scheme } from './scheme.ts';
import type { Type } from './types.ts';
import { type EvaluationContext, release, type Value } from './values.ts';

/** A condition that must hold for the whole expression to hold. */
export interface Condition<C extends EvaluationContext = EvaluationContext> {
  /** Its syntax tree; conditions with the same {@link print} output are the same. */
  readonly ast: Expression;
  evaluate(context: C): boolean;
}

/** A compiled expression that is true or false. */
export interface Filter<C extends EvaluationContext = EvaluationContext> {
  readonly source: string;
  readonly ast: Expression;
  readonly references: References;
  /** All conditions of the expression: the operands of its outermost `and`, or the expression itself. */
  readonly conditions: readonly Condition<C>[];
  /** Whether a request satisfies the expression. Never throws, whatever the field values. */
  evaluate(context: C): boolean;
}

/** A compiled expression that yields a value. */
export interface ValueExpression<C extends EvaluationContext = EvaluationContext> {
  readonly source: string;
  readonly ast: PathExpression;
  readonly type: Type;
  readonly references: References;
  /** The value, or undefined if it is missing. A String that is not UTF-8 is a `Uint8Array`. */
  evaluate(context: C): Value | undefined;
}

/**
 * Compiles the expression of a rule.
 *
 * @throws ExpressionError when it does not parse or its types do not fit
 * @example
 * ```ts
 * const scheme = createScheme({ fields: fieldsFor('custom_rules'), functions: functionsFor('custom_rules') });
 * const filter = compileFilter('http.host eq "example.com" and not ssl', scheme);
 * filter.evaluate({ get: (field) => (field === 'http.host' ? 'example.com' : false) }); // true
 * ```
 */
export function compileFilter<C extends EvaluationContext>(
  source: string,
  scheme: Scheme<C>,
  options: ParseOptions = {},
): Filter<C> {
  const ast = parseFilter(source, scheme, options);
  const conditions = conjuncts(ast).map((part): Condition<C> => {
    const compiled = compileExpression(part, scheme);
    // The parser rejects filters that yield arrays.
    if (compiled.many) throw new TypeError('an expression of arrays is not a filter');
    return { ast: part, evaluate: compiled.evaluate };
  });
  return {
    source,
    ast,
    references: collectReferences(ast),
    conditions,
    evaluate: joinByAnd(conditions.map(({ evaluate }) => evaluate)),
  };
}

function conjuncts(expression: Expression): readonly Expression[] {
  if (expression.kind !== 'logical' || expression.operator !== 'and') return [expression];
  return expression.operands.flatMap(conjuncts);
}

/**
 * Compiles an expression that yields a value, such as a token source.
 *
 * @param options the parser's limits, and `type`: the required type of the value
 * @throws ExpressionError when it does not parse or its type does not fit
 * @example
 * ```ts
 * const scheme = createScheme({ fields: tokenSourceFields });
 * const source = compileValue('http.request.headers["authorization"][0]', scheme, { type: 'String' });
 * const headers = new Map([['authorization', ['Bearer x']]]);
 * source.evaluate({ get: () => headers }); // 'Bearer x'
 * ```
 */
export function compileValue<C extends EvaluationContext>(
  source: string,
  scheme: Scheme<C>,
  options: ParseOptions & { readonly type?: Type } = {},
): ValueExpression<C> {
  const ast = parseValue(source, scheme, options);
  const read = compileTypedValue(ast, scheme);
  return {
    source,
    ast,
    type: ast.type,
    references: collectReferences(ast),
    evaluate: (context) => {
      const value = read(context);
      return value === undefined ? undefined : release(value);
    },
  };
}
