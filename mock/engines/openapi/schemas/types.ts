import type { Located } from '../document.ts';
import type { JsonObject, JsonValue } from '../json.ts';

/** Schemas that a value must all fit. */
interface Parts {
  readonly parts: readonly Located[];
}

export type Type = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';

/** In the order in which they are tried for a value that may have several. */
export const allTypes: readonly Type[] = [
  'object',
  'array',
  'string',
  'integer',
  'number',
  'boolean',
  'null',
];

/** Keywords that show which type an author meant who named none. */
const hints: readonly (readonly [Type, readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties', 'required', 'patternProperties', 'minProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'multipleOf']],
];

/** Types that a value may have, the usual one first; empty if none is possible. */
export function typesOf({ parts }: Parts): readonly Type[] {
  let allowed: readonly Type[] = allTypes;
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
export function valuesOf({ parts }: Parts): readonly JsonValue[] | undefined {
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
  { parts }: Parts,
  keyword: string,
  strictest: 'largest' | 'smallest',
): number | undefined {
  const found = parts.map(({ node }) => node[keyword]).filter((value) => typeof value === 'number');
  if (found.length === 0) return undefined;
  return strictest === 'largest' ? Math.max(...found) : Math.min(...found);
}

const typeNames: ReadonlySet<unknown> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]);

/** Types that a schema names itself; undefined if any is allowed. */
export function typesIn({ type, nullable }: JsonObject): readonly string[] | undefined {
  const named = (Array.isArray(type) ? (type as readonly JsonValue[]) : [type]).filter(
    (name): name is string => typeNames.has(name),
  );
  if (named.length === 0) return undefined;
  return nullable === true && !named.includes('null') ? [...named, 'null'] : named;
}

/** The types that both of two lists allow. */
export function commonTypes(some: readonly Type[], others: readonly Type[]): readonly Type[] {
  return some.flatMap((type): Type[] => {
    if (others.includes(type) || (type === 'integer' && others.includes('number'))) return [type];
    return type === 'number' && others.includes('integer') ? ['integer'] : [];
  });
}
