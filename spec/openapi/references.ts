import type { OpenapiDocument, ReferenceObject } from './document.ts';

/**
 * What an object refers to; the object itself if it is no reference.
 *
 * @throws Error if there is nothing at the reference
 */
export function resolve<T extends object>(document: OpenapiDocument, part: T | ReferenceObject): T {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as T;
  const [kind = '', name = ''] = part.$ref.replace('#/components/', '').split('/');
  const components: Readonly<Record<string, Readonly<Record<string, object>>>> = document.components;
  const found = components[kind]?.[name];
  if (found === undefined) throw new Error(`There is nothing at ${part.$ref}`);
  return found as T;
}

/** The name of what an object refers to; undefined if it is no reference. */
export function getReferenceName(part: object): string | undefined {
  return '$ref' in part && typeof part.$ref === 'string' ? part.$ref.split('/').at(-1) : undefined;
}
