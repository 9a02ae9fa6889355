import type { Argument } from './ast.ts';
import type { Cursor } from './cursor.ts';
import type { Parameter, ParameterType } from './functions/definition.ts';
import { shapeOf } from './shape.ts';
import { isArrayType, isMapType, sameType, type Type, typeInMismatch } from './types.ts';

function takesType(parameter: Parameter, type: Type): boolean {
  return parameter.types.some((accepted) => {
    if (accepted === 'Array') return isArrayType(type);
    if (accepted === 'Map') return isMapType(type);
    return sameType(accepted, type);
  });
}

/** The types of a parameter as the error texts list them. */
function typesInMessage(types: readonly ParameterType[]): string {
  const names = types.map((type) => {
    if (type === 'Array') return 'Array<_>';
    return type === 'Map' ? 'Map<_>' : typeInMismatch(type);
  });
  const distinct = [...new Set(names)];
  return distinct.length > 2 ? `{${distinct.join(', ')}}` : distinct.join(' or ');
}

/** Judges an argument by kind, field, type and value; the number in the texts counts from zero. */
export function checkArgument(cursor: Cursor, argument: Argument, index: number, parameter: Parameter): void {
  const { kind, check, fields, types } = parameter;
  const shape = shapeOf(argument);
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
