import type { JsonSchema } from '../../backend.ts';
import {
  asSchema,
  asSchemas,
  isObject,
  type References,
  type SchemaObject,
  schemasByName,
} from './schema-node.ts';
import { matchesPattern } from './string-pattern.ts';

type Check = (schema: JsonSchema, value: unknown) => boolean;

/** Names of a value that a schema, or one that applies in place, has said something about (2020-12, core 11.3). */
export function evaluatedNames(
  schema: SchemaObject,
  value: SchemaObject,
  references: References,
  check: Check,
): ReadonlySet<string> {
  const found = new Set<string>();
  visit(schema, value, references, check, (each) => {
    const properties = isObject(each['properties']) ? each['properties'] : {};
    const patterns = Object.keys(schemasByName(each['patternProperties']));
    for (const name of Object.keys(value))
      if (
        each['additionalProperties'] !== undefined ||
        (each !== schema && each['unevaluatedProperties'] !== undefined) ||
        Object.hasOwn(properties, name) ||
        patterns.some((pattern) => matchesPattern(pattern, name))
      )
        found.add(name);
  });
  return found;
}

/** Places of a value that a schema, or one that applies in place, has said something about. */
export function evaluatedItems(
  schema: SchemaObject,
  value: readonly unknown[],
  references: References,
  check: Check,
): ReadonlySet<number> {
  const found = new Set<number>();
  visit(schema, value, references, check, (each) => {
    const first = asSchemas(each['prefixItems'])?.length ?? asSchemas(each['items'])?.length ?? 0;
    const all =
      (each['items'] !== undefined && !Array.isArray(each['items'])) ||
      each['additionalItems'] !== undefined ||
      (each !== schema && each['unevaluatedItems'] !== undefined);
    for (const [index, item] of value.entries())
      if (all || index < first || (each['contains'] !== undefined && check(asSchema(each['contains']), item)))
        found.add(index);
  });
  return found;
}

/** Calls back for a schema and for all that apply to the same value and allow it. */
function visit(
  schema: SchemaObject,
  value: unknown,
  references: References,
  check: Check,
  take: (schema: SchemaObject) => void,
): void {
  const seen = new Set<SchemaObject>();
  const walk = (each: JsonSchema): void => {
    if (typeof each === 'boolean' || seen.has(each)) return;
    seen.add(each);
    take(each);
    for (const key of ['$ref', '$dynamicRef', '$recursiveRef'])
      if (typeof each[key] === 'string') walk(references.resolve(each[key]));
    for (const key of ['allOf', 'anyOf', 'oneOf'])
      for (const inner of asSchemas(each[key]) ?? []) if (check(inner, value)) walk(inner);
    if (each['if'] !== undefined) {
      const holds = check(asSchema(each['if']), value);
      if (holds) walk(asSchema(each['if']));
      walk(asSchema(holds ? each['then'] : each['else']));
    }
    for (const [name, inner] of Object.entries(schemasByName(each['dependentSchemas'])))
      if (isObject(value) && Object.hasOwn(value, name)) walk(inner);
  };
  walk(schema);
}
