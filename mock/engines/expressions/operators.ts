import type { Cursor } from './cursor.ts';
import { isBytesType, type Type } from './types.ts';

/** Operators that compare by order or equality. */
export type OrderingOperator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

/** Every comparison operator, by its English notation. */
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
// The open-source engine also orders addresses; the documentation says they have no order.
const IP: readonly ComparisonOperator[] = ['eq', 'ne', 'in'];

/** The operators that values of a type take (fact sheet 7.2); none for Boolean, arrays and maps. */
export function operatorsOf(type: Type): readonly ComparisonOperator[] {
  if (isBytesType(type)) return BYTES;
  if (type === 'Integer') return INTEGER;
  return type === 'IP' ? IP : [];
}

const WORDS: readonly ComparisonOperator[] = [...BYTES, 'bitwise_and'];

/** Symbols by length, so that `<=` is not read as `<`. */
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

/** Takes a comparison operator in either notation; undefined when none stands at the cursor. */
export function takeComparisonOperator(cursor: Cursor): ComparisonOperator | undefined {
  const word = WORDS.find((operator) => cursor.takeWord(operator));
  if (word !== undefined) return word;
  if (cursor.source.startsWith('&&', cursor.position)) return undefined;
  return SYMBOLS.find(([symbol]) => cursor.take(symbol))?.[1];
}

/** How the entitlement texts name an operator: `Matches` (fact sheet 7.3). */
export function entitlementName(operator: ComparisonOperator): string {
  return operator.replace(/(?:^|[ _])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
