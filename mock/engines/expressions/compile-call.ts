import { type Argument, type CallExpression, isLiteral } from './ast.ts';
import type { CompiledExpression } from './compile-expression.ts';
import { type CompileCall, compileRead, compileReadEach, type Read } from './compile-path.ts';
import type { Implementation } from './functions/definition.ts';
import type { Scheme } from './scheme.ts';
import { shapeOf } from './shape.ts';
import { kindOf } from './value-kind.ts';
import type { EvaluationContext, RuntimeValue } from './values.ts';

/** The compilers that calls need and that need calls; handed in, so that their files need no circle. */
export interface Compilers<C extends EvaluationContext> {
  readonly scheme: Scheme<C>;
  readonly call: CompileCall<C>;
  readonly expression: (
    node: Argument & { kind: 'logical' | 'not' | 'comparison' | 'truth' },
  ) => CompiledExpression<C>;
}

type ReadAny<C> = Read<C, RuntimeValue>;

function compileArgument<C extends EvaluationContext>(
  argument: Argument,
  compilers: Compilers<C>,
): ReadAny<C> {
  if (isLiteral(argument)) {
    const { value } = argument;
    return () => value;
  }
  if (argument.kind === 'path') return compileRead(argument, kindOf(argument.element), compilers.call);
  return compilers.expression(argument).evaluate;
}

/** A call for a known number of arguments, without an array of them for the usual few. */
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
 * A call per element of the first argument. Elements for which the function yields nothing are dropped; the
 * other arguments are read once (fact sheet 7.5, last line).
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

/** Compiles a call; undefined is its result when a value it needs is missing. */
export function compileCall<C extends EvaluationContext>(
  call: CallExpression,
  compilers: Compilers<C>,
): ReadAny<C> {
  const definition = compilers.scheme.functions.get(call.name);
  if (definition === undefined) throw new TypeError(`the scheme has no function "${call.name}"`);
  const implementation = definition.bind(call.arguments.map(shapeOf));
  const takesMissing = definition.takesMissing === true;
  const [first, ...others] = call.arguments;
  if (call.mapped && first?.kind === 'path') {
    const elements = compileReadEach(first, kindOf(first.element), compilers.call);
    const reads = others.map((argument) => compileArgument(argument, compilers));
    return applyToEach(implementation, elements, reads, takesMissing);
  }
  const reads = call.arguments.map((argument) => compileArgument(argument, compilers));
  return applyTo(implementation, reads, takesMissing);
}
