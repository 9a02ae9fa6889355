import { toText } from '../bytes.ts';
import { isIpAddress, sameIpAddress } from '../ip-address.ts';
import { arrayOf, getElement, mapOf, type ScalarType } from '../types.ts';
import { createAdmitter, type RuntimeValue } from '../values.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';

/**
 * `any(Array<Boolean>)`: whether an element is true; false for an empty or missing array (Cloudflare docs, Rules
 * language functions).
 */
export const any: FunctionDefinition = defineFunction({
  parameters: [{ types: [arrayOf('Boolean')], kind: 'Field' }],
  returns: 'Boolean',
  takesMissing: true,
  call: (_, values) => Array.isArray(values) && values.includes(true),
});

/**
 * `all(Array<Boolean>)`: whether no element is false; true for an empty or missing array (Cloudflare docs, Rules
 * language functions).
 */
export const all: FunctionDefinition = defineFunction({
  parameters: [{ types: [arrayOf('Boolean')], kind: 'Field' }],
  returns: 'Boolean',
  takesMissing: true,
  call: (_, values) => !(Array.isArray(values) && values.includes(false)),
});

/** `has_key(map, key)`. A key that is invalid UTF-8 is in no map. */
export const hasKey: FunctionDefinition = defineFunction({
  parameters: [{ types: ['Map'], kind: 'Field' }, { types: ['String'] }],
  returns: 'Boolean',
  call: (_, map, key) => {
    if (!(map instanceof Map) || typeof key !== 'string') return undefined;
    const text = toText(key);
    return text !== undefined && map.has(text);
  },
});

function equals(a: RuntimeValue | undefined, b: RuntimeValue): boolean {
  return isIpAddress(a) && isIpAddress(b) ? sameIpAddress(a, b) : a === b;
}

const SCALARS: readonly ScalarType[] = ['String', 'Integer', 'Boolean', 'IP'];

/** `has_value(collection, value)`: an array or a map of scalars, and a value of their type. */
export const hasValue: FunctionDefinition = {
  arity: [2, 2],
  parameter: (index, [collection]) => {
    if (index === 0) return { types: SCALARS.flatMap((type) => [arrayOf(type), mapOf(type)]), kind: 'Field' };
    return { types: [getElement(collection?.type ?? 'String') ?? 'String'] };
  },
  returns: () => 'Boolean',
  bind: ([collection]) => {
    const admit = createAdmitter(getElement(collection?.type ?? 'String') ?? 'String');
    return (_, values, wanted) => {
      if (wanted === undefined) return undefined;
      if (Array.isArray(values)) return values.some((value: RuntimeValue) => equals(value, wanted));
      // A map's values are the caller's own, so each is converted before it is compared.
      if (values instanceof Map) return [...values.values()].some((value) => equals(admit(value), wanted));
      return undefined;
    };
  },
};

/** `len(String | Bytes | Array)`: the number of bytes, or of elements. */
export const len: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String', 'Array'] }],
  returns: 'Integer',
  call: (_, value) => (typeof value === 'string' || Array.isArray(value) ? value.length : undefined),
});

/**
 * `concat(...)`: all strings or all arrays of one type. Skips missing arguments; if none is left, the result is
 * missing.
 */
export const concat: FunctionDefinition = {
  arity: [2, Number.POSITIVE_INFINITY],
  parameter: (_, [first]) => ({ types: first === undefined ? ['Array', 'String'] : [first.type] }),
  returns: ([first]) => first?.type ?? 'String',
  takesMissing: true,
  bind:
    () =>
    (_, ...values) => {
      const present = values.filter((value) => value !== undefined);
      if (present.length === 0) return undefined;
      if (present.every((value) => typeof value === 'string')) return present.join('');
      return present.flatMap((value): readonly RuntimeValue[] => (Array.isArray(value) ? value : []));
    },
};
