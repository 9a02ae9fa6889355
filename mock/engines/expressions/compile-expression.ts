import {
  type Argument,
  type CallExpression,
  type ComparisonExpression,
  type Expression,
  isLiteral,
  type LogicalExpression,
  type PathExpression,
} from './ast.ts';
import {
  type CompiledCondition,
  compileBytesCondition,
  compileIntegerCondition,
  compileIpCondition,
} from './compile-condition.ts';
import { type CompileCall, compileRead, compileReadEach, type Read } from './compile-path.ts';
import { getShape, type Implementation } from './functions/definition.ts';
import type { Scheme } from './scheme.ts';
import { isBytesType } from './types.ts';
import { booleanKind, type EvaluationContext, getKind, type RuntimeValue } from './values.ts';

/** An expression as a closure: one Boolean, or an array of them if its type says so. */
type CompiledExpression<C> =
  | { readonly many: false; readonly evaluate: (context: C) => boolean }
  | { readonly many: true; readonly evaluate: (context: C) => readonly boolean[] };

function getCalls<C extends EvaluationContext>(scheme: Scheme<C>): CompileCall<C> {
  return (call) => compileCall(call, scheme);
}

/**
 * A comparison with a missing left side is false, and an array of them empty (Cloudflare docs, Rules language values).
 */
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

/** The test of one value. Plain fields have their own closures: a thousand rules consist of little else. */
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
  scheme: Scheme<C>,
): CompiledExpression<C> {
  const { left, condition } = node;
  const { lists } = scheme;
  if (isBytesType(left.element)) {
    return compileTest(left, compileBytesCondition(condition, lists), getCalls(scheme));
  }
  return left.element === 'Integer'
    ? compileTest(left, compileIntegerCondition(condition, lists), getCalls(scheme))
    : compileTest(left, compileIpCondition(condition, lists), getCalls(scheme));
}

function compileTruth<C extends EvaluationContext>(
  path: PathExpression,
  scheme: Scheme<C>,
): CompiledExpression<C> {
  if (path.element === 'Boolean') {
    return compileTest(path, { kind: booleanKind, test: (value) => value }, getCalls(scheme));
  }
  const read = compileRead(path, getKind(path.element), getCalls(scheme));
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

/** Arrays are combined element by element, up to the shortest length. */
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
  scheme: Scheme<C>,
): CompiledExpression<C> {
  const operands = node.operands.map((operand) => compileExpression(operand, scheme));
  const one = operands.flatMap((operand) => (operand.many ? [] : [operand.evaluate]));
  if (one.length === operands.length) return { many: false, evaluate: joinOne(node.operator, one) };
  const many = operands.flatMap((operand) => (operand.many ? [operand.evaluate] : []));
  return { many: true, evaluate: joinMany(node.operator, many) };
}

/** Combines compiled Booleans with `and`. */
export function joinByAnd<C>(operands: readonly One<C>[]): One<C> {
  const [only] = operands;
  return only && operands.length === 1 ? only : joinOne('and', operands);
}

/** Compiles an expression to closures; literals are prepared once. */
export function compileExpression<C extends EvaluationContext>(
  node: Expression,
  scheme: Scheme<C>,
): CompiledExpression<C> {
  switch (node.kind) {
    case 'comparison':
      return compileComparison(node, scheme);
    case 'truth':
      return compileTruth(node.path, scheme);
    case 'logical':
      return compileLogical(node, scheme);
    case 'not': {
      const operand = compileExpression(node.operand, scheme);
      if (!operand.many) {
        const { evaluate } = operand;
        return { many: false, evaluate: (context) => !evaluate(context) };
      }
      const { evaluate } = operand;
      return { many: true, evaluate: (context) => evaluate(context).map((value) => !value) };
    }
  }
}

type ReadAny<C> = Read<C, RuntimeValue>;

function compileArgument<C extends EvaluationContext>(argument: Argument, scheme: Scheme<C>): ReadAny<C> {
  if (isLiteral(argument)) {
    const { value } = argument;
    return () => value;
  }
  if (argument.kind === 'path') return compileRead(argument, getKind(argument.element), getCalls(scheme));
  return compileExpression(argument, scheme).evaluate;
}

/** A call with a fixed number of arguments, which needs no array in the usual cases. */
function applyTo<C extends EvaluationContext>(
  implementation: Implementation<C>,
  reads: readonly ReadAny<C>[],
  takesMissing: boolean,
): ReadAny<C> {
  const [first, second, third] = reads;
  if (first === undefined) return (context) => implementation(context);
  if (second === undefined) {
    return (context) => {
      const a = first(context);
      return a === undefined && !takesMissing ? undefined : implementation(context, a);
    };
  }
  if (third === undefined) {
    return (context) => {
      const a = first(context);
      if (a === undefined && !takesMissing) return undefined;
      const b = second(context);
      return b === undefined && !takesMissing ? undefined : implementation(context, a, b);
    };
  }
  return (context) => {
    const values: (RuntimeValue | undefined)[] = [];
    for (const read of reads) {
      const value = read(context);
      if (value === undefined && !takesMissing) return undefined;
      values.push(value);
    }
    return implementation(context, ...values);
  };
}

/**
 * A call for each element of the first argument. Elements without a result are dropped; the other arguments are read
 * once (Cloudflare docs, Rules language functions).
 */
function applyToEach<C extends EvaluationContext>(
  implementation: Implementation<C>,
  elements: Read<C, readonly RuntimeValue[]>,
  others: readonly ReadAny<C>[],
  takesMissing: boolean,
): ReadAny<C> {
  return (context) => {
    const list = elements(context);
    if (list === undefined) return undefined;
    const rest = others.map((read) => read(context));
    if (!takesMissing && rest.includes(undefined)) return [];
    const results: RuntimeValue[] = [];
    for (const element of list) {
      const result = implementation(context, element, ...rest);
      if (result !== undefined) results.push(result);
    }
    return results;
  };
}

/** Compiles a call; its result is undefined when a required value is missing. */
function compileCall<C extends EvaluationContext>(call: CallExpression, scheme: Scheme<C>): ReadAny<C> {
  const definition = scheme.functions.get(call.name);
  if (definition === undefined) throw new TypeError(`the scheme has no function "${call.name}"`);
  const implementation = definition.bind(call.arguments.map(getShape));
  const takesMissing = definition.takesMissing === true;
  const [first, ...others] = call.arguments;
  if (call.mapped && first?.kind === 'path') {
    const elements = compileReadEach(first, getKind(first.element), getCalls(scheme));
    const reads = others.map((argument) => compileArgument(argument, scheme));
    return applyToEach(implementation, elements, reads, takesMissing);
  }
  const reads = call.arguments.map((argument) => compileArgument(argument, scheme));
  return applyTo(implementation, reads, takesMissing);
}

/** Compiles the read of a path without `[*]`, for values of any type. */
export function compileTypedValue<C extends EvaluationContext>(
  path: PathExpression,
  scheme: Scheme<C>,
): ReadAny<C> {
  return compileRead(path, getKind(path.type), getCalls(scheme));
}
