import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { Shape, Shapes } from './shape.ts';
import { typesIn } from './to-json-schema.ts';

export type Type = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';

/** Order in which types are tried for a value that may have several. */
const order: readonly Type[] = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];

/** Keywords that show which type an author meant who named none. */
const hints: readonly (readonly [Type, readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties', 'required', 'patternProperties', 'minProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'multipleOf']],
];

/** Types that a value may have, the usual one first; empty if none is possible. */
export function typesOf({ parts }: Shape): readonly Type[] {
  let allowed: readonly Type[] = order;
  for (const { node } of parts) {
    const named = typesIn(node);
    if (!named) continue;
    const has = (type: Type) => named.includes(type) || (type === 'integer' && named.includes('number'));
    allowed = allowed.filter(has);
  }
  if (allowed.includes('number') && allowed.includes('integer'))
    allowed = allowed.filter((type) => type !== 'integer');
  const meant = hints.find(
    ([type, keywords]) =>
      allowed.includes(type) &&
      parts.some(({ node }) => keywords.some((keyword) => node[keyword] !== undefined)),
  );
  if (!meant || parts.some(({ node }) => typesIn(node))) return allowed;
  return [meant[0], ...allowed.filter((type) => type !== meant[0])];
}

export function typeOf(value: JsonValue): Type {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as Type;
}

/** Whether a type allows a value. */
export function hasType(types: readonly Type[], value: JsonValue): boolean {
  const type = typeOf(value);
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** The values that `enum` and `const` leave; undefined if they leave all. */
export function valuesOf({ parts }: Shape): readonly JsonValue[] | undefined {
  let left: readonly JsonValue[] | undefined;
  for (const { node } of parts) {
    const { enum: values, const: constant } = node;
    const lists = [
      ...(Array.isArray(values) && values.length > 0 ? [values as readonly JsonValue[]] : []),
      ...(constant === undefined ? [] : [[constant]]),
    ];
    for (const list of lists) {
      const texts = new Set(list.map((value) => JSON.stringify(value)));
      left = left === undefined ? list : left.filter((value) => texts.has(JSON.stringify(value)));
    }
  }
  return left;
}

/** The strictest value of a keyword that is a number. */
export function limitOf(
  { parts }: Shape,
  keyword: string,
  strictest: 'largest' | 'smallest',
): number | undefined {
  const found = parts.map(({ node }) => node[keyword]).filter((value) => typeof value === 'number');
  if (found.length === 0) return undefined;
  return strictest === 'largest' ? Math.max(...found) : Math.min(...found);
}

/** Whether a value that is no object and no list fits the keywords of a shape. */
export function fitsScalar(shape: Shape, value: JsonValue, shapes: Shapes): boolean {
  if (!hasType(typesOf(shape), value)) return false;
  const values = valuesOf(shape);
  if (values && !values.some((one) => JSON.stringify(one) === JSON.stringify(value))) return false;
  return shape.parts.every(({ node }) =>
    typeof value === 'string'
      ? fitsText(node, value, shapes)
      : typeof value !== 'number' || fitsNumber(node, value),
  );
}

function fitsText(node: JsonObject, text: string, shapes: Shapes): boolean {
  const { minLength, maxLength, pattern, format } = node;
  if (typeof minLength === 'number' || typeof maxLength === 'number') {
    const { length } = [...text];
    if (length < Number(minLength ?? 0) || length > Number(maxLength ?? Number.POSITIVE_INFINITY))
      return false;
  }
  if (typeof pattern === 'string' && shapes.patterns.get(pattern)?.test(text) === false) return false;
  return typeof format !== 'string' || fitsFormat(format, text);
}

export function fitsNumber(node: JsonObject, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = node;
  if (typeof minimum === 'number' && (exclusiveMinimum === true ? value <= minimum : value < minimum))
    return false;
  if (typeof maximum === 'number' && (exclusiveMaximum === true ? value >= maximum : value > maximum))
    return false;
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false;
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return false;
  if (typeof multipleOf === 'number' && multipleOf > 0 && !Number.isInteger(value / multipleOf)) return false;
  return typeof format !== 'string' || fitsFormat(format, value);
}

/** Whether ajv takes a value for one of a format; unknown formats allow everything. */
function fitsFormat(name: string, value: string | number): boolean {
  if (!Object.hasOwn(fullFormats, name)) return true;
  const format: Format = fullFormats[name as keyof typeof fullFormats];
  if (format === true) return true;
  const rule = isObject(format) && 'validate' in format ? format : { validate: format, type: undefined };
  if ((rule.type === 'number') !== (typeof value === 'number')) return true;
  const { validate } = rule as { readonly validate: unknown };
  if (typeof validate === 'function') return (validate as (value: string | number) => boolean)(value);
  return validate instanceof RegExp ? validate.test(String(value)) : true;
}
