import type { ByteString } from './bytes.ts';
import type { Span } from './cursor.ts';
import type { Integer } from './integer.ts';
import type { IpAddress } from './ip-address.ts';
import type { Range } from './lists.ts';
import type { IpItem } from './literals.ts';
import type { Type } from './types.ts';

/** A literal that stands for one value. */
export type Literal =
  | { readonly kind: 'string'; readonly value: ByteString; readonly span: Span }
  | { readonly kind: 'integer'; readonly value: Integer; readonly span: Span }
  | { readonly kind: 'ip'; readonly value: IpAddress; readonly span: Span };

/** `{...}` after `in`; all items are of the type of the left side. */
export type InlineList =
  | { readonly kind: 'strings'; readonly items: readonly ByteString[]; readonly span: Span }
  | { readonly kind: 'integers'; readonly items: readonly Range<Integer>[]; readonly span: Span }
  | { readonly kind: 'ips'; readonly items: readonly IpItem[]; readonly span: Span };

/** Operators that compare by order or equality. */
export type OrderingOperator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

/** The right-hand part of a comparison. */
export type Condition =
  | { readonly operator: OrderingOperator; readonly right: Literal }
  | { readonly operator: 'contains'; readonly right: Literal & { readonly kind: 'string' } }
  | { readonly operator: 'matches'; readonly pattern: string }
  | { readonly operator: 'wildcard' | 'strict wildcard'; readonly pattern: ByteString }
  | { readonly operator: 'bitwise_and'; readonly right: Literal & { readonly kind: 'integer' } }
  | { readonly operator: 'in'; readonly list: InlineList }
  | { readonly operator: 'in'; readonly name: string };

/** One `[...]` after a field or a call. */
export type Index =
  | { readonly kind: 'index'; readonly value: number; readonly span: Span }
  /** The key is text: map keys are UTF-8. */
  | { readonly kind: 'key'; readonly value: string; readonly span: Span }
  | { readonly kind: 'each'; readonly span: Span };

/** A field of the scheme. */
export interface FieldExpression {
  readonly kind: 'field';
  readonly name: string;
  readonly type: Type;
  readonly span: Span;
}

/** A function call. With `[*]` on its first argument it is `mapped`: called per element, `type` an array. */
export interface CallExpression {
  readonly kind: 'call';
  readonly name: string;
  readonly arguments: readonly Argument[];
  readonly mapped: boolean;
  readonly type: Type;
  readonly span: Span;
}

/** A field or a call with its indexes. */
export interface PathExpression {
  readonly kind: 'path';
  readonly root: FieldExpression | CallExpression;
  readonly indexes: readonly Index[];
  /** How many of the indexes are `[*]`. */
  readonly each: number;
  /** The type that the indexes lead to; with `[*]`, that of each element. */
  readonly element: Type;
  /** The type of the whole: `element`, or with `[*]` an array of it. */
  readonly type: Type;
  readonly span: Span;
}

/** An argument of a call: a literal, a value of the request, or a Boolean. */
export type Argument = Literal | PathExpression | Expression;

/** A path that is a Boolean (or an array of them) by itself. */
export interface TruthExpression {
  readonly kind: 'truth';
  readonly path: PathExpression;
  readonly type: Type;
  readonly span: Span;
}

/** `left operator right`. An array of Boolean where `left` has `[*]`. */
export interface ComparisonExpression {
  readonly kind: 'comparison';
  readonly left: PathExpression;
  readonly condition: Condition;
  readonly type: Type;
  readonly span: Span;
}

/** `not operand`. */
export interface NotExpression {
  readonly kind: 'not';
  readonly operand: Expression;
  readonly type: Type;
  readonly span: Span;
}

/** Two or more expressions joined by one operator; arrays are joined element by element. */
export interface LogicalExpression {
  readonly kind: 'logical';
  readonly operator: 'and' | 'or' | 'xor';
  readonly operands: readonly Expression[];
  readonly type: Type;
  readonly span: Span;
}

/** An expression that yields a Boolean, or an array of them inside of a function call. */
export type Expression = LogicalExpression | NotExpression | ComparisonExpression | TruthExpression;

/** Whether an argument is a literal. */
export function isLiteral(argument: Argument): argument is Literal {
  return argument.kind === 'string' || argument.kind === 'integer' || argument.kind === 'ip';
}
