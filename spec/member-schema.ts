import { z } from 'zod';
import { isObject } from './value-kinds.ts';

/** JSON Schema of a value. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const known = new WeakMap<z.ZodType, JsonSchema>();

/** JSON Schema of the input of a schema. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  const read = known.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  known.set(schema, read);
  return read;
}

/** JSON type of a value; `array` and `null` are types of their own. */
export function getType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Alternatives of a schema; the schema itself if it has none. `allOf` applies to each. */
export function branches(schema: JsonSchema): JsonSchema[] {
  const { anyOf, allOf, type } = schema;
  if (Array.isArray(anyOf)) return anyOf.filter(isObject).flatMap((one) => branches(one));
  if (Array.isArray(allOf))
    return [Object.assign({}, schema, ...allOf.filter(isObject), { allOf: undefined })];
  return Array.isArray(type) ? type.map((one) => ({ ...schema, type: one })) : [schema];
}

/** Whether a schema allows every value of a JSON type. */
export function accepts(schema: JsonSchema, type: string): boolean {
  return branches(schema).some((branch) => {
    const { type: declared } = branch;
    if (declared === undefined) {
      const values = 'const' in branch ? [branch['const']] : branch['enum'];
      return !Array.isArray(values) || values.some((value) => getType(value) === type);
    }
    return declared === type || (declared === 'integer' && type === 'number');
  });
}

/** The alternative that a value matches. */
export function getBranch(schema: JsonSchema, value: unknown): JsonSchema {
  const type = getType(value);
  const fitting = branches(schema).filter((branch) => accepts(branch, type));
  const shaped = fitting.find(
    (branch) =>
      isObject(value) &&
      Object.keys(value).every((key) => isObject(branch['properties']) && key in branch['properties']),
  );
  return shaped ?? fitting[0] ?? {};
}

/** The schemas of an object's members, by name. */
export function getMembers(schema: JsonSchema): [string, JsonSchema][] {
  const { properties } = schema;
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, member]): [string, JsonSchema][] =>
    isObject(member) ? [[name, member]] : [],
  );
}

/**
 * The schema at a JSON pointer.
 *
 * @throws RangeError if the schema has nothing at the pointer
 */
export function memberSchema(schema: JsonSchema, pointer: string): JsonSchema {
  let found = schema;
  for (const token of pointerTokens(pointer)) {
    const next = branches(found).flatMap((branch) => {
      const { properties, items } = branch;
      if (isObject(properties) && isObject(properties[token])) return [properties[token]];
      return isObject(items) && /^\d+$/.test(token) ? [items] : [];
    })[0];
    if (!next) throw new RangeError(`the schema has no ${pointer}`);
    found = next;
  }
  return found;
}

/** Member names and indices of a JSON pointer: RFC 6901, section 3. */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a JSON pointer; undefined if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const token of pointerTokens(pointer)) {
    if (Array.isArray(found)) found = found[Number(token)];
    else found = isObject(found) ? found[token] : undefined;
  }
  return found;
}

/** A copy of a JSON value with another value at a pointer; undefined removes the member. */
export function withValueAt(value: unknown, pointer: string, wanted: unknown): unknown {
  const [token, ...rest] = pointerTokens(pointer);
  if (token === undefined) return wanted;
  const below = rest.map((one) => `/${one.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  if (Array.isArray(value)) {
    const items = value.slice();
    items[Number(token)] = withValueAt(value[Number(token)], below, wanted);
    return items;
  }
  const { [token]: member, ...others } = isObject(value) ? value : {};
  const changed = withValueAt(member, below, wanted);
  if (changed === undefined) return others;
  // The member keeps its place, because the order of members matters in signed or stored text.
  return { ...(isObject(value) ? value : {}), [token]: changed };
}
