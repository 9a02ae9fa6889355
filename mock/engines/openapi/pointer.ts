import { isObject, type JsonValue } from './json.ts';

/** Writes a JSON pointer: RFC 6901. */
export function toPointer(...names: readonly (string | number)[]): string {
  let pointer = '';
  for (const name of names) {
    const text = String(name);
    pointer += `/${/[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text}`;
  }
  return pointer;
}

/** The value at a JSON pointer, which may be percent-encoded as in a fragment; undefined if there is none. */
export function readPointer(root: JsonValue, pointer: string): JsonValue | undefined {
  let node: JsonValue | undefined = root;
  for (const part of pointer.split('/').slice(1)) {
    const name = /[%~]/.test(part) ? decoded(part).replaceAll('~1', '/').replaceAll('~0', '~') : part;
    if (Array.isArray(node)) node = (node as readonly JsonValue[])[Number(name)];
    else if (isObject(node) && Object.hasOwn(node, name)) node = node[name];
    else return undefined;
  }
  return node;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
