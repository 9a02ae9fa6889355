import { type Argument, type Expression, isLiteral, type PathExpression } from './ast.ts';
import { toText } from './bytes.ts';
import type { Span } from './cursor.ts';
import type { Integer } from './integer.ts';
import type { IpAddress } from './ip-address.ts';

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
