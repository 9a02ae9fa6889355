import type { ComparisonExpression, Expression, LogicalExpression, PathExpression } from './ast.ts';
import {
  type CompiledCondition,
  compileBytesCondition,
  compileIntegerCondition,
  compileIpCondition,
} from './compile-condition.ts';
import { type CompileCall, compileRead, compileReadEach } from './compile-path.ts';
import type { Scheme } from './scheme.ts';
import { isBytesType } from './types.ts';
import { booleanKind, kindOf } from './value-kind.ts';
import type { EvaluationContext } from './values.ts';

/** An expression as a closure: one Boolean, or an array of them where its type says so. */
export type CompiledExpression<C> =
  | { readonly many: false; readonly evaluate: (context: C) => boolean }
  | { readonly many: true; readonly evaluate: (context: C) => readonly boolean[] };

/** What compiling an expression needs besides the expression. */
export interface ExpressionCompilers<C extends EvaluationContext> {
  readonly scheme: Scheme<C>;
  readonly call: CompileCall<C>;
}

/** A comparison is false, and an array of them empty, where the left side is missing (fact sheet 7.6). */
function compileTest<C extends EvaluationContext, T>(
  path: PathExpression,
  condition: CompiledCondition<T>,
  call: CompileCall<C>,
): CompiledExpression<C> {
  const { kind, test } = condition;
  if (path.each > 0) {
    const read = compileReadEach(path, kind, call);
    return { many: true, evaluate: (context) => read(context)?.map(test) ?? [] };
  }
  return { many: false, evaluate: testOne(path, condition, call) };
}

/** The test of one value. Plain fields have closures of their own: a thousand rules consist of little else. */
function testOne<C extends EvaluationContext, T>(
  path: PathExpression,
  { kind, test }: CompiledCondition<T>,
  call: CompileCall<C>,
): One<C> {
  const { root, indexes } = path;
  if (root.kind === 'field' && indexes.length === 0) {
    const { name } = root;
    const { admit } = kind;
    return (context) => {
      const value = admit(context.get(name));
      return value !== undefined && test(value);
    };
  }
  const read = compileRead(path, kind, call);
  return (context) => {
    const value = read(context);
    return value !== undefined && test(value);
  };
}

function compileComparison<C extends EvaluationContext>(
  node: ComparisonExpression,
  compilers: ExpressionCompilers<C>,
): CompiledExpression<C> {
  const { left, condition } = node;
  const { lists } = compilers.scheme;
  if (isBytesType(left.element)) {
    return compileTest(left, compileBytesCondition(condition, lists), compilers.call);
  }
  return left.element === 'Integer'
    ? compileTest(left, compileIntegerCondition(condition, lists), compilers.call)
    : compileTest(left, compileIpCondition(condition, lists), compilers.call);
}

function compileTruth<C extends EvaluationContext>(
  path: PathExpression,
  compilers: ExpressionCompilers<C>,
): CompiledExpression<C> {
  if (path.element === 'Boolean') {
    return compileTest(path, { kind: booleanKind, test: (value) => value }, compilers.call);
  }
  const read = compileRead(path, kindOf(path.element), compilers.call);
  return {
    many: true,
    evaluate: (context) => {
      const values = read(context);
      return Array.isArray(values) ? values.filter((value) => typeof value === 'boolean') : [];
    },
  };
}

type One<C> = (context: C) => boolean;
type Many<C> = (context: C) => readonly boolean[];

function joinOne<C>(operator: LogicalExpression['operator'], operands: readonly One<C>[]): One<C> {
  const [a, b] = operands;
  if (operands.length === 2 && a !== undefined && b !== undefined) {
    if (operator === 'and') return (context) => a(context) && b(context);
    return operator === 'or' ? (context) => a(context) || b(context) : (context) => a(context) !== b(context);
  }
  if (operator === 'xor') {
    return (context) => {
      let result = false;
      for (const operand of operands) result = result !== operand(context);
      return result;
    };
  }
  // `and` stops at the first false, `or` at the first true.
  const stop = operator === 'or';
  return (context) => {
    for (const operand of operands) if (operand(context) === stop) return stop;
    return !stop;
  };
}

function joinValues(operator: LogicalExpression['operator'], a: boolean, b: boolean): boolean {
  if (operator === 'and') return a && b;
  return operator === 'or' ? a || b : a !== b;
}

/** Arrays are joined element by element, as far as the shortest goes. */
function joinMany<C>(operator: LogicalExpression['operator'], operands: readonly Many<C>[]): Many<C> {
  return (context) => {
    const [first = [], ...others] = operands.map((operand) => operand(context));
    const length = Math.min(first.length, ...others.map((other) => other.length));
    return first
      .slice(0, length)
      .map((value, index) =>
        others.reduce((joined, other) => joinValues(operator, joined, other[index] === true), value),
      );
  };
}

function compileLogical<C extends EvaluationContext>(
  node: LogicalExpression,
  compilers: ExpressionCompilers<C>,
): CompiledExpression<C> {
  const operands = node.operands.map((operand) => compileExpression(operand, compilers));
  const one = operands.flatMap((operand) => (operand.many ? [] : [operand.evaluate]));
  if (one.length === operands.length) return { many: false, evaluate: joinOne(node.operator, one) };
  const many = operands.flatMap((operand) => (operand.many ? [operand.evaluate] : []));
  return { many: true, evaluate: joinMany(node.operator, many) };
}

/** Joins truth values that are compiled already by `and`. */
export function joinByAnd<C>(operands: readonly One<C>[]): One<C> {
  const [only] = operands;
  return only && operands.length === 1 ? only : joinOne('and', operands);
}

/** Compiles an expression to closures, literals prepared once. */
export function compileExpression<C extends EvaluationContext>(
  node: Expression,
  compilers: ExpressionCompilers<C>,
): CompiledExpression<C> {
  switch (node.kind) {
    case 'comparison':
      return compileComparison(node, compilers);
    case 'truth':
      return compileTruth(node.path, compilers);
    case 'logical':
      return compileLogical(node, compilers);
    case 'not': {
      const operand = compileExpression(node.operand, compilers);
      if (!operand.many) {
        const { evaluate } = operand;
        return { many: false, evaluate: (context) => !evaluate(context) };
      }
      const { evaluate } = operand;
      return { many: true, evaluate: (context) => evaluate(context).map((value) => !value) };
    }
  }
}
