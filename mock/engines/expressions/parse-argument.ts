import type { Argument, Literal } from './ast.ts';
import { type Cursor, isHexCode, isWordCode } from './cursor.ts';
import type { Parameter, ParameterType } from './functions/definition.ts';
import { parseIpAddress } from './ip-address.ts';
import { lexInteger } from './lex-integer.ts';
import { lexString, standsAtByteString } from './lex-string.ts';
import { takeComparisonOperator } from './operators.ts';
import { parseComparison } from './parse-comparison.ts';
import type { ParseState } from './parse-state.ts';
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

/** An argument of a call: a literal, a path, one comparison, or a logical expression in parentheses. */
export function parseArgument<C extends EvaluationContext>(
  state: ParseState<C>,
  parameter: Parameter,
): Argument {
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
