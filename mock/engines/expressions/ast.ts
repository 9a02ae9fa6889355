import type { ByteString } from './bytes.ts';
import { toText } from './bytes.ts';
import type { Span } from './cursor.ts';
import type { IpAddress } from './ip-address.ts';
import type { Range } from './lists.ts';
import type { IpItem } from './literals.ts';
import type { Type } from './types.ts';
import type { Integer } from './values.ts';

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

/** A literal argument: text (undefined for invalid UTF-8), an integer or an address. */
export type LiteralArgument = string | Integer | IpAddress | undefined;

/** A call in an expression. */
export interface FunctionReference {
  readonly name: string;
  /** The arguments in order; undefined if one is not a literal. */
  readonly literals: readonly LiteralArgument[];
  readonly span: Span;
}

/** The names in an expression, each list in order of first appearance. */
export interface References {
  readonly fields: readonly string[];
  readonly calls: readonly FunctionReference[];
  readonly lists: readonly string[];
}

/**
 * Collects the names in an expression, so that a caller can check it before evaluation.
 *
 * @example
 * ```ts
 * const ids = collectReferences(ast)
 *   .calls.filter((call) => call.name === 'is_jwt_valid')
 *   .map((call) => call.literals[0]);
 * ```
 */
export function collectReferences(ast: Expression | PathExpression): References {
  const fields = new Set<string>();
  const lists = new Set<string>();
  const calls: FunctionReference[] = [];

  const toLiteral = (argument: Argument): LiteralArgument => {
    if (!isLiteral(argument)) return undefined;
    return argument.kind === 'string' ? toText(argument.value) : argument.value;
  };
  const visit = (node: Argument): void => {
    switch (node.kind) {
      case 'path':
        if (node.root.kind === 'field') {
          fields.add(node.root.name);
        } else {
          const { name, span } = node.root;
          calls.push({ name, literals: node.root.arguments.map(toLiteral), span });
          node.root.arguments.forEach(visit);
        }
        break;
      case 'truth':
        visit(node.path);
        break;
      case 'comparison':
        visit(node.left);
        if (node.condition.operator === 'in' && 'name' in node.condition) lists.add(node.condition.name);
        break;
      case 'not':
        visit(node.operand);
        break;
      case 'logical':
        node.operands.forEach(visit);
        break;
      default:
    }
  };
  visit(ast);
  return { fields: [...fields], calls, lists: [...lists] };
}
