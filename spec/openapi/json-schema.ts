import { z } from 'zod';

/** A JSON Schema, or another object of an OpenAPI document. */
export type JsonObject = Record<string, unknown>;

/** A zod schema as JSON Schema, without references. @param io the direction: what is sent, or what is received */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members whose value is a schema, a list of schemas, or schemas by name. */
const single = ['items', 'additionalProperties', 'not', 'propertyNames', 'contains', 'if', 'then', 'else'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const named = ['properties', 'patternProperties', '$defs'];

/**
 * Replaces the schemas directly inside a schema.
 *
 * @param map gets each with the way to it: `['properties', 'title']`, `['anyOf', '0']`, `['items']`
 */
export function mapSubschemas(
  schema: JsonObject,
  map: (inner: JsonObject, way: readonly string[]) => JsonObject,
): JsonObject {
  const changed = { ...schema };
  for (const key of single) {
    const inner = schema[key];
    if (isObject(inner)) changed[key] = map(inner, [key]);
  }
  for (const key of lists) {
    const inner = schema[key];
    if (Array.isArray(inner))
      changed[key] = inner.map((one, at) => (isObject(one) ? map(one, [key, String(at)]) : one));
  }
  for (const key of named) {
    const inner = schema[key];
    if (!isObject(inner)) continue;
    changed[key] = Object.fromEntries(
      Object.entries(inner).map(([name, one]) => [name, isObject(one) ? map(one, [key, name]) : one]),
    );
  }
  return changed;
}
