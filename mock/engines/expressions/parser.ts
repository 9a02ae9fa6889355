import type {
  Argument,
  CallExpression,
  Expression,
  FieldExpression,
  Index,
  Literal,
  LogicalExpression,
  PathExpression,
} from './ast.ts';
import { type Cursor, isHexCode, isWordCode } from './cursor.ts';
import {
  checkArgument,
  type FunctionDefinition,
  getShape,
  type Parameter,
  type ParameterType,
} from './functions/definition.ts';
import { parseIpAddress } from './ip-address.ts';
import { isAtByteString, lexInteger, lexString } from './literals.ts';
import { parseComparison, takeComparisonOperator } from './parse-comparison.ts';
import { parseIndex } from './parse-index.ts';
import { type ParseOptions, ParseState } from './parse-state.ts';
import type { Scheme } from './scheme.ts';
import { arrayOf, sameType, type Type, typeInMismatch } from './types.ts';
import type { EvaluationContext } from './values.ts';

/** Whether the text at the cursor can only be a number, an address or a byte string. */
function startsWithNumber(cursor: Cursor): boolean {
  const character = cursor.peek();
  return (character >= '0' && character <= '9') || character === '-' || character === ':';
}

/** The name at the cursor, without consuming it. */
function peekName(cursor: Cursor): string {
  const start = cursor.position;
  const name = cursor.takeWhile((code) => isWordCode(code) || code === 46);
  cursor.position = start;
  return name;
}

/** The run of characters possible in an address, without consuming it. */
function peekAddress(cursor: Cursor): string {
  const start = cursor.position;
  const text = cursor.takeWhile((code) => isHexCode(code) || code === 58 || code === 46);
  cursor.position = start;
  return text;
}

/** An unquoted literal: an address before a byte string before an integer, if the parameter accepts them. */
function parseBareLiteral(cursor: Cursor, parameter: Parameter): Literal {
  const start = cursor.position;
  const takes = (test: (type: ParameterType) => boolean): boolean => parameter.types.some(test);
  const onlyBytes = takes((type) => type === 'String' || type === 'Bytes') && !takes((type) => type === 'IP');
  const text = peekAddress(cursor);
  const address = onlyBytes && isAtByteString(cursor) ? undefined : parseIpAddress(text);
  if (address !== undefined) {
    cursor.position += text.length;
    return { kind: 'ip', value: address, span: { start, end: cursor.position } };
  }
  if (isAtByteString(cursor)) {
    const value = lexString(cursor);
    return { kind: 'string', value, span: { start, end: cursor.position } };
  }
  const value = lexInteger(cursor);
  return { kind: 'integer', value, span: { start, end: cursor.position } };
}

function isQuoteOrRaw(cursor: Cursor): boolean {
  const [first = '', second = ''] = cursor.source.slice(cursor.position, cursor.position + 2);
  return first === '"' || first === "'" || (first === 'r' && ['"', "'", '#'].includes(second));
}

/** Whether a logical expression begins here, rather than a single value or comparison. */
function startsLogical(cursor: Cursor): boolean {
  const start = cursor.position;
  const found = cursor.take('(') || cursor.takeWord('not') || cursor.take('!');
  cursor.position = start;
  return found;
}

/** An argument of a call: a literal, a path, one comparison, or a logical expression in parentheses. */
function parseArgument<C extends EvaluationContext>(state: ParseState<C>, parameter: Parameter): Argument {
  const { cursor, scheme } = state;
  const start = cursor.position;
  if (isQuoteOrRaw(cursor)) {
    const value = lexString(cursor);
    return { kind: 'string', value, span: { start, end: cursor.position } };
  }
  if (startsLogical(cursor)) return parseLogical(state);
  const name = peekName(cursor);
  const known = scheme.fields.has(name) || scheme.functions.has(name);
  const bare =
    startsWithNumber(cursor) || isAtByteString(cursor) || parseIpAddress(peekAddress(cursor)) !== undefined;
  if (!known && bare) return parseBareLiteral(cursor, parameter);
  if (name === '') cursor.failHere('expression_syntax', 'unrecognised input', ['argument']);
  const path = parsePath(state);
  const behind = cursor.position;
  cursor.skipSpace();
  const compared = takeComparisonOperator(cursor) !== undefined;
  cursor.position = behind;
  // Without parentheses, only one comparison: `and` and the like need them here (cloudflare/wirefilter).
  return compared ? parseComparison(state, path) : path;
}

