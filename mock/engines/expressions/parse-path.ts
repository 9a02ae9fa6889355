import type { FieldExpression, Index, PathExpression } from './ast.ts';
import { toText } from './bytes.ts';
import { type Cursor, isWordCode } from './cursor.ts';
import type { Integer } from './integer.ts';
import { lexInteger } from './lex-integer.ts';
import { lexQuotedString } from './lex-string.ts';
import { parseCall } from './parse-call.ts';
import type { ParseState } from './parse-state.ts';
import { arrayOf, elementOf, isArrayType, isMapType, type Type, typeInOperation } from './types.ts';
import type { EvaluationContext } from './values.ts';

const MAX_INDEX = 2 ** 32 - 1;

/** A dotted name. The cursor is left behind it. */
export function takeIdentifier(cursor: Cursor): string {
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

type IndexValue =
  | { readonly kind: 'each' }
  | { readonly kind: 'key'; readonly value: string }
  | { readonly kind: 'index'; readonly value: number };

/** What stands between brackets; the cursor is behind the opening one. */
function parseIndexValue(cursor: Cursor): IndexValue {
  if (cursor.take('*')) return { kind: 'each' };
  const start = cursor.position;
  const rest = { start, end: cursor.end };
  const quote = cursor.peek();
  if (quote === '"' || quote === "'") {
    const value = toText(lexQuotedString(cursor));
    if (value !== undefined) return { kind: 'key', value };
    return cursor.fail('expression_syntax', 'expected literal "expected utf8 string"', rest, [
      'UTF-8 string',
    ]);
  }
  return { kind: 'index', value: parseArrayIndex(cursor) };
}

function parseArrayIndex(cursor: Cursor): number {
  const rest = { start: cursor.position, end: cursor.end };
  const expected = ['string key', 'array index', '*'];
  let value: Integer;
  try {
    value = lexInteger(cursor);
  } catch {
    // Whatever is wrong with the number, the platform says what may stand between brackets.
    const message = 'expected literal "expected quoted utf8 string or positive integer"';
    return cursor.fail('expression_syntax', message, rest, expected);
  }
  if (typeof value === 'number' && value >= 0 && value <= MAX_INDEX) return value;
  const message = 'expected literal "expected positive integer as index"';
  return cursor.fail('expression_syntax', message, rest, expected);
}

/** How the error text prints an index. */
function indexInMessage(index: Index): string {
  if (index.kind === 'each') return 'MapEach';
  return index.kind === 'key' ? `MapKey(${JSON.stringify(index.value)})` : `ArrayIndex(${index.value})`;
}

function fits(index: Index, type: Type): boolean {
  if (index.kind === 'index') return isArrayType(type);
  return index.kind === 'key' ? isMapType(type) : elementOf(type) !== undefined;
}

function parseIndex(cursor: Cursor, type: Type): readonly [Index, Type] {
  const start = cursor.position;
  cursor.expect('[');
  cursor.skipSpace();
  const value = parseIndexValue(cursor);
  cursor.skipSpace();
  cursor.expect(']');
  const index: Index = { ...value, span: { start, end: cursor.position } };
  const element = elementOf(type);
  if (element !== undefined && fits(index, type)) return [index, element];
  const message = `cannot access index ${indexInMessage(index)} for type ${typeInOperation(type)}`;
  const expected = isMapType(type) ? ['string key'] : isArrayType(type) ? ['array index'] : ['no index'];
  return cursor.fail('expression_type', message, index.span, expected);
}

/** A field or a call with its indexes; the cursor stands on its name. */
export function parsePath<C extends EvaluationContext>(state: ParseState<C>): PathExpression {
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
