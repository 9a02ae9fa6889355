import { admitterOf } from '../admit.ts';
import { isIpAddress, sameIpAddress } from '../ip-address.ts';
import { arrayOf, elementOf, mapOf, type ScalarType } from '../types.ts';
import type { RuntimeValue } from '../values.ts';
import type { FunctionDefinition } from './definition.ts';

function equals(a: RuntimeValue | undefined, b: RuntimeValue): boolean {
  return isIpAddress(a) && isIpAddress(b) ? sameIpAddress(a, b) : a === b;
}

const SCALARS: readonly ScalarType[] = ['String', 'Integer', 'Boolean', 'IP'];

/** `has_value(collection, value)`: an array or a map of scalars, and a value of their type. */
export const hasValue: FunctionDefinition = {
  arity: [2, 2],
  parameter: (index, [collection]) => {
    if (index === 0) return { types: SCALARS.flatMap((type) => [arrayOf(type), mapOf(type)]), kind: 'Field' };
    return { types: [elementOf(collection?.type ?? 'String') ?? 'String'] };
  },
  returns: () => 'Boolean',
  bind: ([collection]) => {
    const admit = admitterOf(elementOf(collection?.type ?? 'String') ?? 'String');
    return (_, values, wanted) => {
      if (wanted === undefined) return undefined;
      if (Array.isArray(values)) return values.some((value: RuntimeValue) => equals(value, wanted));
      // A map's values are the caller's own, so each is admitted before it is compared.
      if (values instanceof Map) return [...values.values()].some((value) => equals(admit(value), wanted));
      return undefined;
    };
  },
};
