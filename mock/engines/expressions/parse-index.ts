import type { Index } from './ast.ts';
import { toText } from './bytes.ts';
import type { Cursor } from './cursor.ts';
import { lexInteger, lexQuotedString } from './literals.ts';
import { getElement, isArrayType, isMapType, type Type, typeInOperation } from './types.ts';
import type { Integer } from './values.ts';

const MAX_INDEX = 2 ** 32 - 1;

type IndexValue =
  | { readonly kind: 'each' }
  | { readonly kind: 'key'; readonly value: string }
  | { readonly kind: 'index'; readonly value: number };

/** The part between brackets; the cursor is after the opening one. */
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
    // For any fault of the number, the platform lists what may be between brackets.
    const message = 'expected literal "expected quoted utf8 string or positive integer"';
    return cursor.fail('expression_syntax', message, rest, expected);
  }
  if (typeof value === 'number' && value >= 0 && value <= MAX_INDEX) return value;
  const message = 'expected literal "expected positive integer as index"';
  return cursor.fail('expression_syntax', message, rest, expected);
}

/** An index, as the error text prints it. */
function indexInMessage(index: Index): string {
  if (index.kind === 'each') return 'MapEach';
  return index.kind === 'key' ? `MapKey(${JSON.stringify(index.value)})` : `ArrayIndex(${index.value})`;
}

function fits(index: Index, type: Type): boolean {
  if (index.kind === 'index') return isArrayType(type);
  return index.kind === 'key' ? isMapType(type) : getElement(type) !== undefined;
}

/** One `[...]` after a value of a type, with the resulting type; the cursor is at the bracket. */
export function parseIndex(cursor: Cursor, type: Type): readonly [Index, Type] {
  const start = cursor.position;
  cursor.expect('[');
  cursor.skipSpace();
  const value = parseIndexValue(cursor);
  cursor.skipSpace();
  cursor.expect(']');
  const index: Index = { ...value, span: { start, end: cursor.position } };
  const element = getElement(type);
  if (element !== undefined && fits(index, type)) return [index, element];
  const message = `cannot access index ${indexInMessage(index)} for type ${typeInOperation(type)}`;
  const expected = isMapType(type) ? ['string key'] : isArrayType(type) ? ['array index'] : ['no index'];
  return cursor.fail('expression_type', message, index.span, expected);
}
