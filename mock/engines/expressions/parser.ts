import type { Expression, PathExpression } from './ast.ts';
import { parseLogical } from './parse-logical.ts';
import { parsePath } from './parse-path.ts';
import { type ParseOptions, ParseState } from './parse-state.ts';
import type { Scheme } from './scheme.ts';
import { sameType, type Type, typeInMismatch } from './types.ts';
import type { EvaluationContext } from './values.ts';

function expectEnd<C extends EvaluationContext>(state: ParseState<C>, expected: readonly string[]): void {
  const { cursor } = state;
  if (cursor.position < cursor.end) cursor.failHere('expression_syntax', 'unrecognised input', expected);
}

function expectType<C extends EvaluationContext>(
  state: ParseState<C>,
  found: { readonly type: Type; readonly span: { readonly start: number; readonly end: number } },
  expected: Type,
): void {
  if (sameType(found.type, expected)) return;
  const name = typeInMismatch(expected);
  const message = `expected value of type ${name}, but got ${typeInMismatch(found.type)}`;
  state.cursor.fail('expression_type', message, found.span, [name]);
}

/**
 * Parses an expression that is true or false.
 *
 * @throws ExpressionError when it does not parse or its types do not fit
 */
export function parseFilter<C extends EvaluationContext>(
  source: string,
  scheme: Scheme<C>,
  options: ParseOptions = {},
): Expression {
  const state = new ParseState(source, scheme, options, { logical: parseLogical, path: parsePath });
  const expression = parseLogical(state);
  expectEnd(state, ['and', 'xor', 'or', 'end of expression']);
  expectType(state, expression, 'Boolean');
  return expression;
}

/**
 * Parses an expression that yields a value: a field or a call, with indexes.
 *
 * @param type the type the value must have; any when left out
 * @throws ExpressionError when it does not parse or its types do not fit
 */
export function parseValue<C extends EvaluationContext>(
  source: string,
  scheme: Scheme<C>,
  options: ParseOptions & { readonly type?: Type } = {},
): PathExpression {
  const state = new ParseState(source, scheme, options, { logical: parseLogical, path: parsePath });
  const path = parsePath(state);
  expectEnd(state, ['[', 'end of expression']);
  // Each of many values is not a value, whatever its type.
  expectType(state, path, options.type ?? path.element);
  return path;
}
