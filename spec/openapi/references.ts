import { isObject, type JsonObject } from './json-schema.ts';

/** The prefix of references within a document. */
const start = '#/components/';

/**
 * What an object of a document refers to; the object itself if it is no reference.
 *
 * @throws Error if there is nothing at the reference
 */
export function resolve(document: JsonObject, part: JsonObject): JsonObject {
  const { $ref } = part;
  if (typeof $ref !== 'string') return part;
  const [kind = '', name = ''] = $ref.slice(start.length).split('/');
  const components = document['components'];
  const of = isObject(components) ? components[kind] : undefined;
  const found = isObject(of) ? of[name] : undefined;
  if (!$ref.startsWith(start) || !isObject(found)) throw new Error(`There is nothing at ${$ref}`);
  return found;
}

/** The last part of a reference, which is the name of what it refers to. */
export function getReferenceName({ $ref }: JsonObject): string | undefined {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;
}
