import type {
  ComparisonExpression,
  Condition,
  InlineList,
  Literal,
  OrderingOperator,
  PathExpression,
  TruthExpression,
} from './ast.ts';
import type { Cursor } from './cursor.ts';
import {
  lexInteger,
  lexIntegerRange,
  lexIp,
  lexIpItem,
  lexQuotedOrRaw,
  lexRegex,
  lexString,
} from './literals.ts';
import type { ParseState } from './parse-state.ts';
import {
  arrayOf,
  getElement,
  isBytesType,
  sameType,
  type Type,
  typeInMismatch,
  typeInOperation,
} from './types.ts';
import type { EvaluationContext } from './values.ts';
import { compileWildcard } from './wildcard.ts';

/** Every comparison operator, by its English name. */
export type ComparisonOperator =
  | OrderingOperator
  | 'contains'
  | 'matches'
  | 'wildcard'
  | 'strict wildcard'
  | 'in'
  | 'bitwise_and';

const ORDERING: readonly ComparisonOperator[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'];
const BYTES: readonly ComparisonOperator[] = [
  ...ORDERING,
  'contains',
  'matches',
  'wildcard',
  'strict wildcard',
  'in',
];
const INTEGER: readonly ComparisonOperator[] = [...ORDERING, 'in', 'bitwise_and'];
// The open-source engine also orders addresses; the documentation says that they have no order.
const IP: readonly ComparisonOperator[] = ['eq', 'ne', 'in'];

/**
 * The operators for values of a type (Cloudflare docs, Rules language operators); none for Boolean, arrays and maps.
 */
export function getOperators(type: Type): readonly ComparisonOperator[] {
  if (isBytesType(type)) return BYTES;
  if (type === 'Integer') return INTEGER;
  return type === 'IP' ? IP : [];
}

const WORDS: readonly ComparisonOperator[] = [...BYTES, 'bitwise_and'];

/** Symbols, longest first, so that `<=` is not read as `<`. */
const SYMBOLS: readonly (readonly [string, ComparisonOperator])[] = [
  ['==', 'eq'],
  ['!=', 'ne'],
  ['<=', 'le'],
  ['>=', 'ge'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['~', 'matches'],
  ['&', 'bitwise_and'],
];

/** Consumes a comparison operator in either notation; undefined if none is next. */
export function takeComparisonOperator(cursor: Cursor): ComparisonOperator | undefined {
  const word = WORDS.find((operator) => cursor.takeWord(operator));
  if (word !== undefined) return word;
  if (cursor.source.startsWith('&&', cursor.position)) return undefined;
  return SYMBOLS.find(([symbol]) => cursor.take(symbol))?.[1];
}

/** An operator's name in the entitlement texts: `Matches` (cloudflare/wirefilter). */
function entitlementName(operator: ComparisonOperator): string {
  return operator.replace(/(?:^|[ _])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A literal of the left side's type. */
function parseTypedLiteral(cursor: Cursor, type: Type): Literal {
  const start = cursor.position;
  if (type === 'Integer') {
    const value = lexInteger(cursor);
    return { kind: 'integer', value, span: { start, end: cursor.position } };
  }
  if (type === 'IP') {
    const value = lexIp(cursor);
    return { kind: 'ip', value, span: { start, end: cursor.position } };
  }
  const value = lexString(cursor);
  return { kind: 'string', value, span: { start, end: cursor.position } };
}

/** The items of `{...}`, including the closing brace. */
function parseItems<T>(cursor: Cursor, lexItem: (cursor: Cursor) => T): T[] {
  cursor.expect('{');
  const items: T[] = [];
  for (;;) {
    cursor.skipSpace();
    if (cursor.take('}')) return items;
    items.push(lexItem(cursor));
  }
}

function parseInlineList(cursor: Cursor, type: Type): InlineList {
  const start = cursor.position;
  if (type === 'Integer') {
    const items = parseItems(cursor, lexIntegerRange);
    return { kind: 'integers', items, span: { start, end: cursor.position } };
  }
  if (type === 'IP') {
    const items = parseItems(cursor, lexIpItem);
    return { kind: 'ips', items, span: { start, end: cursor.position } };
  }
  const items = parseItems(cursor, lexString);
  return { kind: 'strings', items, span: { start, end: cursor.position } };
}

function isListCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 46;
}

/** `$name`; the list must be in the scheme and have values of the type (cloudflare/wirefilter). */
function parseListName<C extends EvaluationContext>(state: ParseState<C>, type: Type): string {
  const { cursor, scheme } = state;
  const start = ++cursor.position;
  const name = cursor.takeWhile(isListCode);
  const span = { start, end: cursor.end };
  if (name === '') {
    const [shown = ''] = cursor.source.slice(start, cursor.end);
    cursor.fail('expression_syntax', `invalid list name ${JSON.stringify(shown)}`, span, ['[a-z0-9_.]']);
  }
  if (name.startsWith('.') || name.endsWith('.')) {
    cursor.fail('expression_syntax', `invalid list name ${JSON.stringify(name)}`, span, [
      'no dot at either end',
    ]);
  }
  const list = scheme.lists.get(name);
  const nameSpan = { start: start - 1, end: cursor.position };
  if (list === undefined) {
    const known = [...scheme.lists.keys()].map((other) => `$${other}`);
    return cursor.fail(
      'expression_unknown_identifier',
      `unknown list ${JSON.stringify(name)}`,
      nameSpan,
      known,
    );
  }
  if (!sameType(list.type, type)) {
    const message = `expected value of type ${typeInMismatch(list.type)}, but got ${typeInMismatch(type)}`;
    cursor.fail('expression_type', message, nameSpan, [typeInMismatch(type)]);
  }
  return name;
}

function parseWildcard(cursor: Cursor, operator: 'wildcard' | 'strict wildcard'): Condition {
  const start = cursor.position;
  const pattern = lexQuotedOrRaw(cursor);
  const compiled = compileWildcard(pattern, operator === 'strict wildcard');
  if (typeof compiled === 'string') {
    cursor.fail('expression_syntax', compiled, { start, end: cursor.position }, ['wildcard pattern']);
  }
  return { operator, pattern };
}

function parseCondition<C extends EvaluationContext>(
  state: ParseState<C>,
  operator: ComparisonOperator,
  type: Type,
): Condition {
  const { cursor } = state;
  const start = cursor.position;
  switch (operator) {
    case 'in':
      return cursor.peek() === '$'
        ? { operator, name: parseListName(state, type) }
        : { operator, list: parseInlineList(cursor, type) };
    case 'contains': {
      const value = lexString(cursor);
      return { operator, right: { kind: 'string', value, span: { start, end: cursor.position } } };
    }
    case 'matches':
      return { operator, pattern: lexRegex(cursor).pattern };
    case 'wildcard':
    case 'strict wildcard':
      return parseWildcard(cursor, operator);
    case 'bitwise_and': {
      const value = lexInteger(cursor);
      return { operator, right: { kind: 'integer', value, span: { start, end: cursor.position } } };
    }
    default:
      return { operator, right: parseTypedLiteral(cursor, type) };
  }
}

/**
 * A Boolean, or an array of them, is complete: it takes no operator (Cloudflare docs, Rules language operators).
 */
function asTruth(cursor: Cursor, path: PathExpression): TruthExpression | undefined {
  const { element, span } = path;
  if (element === 'Boolean') return { kind: 'truth', path, type: path.type, span };
  if (getElement(element) !== 'Boolean') return undefined;
  if (path.each === 0) return { kind: 'truth', path, type: arrayOf('Boolean'), span };
  const message = `cannot perform this operation on type ${typeInOperation(arrayOf(arrayOf('Boolean')))}`;
  return cursor.fail('expression_type', message, { start: cursor.position, end: cursor.position });
}

/** The rest of a comparison, after its left side. */
export function parseComparison<C extends EvaluationContext>(
  state: ParseState<C>,
  left: PathExpression,
): ComparisonExpression | TruthExpression {
  const { cursor } = state;
  const truth = asTruth(cursor, left);
  if (truth !== undefined) return truth;
  cursor.skipSpace();
  const start = cursor.position;
  const operators = getOperators(left.element);
  const operator = takeComparisonOperator(cursor);
  if (operator === undefined) return cursor.failHere('expression_syntax', 'expected ComparisonOp', operators);
  const operatorSpan = { start, end: cursor.position };
  if (!operators.includes(operator)) {
    const message = `cannot perform this operation on type ${typeInOperation(left.element)}`;
    cursor.fail('expression_type', message, operatorSpan, operators);
  }
  state.checkEntitlement({ kind: 'operator', name: entitlementName(operator) }, operatorSpan);
  cursor.skipSpace();
  const condition = parseCondition(state, operator, isBytesType(left.element) ? 'String' : left.element);
  return {
    kind: 'comparison',
    left,
    condition,
    type: left.each > 0 ? arrayOf('Boolean') : 'Boolean',
    span: { start: left.span.start, end: cursor.position },
  };
}