/** The arguments between the parentheses. */
function parseArguments<C extends EvaluationContext>(
  state: ParseState<C>,
  definition: FunctionDefinition<C>,
): Argument[] {
  const { cursor } = state;
  const [min, max] = definition.arity;
  const wanted = [min === max ? `${min} arguments` : `${min} to ${max} arguments`];
  const args: Argument[] = [];
  while (cursor.peek() !== '' && cursor.peek() !== ')') {
    if (args.length > 0) cursor.expect(',');
    cursor.skipSpace();
    const start = cursor.position;
    const index = args.length;
    const shapes = args.map(getShape);
    const parameter = index < max ? definition.parameter(index, shapes) : { types: [] };
    const argument = parseArgument(state, parameter);
    if (index > 0 && argument.kind === 'path' && argument.each > 0) {
      const message = 'invalid use of map each access operator';
      cursor.fail('expression_type', message, argument.span, ['no [*] after the first argument']);
    }
    if (index >= max) {
      cursor.fail('expression_type', 'invalid number of arguments', { start, end: cursor.end }, wanted);
    }
    checkArgument(cursor, argument, index, parameter);
    args.push(argument);
    cursor.skipSpace();
  }
  if (args.length < min) cursor.failHere('expression_type', 'invalid number of arguments', wanted);
  return args;
}

/** A call; the cursor is after the function's name. */
function parseCall<C extends EvaluationContext>(
  state: ParseState<C>,
  name: string,
  definition: FunctionDefinition<C>,
  start: number,
): CallExpression {
  const { cursor } = state;
  cursor.skipSpace();
  const outerOnce = state.insideOnce;
  if (definition.once === true) {
    const span = { start, end: start + name.length };
    if (state.calledOnce.has(name)) {
      cursor.fail('expression_type', `function ${name} can only be used once in an expression`, span);
    }
    if (outerOnce) cursor.fail('expression_type', `function ${name} cannot be nested`, span);
    state.calledOnce.add(name);
    state.insideOnce = true;
  }
  const args = state.nested(cursor.position, () => {
    cursor.expect('(');
    cursor.skipSpace();
    return parseArguments(state, definition);
  });
  state.insideOnce = outerOnce;
  cursor.expect(')');
  const [first] = args;
  const mapped = first?.kind === 'path' && first.each > 0;
  const type = definition.returns(args.map(getShape));
  return {
    kind: 'call',
    name,
    arguments: args,
    mapped,
    type: mapped ? arrayOf(type) : type,
    span: { start, end: cursor.position },
  };
}

/** A dotted name; moves the cursor after it. */
function takeIdentifier(cursor: Cursor): string {
  const start = cursor.position;
  do {
    if (cursor.takeWhile(isWordCode) === '') {
      cursor.failHere('expression_syntax', 'expected identifier character', ['field', 'function']);
    }
  } while (cursor.take('.'));
  return cursor.source.slice(start, cursor.position);
}

function parseRoot<C extends EvaluationContext>(state: ParseState<C>): PathExpression['root'] {
  const { cursor, scheme } = state;
  const start = cursor.position;
  const name = takeIdentifier(cursor);
  const span = { start, end: cursor.position };
  const type = scheme.fields.get(name);
  if (type !== undefined) {
    state.checkEntitlement({ kind: 'field', name }, span);
    return { kind: 'field', name, type, span } satisfies FieldExpression;
  }
  const definition = scheme.functions.get(name);
  if (definition === undefined) {
    return cursor.fail('expression_unknown_identifier', 'unknown identifier', span, ['field', 'function']);
  }
  state.checkEntitlement({ kind: 'function', name }, span);
  return parseCall(state, name, definition, start);
}

