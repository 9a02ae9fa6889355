import type { JsonSchema } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';

/** A schema that is an object, by its keywords. */
export type SchemaObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A keyword's value read as a schema; what is none allows everything. */
export function asSchema(value: unknown): JsonSchema {
  return isObject(value) || typeof value === 'boolean' ? value : true;
}

/** A keyword's value read as a list of schemas; absent for what is no list. */
export function asSchemas(value: unknown): JsonSchema[] | undefined {
  return Array.isArray(value) ? value.map(asSchema) : undefined;
}

/** A keyword's value read as schemas by name; empty for what is none. */
export function schemasByName(value: unknown): Readonly<Record<string, JsonSchema>> {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, asSchema(schema)]))
    : {};
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function asNames(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** An own property, never one of the prototype such as `constructor`. */
export function own(object: SchemaObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Where `$ref`, `$dynamicRef` and their kin lead inside one schema document. */
export interface References {
  /** @throws ModelError (bad-input) for what is not in the document */
  resolve(reference: string): JsonSchema;
}

/**
 * Reads a document's ids and anchors. Pointers are read from the document's root, also inside a schema with an
 * `$id` of its own.
 *
 * @throws ModelError (bad-input) from `resolve`, for a reference that leads nowhere
 */
export function createReferences(root: JsonSchema): References {
  const byName = new Map<string, JsonSchema>();
  const seen = new Set<unknown>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isObject(value)) {
      if (typeof value['$id'] === 'string') byName.set(value['$id'].replace(/#$/, ''), value);
      for (const key of ['$anchor', '$dynamicAnchor'])
        if (typeof value[key] === 'string') byName.set(`#${value[key]}`, value);
    }
    for (const each of Object.values(value)) collect(each);
  };
  collect(root);
  return {
    resolve: (reference) => {
      const named = byName.get(reference);
      if (named !== undefined) return named;
      const [id = '', fragment = ''] = reference.split('#');
      const base = id === '' ? root : byName.get(id);
      const found = base === undefined ? undefined : (byName.get(`#${fragment}`) ?? follow(base, fragment));
      if (found === undefined)
        throw new ModelError(
          'bad-input',
          `The JSON schema refers to "${reference}", which it does not hold.`,
        );
      return found;
    },
  };
}

function follow(base: JsonSchema, pointer: string): JsonSchema | undefined {
  let at: unknown = base;
  if (pointer === '') return base;
  if (!pointer.startsWith('/')) return undefined;
  for (const step of pointer.slice(1).split('/')) {
    const name = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = Reflect.get(at, name);
  }
  return isObject(at) || typeof at === 'boolean' ? at : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
