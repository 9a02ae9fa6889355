import { type Argument, isLiteral } from '../ast.ts';
import type { Cursor } from '../cursor.ts';
import { isArrayType, isMapType, sameType, type Type, typeInMismatch } from '../types.ts';
import type { EvaluationContext, RuntimeValue } from '../values.ts';

/** The known properties of an argument before evaluation. */
export interface ArgumentShape {
  readonly type: Type;
  /** The value, if the argument is a literal. */
  readonly literal?: RuntimeValue;
  /** The field, if the argument is a field without indexes. */
  readonly field?: string;
}

/** A type that a parameter accepts; `Array` and `Map` stand for any array and any map. */
export type ParameterType = Type | 'Array' | 'Map';

/** A parameter of a function. */
export interface Parameter {
  readonly types: readonly ParameterType[];
  /** `Literal`: written in the expression; `Field`: comes from the request. Default: either. */
  readonly kind?: 'Literal' | 'Field';
  /** Checks a literal; returns its fault. */
  readonly check?: (literal: RuntimeValue) => string | undefined;
  /** The only accepted fields. */
  readonly fields?: readonly string[];
}

/** The implementation of a function. Arguments come after the context; a missing one is undefined. */
export type Implementation<C extends EvaluationContext> = (
  context: C,
  ...args: (RuntimeValue | undefined)[]
) => RuntimeValue | undefined;

/** A function of the language, as an entry of a scheme's function table. */
export interface FunctionDefinition<C extends EvaluationContext = EvaluationContext> {
  /** Minimum and maximum number of arguments. */
  readonly arity: readonly [min: number, max: number];
  /** The parameter at an index, given the arguments before it. */
  parameter(index: number, before: readonly ArgumentShape[]): Parameter;
  /** The type of the result for these arguments. */
  returns(args: readonly ArgumentShape[]): Type;
  /** Prepares a call; runs once, at compile time. */
  bind(args: readonly ArgumentShape[]): Implementation<C>;
  /** Whether the function is called with missing arguments; otherwise its result is missing too. */
  readonly takesMissing?: boolean;
  /** Whether an expression may have only one call of it, outside any other such function. */
  readonly once?: boolean;
}

/** Maximum number of arguments of an unlimited function; the expression's length is the real limit. */
const UNLIMITED = Number.POSITIVE_INFINITY;

/**
 * Defines a function with a fixed list of parameters.
 *
 * @example
 * ```ts
 * const double = defineFunction({
 *   parameters: [{ types: ['Integer'] }],
 *   returns: 'Integer',
 *   call: (_, value) => (typeof value === 'number' ? value * 2 : undefined),
 * });
 * ```
 */
export function defineFunction<C extends EvaluationContext = EvaluationContext>(options: {
  readonly parameters: readonly Parameter[];
  readonly optional?: readonly Parameter[];
  readonly rest?: Parameter;
  readonly returns: Type;
  readonly call: Implementation<C> | { readonly bind: (args: readonly ArgumentShape[]) => Implementation<C> };
  readonly takesMissing?: boolean;
  readonly once?: boolean;
}): FunctionDefinition<C> {
  const { call, rest, returns } = options;
  const known = [...options.parameters, ...(options.optional ?? [])];
  const none: Parameter = { types: [] };
  return {
    arity: [options.parameters.length, rest === undefined ? known.length : UNLIMITED],
    parameter: (index) => known[index] ?? rest ?? none,
    returns: () => returns,
    bind: typeof call === 'function' ? () => call : call.bind,
    ...(options.takesMissing === undefined ? {} : { takesMissing: options.takesMissing }),
    ...(options.once === undefined ? {} : { once: options.once }),
  };
}

/** The type that a function sees: that of the elements if the argument has `[*]`. */
function argumentType(argument: Argument): Type {
  switch (argument.kind) {
    case 'string':
      return 'String';
    case 'integer':
      return 'Integer';
    case 'ip':
      return 'IP';
    case 'path':
      return argument.element;
    default:
      return argument.type;
  }
}

/** The known properties of an argument before evaluation. */
export function getShape(argument: Argument): ArgumentShape {
  const type = argumentType(argument);
  if (isLiteral(argument)) return { type, literal: argument.value };
  const plainField =
    argument.kind === 'path' && argument.root.kind === 'field' && argument.indexes.length === 0;
  return plainField ? { type, field: argument.root.name } : { type };
}

function takesType(parameter: Parameter, type: Type): boolean {
  return parameter.types.some((accepted) => {
    if (accepted === 'Array') return isArrayType(type);
    if (accepted === 'Map') return isMapType(type);
    return sameType(accepted, type);
  });
}

/** The types of a parameter, as error texts list them. */
function typesInMessage(types: readonly ParameterType[]): string {
  const names = types.map((type) => {
    if (type === 'Array') return 'Array<_>';
    return type === 'Map' ? 'Map<_>' : typeInMismatch(type);
  });
  const distinct = [...new Set(names)];
  return distinct.length > 2 ? `{${distinct.join(', ')}}` : distinct.join(' or ');
}

/** Checks an argument by kind, field, type and value; the texts count arguments from zero. */
export function checkArgument(cursor: Cursor, argument: Argument, index: number, parameter: Parameter): void {
  const { kind, check, fields, types } = parameter;
  const shape = getShape(argument);
  const actual = shape.literal === undefined ? 'Field' : 'Literal';
  const fail = (message: string, expected: readonly string[]): never =>
    cursor.fail('expression_type', message, argument.span, expected);
  if (kind !== undefined && kind !== actual) {
    fail(`invalid kind of argument #${index}: expected argument of kind ${kind}, but got ${actual}`, [kind]);
  }
  if (!takesType(parameter, shape.type)) {
    const expected = typesInMessage(types);
    const got = typeInMismatch(shape.type);
    fail(`invalid type of argument #${index}: expected value of type ${expected}, but got ${got}`, [
      expected,
    ]);
  }
  if (fields !== undefined && !fields.includes(shape.field ?? '')) {
    const reason = JSON.stringify(`must be one of ${fields.join(', ')}`);
    fail(`invalid value of argument #${index}: invalid argument: ${reason}`, fields);
  }
  const fault = shape.literal === undefined ? undefined : check?.(shape.literal);
  if (fault !== undefined) {
    fail(`invalid value of argument #${index}: invalid argument: ${JSON.stringify(fault)}`, []);
  }
}