/** A field or a call with its indexes; the cursor is at its name. */
function parsePath<C extends EvaluationContext>(state: ParseState<C>): PathExpression {
  const { cursor } = state;
  const root = parseRoot(state);
  const indexes: Index[] = [];
  let element = root.type;
  let each = 0;
  while (cursor.peek() === '[') {
    const [index, inner] = parseIndex(cursor, element);
    indexes.push(index);
    element = inner;
    if (index.kind === 'each') each++;
  }
  return {
    kind: 'path',
    root,
    indexes,
    each,
    element,
    type: each > 0 ? arrayOf(element) : element,
    span: { start: root.span.start, end: cursor.position },
  };
}

/** From loosest to tightest; `not` binds tightest (Cloudflare docs, Rules language operators). */
const LEVELS = [
  { operator: 'or', symbol: '||' },
  { operator: 'xor', symbol: '^^' },
  { operator: 'and', symbol: '&&' },
] as const;

function parseUnary<C extends EvaluationContext>(state: ParseState<C>): Expression {
  const { cursor } = state;
  const start = cursor.position;
  if (cursor.peek() === '(') {
    return state.nested(start, () => {
      cursor.position++;
      cursor.skipSpace();
      const inner = parseLogical(state);
      cursor.skipSpace();
      cursor.expect(')');
      return inner;
    });
  }
  if (cursor.takeWord('not') || cursor.take('!')) {
    return state.nested(start, () => {
      cursor.skipSpace();
      const operand = parseUnary(state);
      return { kind: 'not', operand, type: operand.type, span: { start, end: operand.span.end } };
    });
  }
  return parseComparison(state, parsePath(state));
}

/** Consumes the operator of a level if it comes next; otherwise leaves the cursor in place. */
function takeOperator(cursor: Cursor, level: (typeof LEVELS)[number]): boolean {
  const start = cursor.position;
  cursor.skipSpace();
  if (cursor.takeWord(level.operator) || cursor.take(level.symbol)) {
    cursor.skipSpace();
    return true;
  }
  cursor.position = start;
  return false;
}

function parseLevel<C extends EvaluationContext>(state: ParseState<C>, depth: number): Expression {
  const level = LEVELS[depth];
  if (level === undefined) return parseUnary(state);
  const { cursor } = state;
  const start = cursor.position;
  const first = parseLevel(state, depth + 1);
  const operands = [first];
  while (takeOperator(cursor, level)) {
    const operand = parseLevel(state, depth + 1);
    if (!sameType(first.type, operand.type)) {
      const expected = typeInMismatch(first.type);
      const message = `expected value of type ${expected}, but got ${typeInMismatch(operand.type)}`;
      cursor.fail('expression_type', message, operand.span, [expected]);
    }
    operands.push(operand);
  }
  if (operands.length === 1) return first;
  return {
    kind: 'logical',
    operator: level.operator,
    operands,
    type: first.type,
    span: { start, end: cursor.position },
  } satisfies LogicalExpression;
}

/** A whole logical expression: `or` of `xor` of `and` of unary expressions. */
function parseLogical<C extends EvaluationContext>(state: ParseState<C>): Expression {
  return parseLevel(state, 0);
}

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
 * Parses an expression that yields a Boolean.
 *
 * @throws ExpressionError when it does not parse or its types do not fit
 */
export function parseFilter<C extends EvaluationContext>(
  source: string,
  scheme: Scheme<C>,
  options: ParseOptions = {},
): Expression {
  const state = new ParseState(source, scheme, options);
  const expression = parseLogical(state);
  expectEnd(state, ['and', 'xor', 'or', 'end of expression']);
  expectType(state, expression, 'Boolean');
  return expression;
}

/**
 * Parses an expression that yields a value: a field or a call, with indexes.
 *
 * @param type the required type of the value; default: any
 * @throws ExpressionError when it does not parse or its types do not fit
 */
export function parseValue<C extends EvaluationContext>(
  source: string,
  scheme: Scheme<C>,
  options: ParseOptions & { readonly type?: Type } = {},
): PathExpression {
  const state = new ParseState(source, scheme, options);
  const path = parsePath(state);
  expectEnd(state, ['[', 'end of expression']);
  // Many values are not one value, whatever their type.
  expectType(state, path, options.type ?? path.element);
  return path;
}
