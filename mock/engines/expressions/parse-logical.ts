import type { Expression, LogicalExpression } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { parseComparison } from './parse-comparison.ts';
import { parsePath } from './parse-path.ts';
import type { ParseState } from './parse-state.ts';
import { sameType, typeInMismatch } from './types.ts';
import type { EvaluationContext } from './values.ts';

/** From loosest to tightest; `not` binds tighter than all (fact sheet 7.2). */
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

/** Takes the operator of a level if it comes next; otherwise leaves the cursor where it was. */
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
export function parseLogical<C extends EvaluationContext>(state: ParseState<C>): Expression {
  return parseLevel(state, 0);
}
