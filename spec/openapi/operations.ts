import { isObject, type JsonObject } from './json-schema.ts';

/** Replaces the operations of an OpenAPI document's paths. */
export function mapOperations(paths: unknown, map: (operation: JsonObject) => JsonObject): JsonObject {
  return mapValues(paths, (methods) => mapValues(methods, map));
}

/** Replaces the members of an object that are objects. */
export function mapValues(of: unknown, map: (value: JsonObject, name: string) => JsonObject): JsonObject {
  if (!isObject(of)) return {};
  return Object.fromEntries(
    Object.entries(of).map(([name, value]) => [name, isObject(value) ? map(value, name) : value]),
  );
}

/** The id of an operation; that of the original for an alias. */
export function getOperationId({ operationId, 'x-alias-of': original }: JsonObject): string {
  return String(original ?? operationId);
}
