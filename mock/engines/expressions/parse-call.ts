import type { Argument, CallExpression, Literal } from './ast.ts';
import { type Cursor, isHexCode, isWordCode } from './cursor.ts';
import type { FunctionDefinition, Parameter, ParameterType } from './functions/definition.ts';
import { parseIpAddress } from './ip-address.ts';
import { lexInteger } from './lex-integer.ts';
import { lexString, standsAtByteString } from './lex-string.ts';
import { takeComparisonOperator } from './operators.ts';
import { parseComparison } from './parse-comparison.ts';
import type { ParseState } from './parse-state.ts';
import { shapeOf } from './shape.ts';
import { arrayOf, isArrayType, isMapType, sameType, type Type, typeInMismatch } from './types.ts';
import type { EvaluationContext } from './values.ts';

/** Whether the text at the cursor can be nothing but a number, an address or a byte string. */
function startsWithNumber(cursor: Cursor): boolean {
  const character = cursor.peek();
  return (character >= '0' && character <= '9') || character === '-' || character === ':';
}

/** The name at the cursor, without taking it. */
function peekName(cursor: Cursor): string {
  const start = cursor.position;
  const name = cursor.takeWhile((code) => isWordCode(code) || code === 46);
  cursor.position = start;
  return name;
}

/** The run of characters an address can have, without taking it. */
function peekAddress(cursor: Cursor): string {
  const start = cursor.position;
  const text = cursor.takeWhile((code) => isHexCode(code) || code === 58 || code === 46);
  cursor.position = start;
  return text;
}

/** An unquoted literal: an address before a byte string before an integer, as far as the parameter takes them. */
function parseBareLiteral(cursor: Cursor, parameter: Parameter): Literal {
  const start = cursor.position;
  const takes = (test: (type: ParameterType) => boolean): boolean => parameter.types.some(test);
  const onlyBytes = takes((type) => type === 'String' || type === 'Bytes') && !takes((type) => type === 'IP');
  const text = peekAddress(cursor);
  const address = onlyBytes && standsAtByteString(cursor) ? undefined : parseIpAddress(text);
  if (address !== undefined) {
    cursor.position += text.length;
    return { kind: 'ip', value: address, span: { start, end: cursor.position } };
  }
  if (standsAtByteString(cursor)) {
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

/** Whether a logical expression starts here, rather than a single value or comparison. */
function startsLogical(cursor: Cursor): boolean {
  const start = cursor.position;
  const found = cursor.take('(') || cursor.takeWord('not') || cursor.take('!');
  cursor.position = start;
  return found;
}

function parseArgument<C extends EvaluationContext>(state: ParseState<C>, parameter: Parameter): Argument {
  const { cursor, scheme } = state;
  const start = cursor.position;
  if (isQuoteOrRaw(cursor)) {
    const value = lexString(cursor);
    return { kind: 'string', value, span: { start, end: cursor.position } };
  }
  if (startsLogical(cursor)) return state.grammar.logical(state);
  const name = peekName(cursor);
  const known = scheme.fields.has(name) || scheme.functions.has(name);
  const bare =
    startsWithNumber(cursor) ||
    standsAtByteString(cursor) ||
    parseIpAddress(peekAddress(cursor)) !== undefined;
  if (!known && bare) return parseBareLiteral(cursor, parameter);
  if (name === '') cursor.failHere('expression_syntax', 'unrecognised input', ['argument']);
  const path = state.grammar.path(state);
  const behind = cursor.position;
  cursor.skipSpace();
  const compared = takeComparisonOperator(cursor) !== undefined;
  cursor.position = behind;
  // A bare comparison is one comparison: `and` and its like need parentheses here (fact sheet 7.3).
  return compared ? parseComparison(state, path) : path;
}

function takesType(parameter: Parameter, type: Type): boolean {
  return parameter.types.some((accepted) => {
    if (accepted === 'Array') return isArrayType(type);
    if (accepted === 'Map') return isMapType(type);
    return sameType(accepted, type);
  });
}

/** The types of a parameter as the error texts list them. */
function typesInMessage(types: readonly ParameterType[]): string {
  const names = types.map((type) => {
    if (type === 'Array') return 'Array<_>';
    return type === 'Map' ? 'Map<_>' : typeInMismatch(type);
  });
  const distinct = [...new Set(names)];
  return distinct.length > 2 ? `{${distinct.join(', ')}}` : distinct.join(' or ');
}

/** Judges an argument by kind, field, type and value; the number in the texts counts from zero. */
function checkArgument(cursor: Cursor, argument: Argument, index: number, parameter: Parameter): void {
  const { kind, check, fields, types } = parameter;
  const shape = shapeOf(argument);
  const actual = shape.literal === undefined ? 'Field' : 'Literal';
  const fail = (message: string, expected: readonly string[]): never =>
    cursor.fail('expression_type', message, argument.span, expected);
  if (kind !== undefined && kind !== actual) {
    fail(`invalid kind of argument #${index}: expected argument of kind ${kind}, but got ${actual}`, [kind]);
  }
  if (!takesType(parameter, shape.type)) {
    const expected = typesInMessage(types);
    const got = typeInMismatch(shape.type);
    fail(`invalid type of argument #${index}: expected value of type ${expected}, but got ${got}`, [
      expected,
    ]);
  }
  if (fields !== undefined && !fields.includes(shape.field ?? '')) {
    const reason = JSON.stringify(`must be one of ${fields.join(', ')}`);
    fail(`invalid value of argument #${index}: invalid argument: ${reason}`, fields);
  }
  const fault = shape.literal === undefined ? undefined : check?.(shape.literal);
  if (fault !== undefined) {
    fail(`invalid value of argument #${index}: invalid argument: ${JSON.stringify(fault)}`, []);
  }
}

/** The arguments between the parentheses, up to the closing one. */
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
    const shapes = args.map(shapeOf);
    const parameter = index < max ? definition.parameter(index, shapes) : { types: [] };
    const argument = parseArgument(state, parameter);
    if (index > 0 && argument.kind === 'path' && argument.each > 0) {
      const message = 'invalid use of map each access operator';
      cursor.fail('expression_type', message, argument.span, ['no [*] behind the first argument']);
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

/** A call; the cursor stands behind the function's name. */
export function parseCall<C extends EvaluationContext>(
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
  const type = definition.returns(args.map(shapeOf));
  return {
    kind: 'call',
    name,
    arguments: args,
    mapped,
    type: mapped ? arrayOf(type) : type,
    span: { start, end: cursor.position },
  };
}
