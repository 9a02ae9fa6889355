import { isObject, type JsonObject, type JsonValue } from '../engines/openapi/json.ts';

/** A copy of a value with another value at a JSON pointer; objects on the way are made. */
export function withAt(value: JsonValue | undefined, pointer: string, inner: JsonValue): JsonValue {
  const [, name, ...rest] = pointer.split('/');
  if (name === undefined) return inner;
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
  const own: JsonObject = isObject(value) ? value : {};
  const below = rest.map((part) => `/${part}`).join('');
  return { ...own, [key]: withAt(own[key], below, inner) };
}

/** JSON Merge Patch: RFC 7396. */
export function mergePatch(value: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch;
  const merged: Record<string, JsonValue | undefined> = isObject(value) ? { ...value } : {};
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) delete merged[name];
    else if (change !== undefined) merged[name] = mergePatch(merged[name], change);
  }
  return merged;
}
