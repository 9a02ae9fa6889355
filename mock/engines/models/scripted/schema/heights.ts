import type { JsonSchema } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import {
  asNames,
  asNumber,
  asSchema,
  asSchemas,
  isObject,
  own,
  type References,
  type SchemaObject,
} from './schema-node.ts';
import { itemSchemas } from './validate.ts';

/** Schemas with more parts than these are refused; nobody writes them. */
const mostNodes = 20_000;

/** How little the values of schemas can be. */
export interface Heights {
  /**
   * How deep the flattest value of a schema is: 0 for a text or an empty list, infinite where every value would
   * have to hold another of its kind without end. It tells which way out of a recursion ends.
   */
  heightOf(schema: JsonSchema): number;
  /** How many parts the smallest value of a schema of the document has, itself among them. */
  sizeOf(schema: JsonSchema): number;
}

/**
 * Measures each schema of a document.
 *
 * @throws ModelError (bad-input) for a document of more than 20,000 schemas, or a reference that leads nowhere
 */
export function measureHeights(root: JsonSchema, references: References): Heights {
  const nodes = new Set<SchemaObject>();
  const open: unknown[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) open.push(...value);
    if (!isObject(value) || nodes.has(value)) continue;
    // Maps of schemas by name are taken for schemas too; they have no height anyone asks for.
    nodes.add(value);
    if (nodes.size > mostNodes)
      throw new ModelError('bad-input', `The JSON schema has more than ${mostNodes} parts.`);
    for (const [key, part] of Object.entries(value))
      if (typeof part === 'object' && !(data.has(key) && !isObject(part))) open.push(part);
  }
  const heights = new Map<SchemaObject, number>();
  const heightOf = (schema: JsonSchema): number => {
    if (typeof schema === 'boolean') return schema ? 0 : Number.POSITIVE_INFINITY;
    return heights.get(schema) ?? Number.POSITIVE_INFINITY;
  };
  const sizes = new Map<SchemaObject, number>();
  const sizeOf = (schema: JsonSchema): number => {
    if (typeof schema === 'boolean') return schema ? 1 : Number.POSITIVE_INFINITY;
    return sizes.get(schema) ?? Number.POSITIVE_INFINITY;
  };
  const measure = (schema: SchemaObject): number => {
    const beside = inPlace(schema, references).map((choice) => Math.min(...choice.map(heightOf)));
    const below = needed(schema).map((each) => heightOf(each) + 1);
    return Math.max(0, ...beside, ...below);
  };
  /** What applies to the same value is written once, so only the largest of it counts. */
  const measureSize = (schema: SchemaObject): number => {
    const beside = inPlace(schema, references).map((choice) => Math.min(...choice.map(sizeOf)));
    const below = needed(schema).reduce((sum, each) => sum + sizeOf(each), 1);
    return Math.max(below + repeated(schema), ...beside);
  };
  // Parts were found after what holds them, and are measured before it.
  const bottomUp = [...nodes].reverse();
  for (let changed = true; changed; ) {
    changed = false;
    for (const schema of bottomUp) {
      const [height, size] = [measure(schema), measureSize(schema)];
      if (height >= heightOf(schema) && size >= sizeOf(schema)) continue;
      heights.set(schema, height);
      sizes.set(schema, size);
      changed = true;
    }
  }
  // What is put together of several schemas on the way is measured by its parts.
  const measureMerged = (schema: JsonSchema, depth: number): number => {
    if (typeof schema === 'boolean' || nodes.has(schema) || depth > 8) return heightOf(schema);
    const parts = [...inPlace(schema, references), ...needed(schema).map((each) => [each])];
    return Math.max(
      0,
      ...parts.map((choice) => Math.min(...choice.map((each) => measureMerged(each, depth + 1)))),
    );
  };
  return { heightOf: (schema) => measureMerged(schema, 0), sizeOf };
}

/** Keywords whose values are data where they are lists, and no schemas. */
const data = new Set(['enum', 'examples', 'required', 'type']);

/** Lists of schemas that apply to the same value: of each list, one has to hold. */
function inPlace(schema: SchemaObject, references: References): JsonSchema[][] {
  const lists: JsonSchema[][] = (asSchemas(schema['allOf']) ?? []).map((each) => [each]);
  for (const key of ['$ref', '$dynamicRef', '$recursiveRef'])
    if (typeof schema[key] === 'string') lists.push([references.resolve(schema[key])]);
  for (const key of ['anyOf', 'oneOf']) {
    const choice = asSchemas(schema[key]);
    if (choice !== undefined) lists.push(choice);
  }
  return lists;
}

/** Items that a list has beside one of each schema, at least. */
function repeated(schema: SchemaObject): number {
  if (schema['type'] !== 'array' || schema['enum'] !== undefined || Object.hasOwn(schema, 'const')) return 0;
  return Math.max(0, (asNumber(schema['minItems']) ?? 0) - itemSchemas(schema).first.length - 1);
}

/** Schemas of parts that every value has. */
function needed(schema: SchemaObject): JsonSchema[] {
  if (schema['enum'] !== undefined || Object.hasOwn(schema, 'const')) return [];
  const types = schema['type'] === undefined ? undefined : [schema['type']].flat();
  const parts: JsonSchema[] = [];
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  if (types === undefined || (types.length === 1 && types[0] === 'object'))
    for (const name of asNames(schema['required']))
      if (Object.hasOwn(properties, name)) parts.push(asSchema(own(properties, name)));
  if (types?.length === 1 && types[0] === 'array') {
    const { first, rest } = itemSchemas(schema);
    const least = asNumber(schema['minItems']) ?? 0;
    parts.push(...first.slice(0, least));
    if (least > first.length) parts.push(rest);
  }
  return parts;
}
