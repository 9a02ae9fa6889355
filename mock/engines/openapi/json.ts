/** A value of JSON. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue | undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value that a schema has shown to be an object; without one, an object without members. */
export const toObject = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {});

/** A value that a schema has shown to be a list; without one, an empty list. */
export const toList = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];
