import type { JsonSchema } from '../../backend.ts';
import { jsonEqual } from './json-equal.ts';
import {
  asNames,
  asNumber,
  asSchema,
  asSchemas,
  type References,
  type SchemaObject,
  schemasByName,
} from './schema-node.ts';
import { itemSchemas, propertySchemas } from './validate.ts';

/** What has to hold for one value, taken apart: what always holds, and what there is to choose. */
export interface Plan {
  /** Keywords without references and choices; `false` where nothing is left. */
  readonly base: SchemaObject | false;
  /** Of each list, one schema has to hold. */
  readonly choices: readonly (readonly JsonSchema[])[];
  readonly conditions: readonly SchemaObject[];
  /** Patterns beside the one in `base`. */
  readonly patterns: readonly string[];
}

const emptyPlan: Plan = { base: {}, choices: [], conditions: [], patterns: [] };
/** References that lead on to references, at most. */
const longestChain = 64;

/**
 * Takes a schema apart, with all that its references and `allOf` add.
 *
 * @throws ModelError (bad-input) for a reference that leads nowhere
 */
export function planFor(schema: JsonSchema, references: References): Plan {
  return addTo(emptyPlan, schema, references, 0);
}

/** A plan that one more schema has to hold in. */
export function narrow(plan: Plan, schema: JsonSchema, references: References): Plan {
  return addTo(plan, schema, references, 0);
}

function addTo(plan: Plan, schema: JsonSchema, references: References, chain: number): Plan {
  if (schema === true || plan.base === false) return plan;
  if (schema === false || chain > longestChain) return { ...plan, base: false };
  const before = plan.base;
  let { choices, conditions, patterns } = plan;
  const own = Object.fromEntries(Object.entries(schema).filter(([key]) => !apart.has(key)));
  if (
    typeof own['pattern'] === 'string' &&
    typeof before['pattern'] === 'string' &&
    own['pattern'] !== before['pattern']
  )
    patterns = [...patterns, own['pattern']];
  const base = Object.keys(before).length === 0 ? own : mergeKeywords(before, own);
  for (const key of ['anyOf', 'oneOf']) {
    const choice = asSchemas(schema[key]);
    if (choice !== undefined) choices = [...choices, choice];
  }
  if (schema['if'] !== undefined) conditions = [...conditions, schema];
  let next: Plan = { base, choices, conditions, patterns };
  for (const key of ['$ref', '$dynamicRef', '$recursiveRef'])
    if (typeof schema[key] === 'string')
      next = addTo(next, references.resolve(schema[key]), references, chain + 1);
  for (const each of asSchemas(schema['allOf']) ?? []) next = addTo(next, each, references, chain + 1);
  return next;
}

/** Keywords that a plan has in places of their own. */
const apart = new Set(
  'allOf anyOf oneOf if then else $ref $dynamicRef $recursiveRef $defs definitions $id $schema $anchor $dynamicAnchor not'.split(
    ' ',
  ),
);

function mergeKeywords(one: SchemaObject, other: SchemaObject): SchemaObject | false {
  const merged: Record<string, unknown> = { ...one, ...other };
  for (const key of ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'])
    extreme(merged, one, other, key, Math.max);
  for (const key of ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'])
    extreme(merged, one, other, key, Math.min);
  for (const key of ['pattern', 'format', 'description', 'title', 'default', 'contains', 'examples'])
    if (one[key] !== undefined) merged[key] = one[key];
  if (one['uniqueItems'] === true || other['uniqueItems'] === true) merged['uniqueItems'] = true;
  const types = sharedTypes(one['type'], other['type']);
  if (types !== undefined) {
    if (types.length === 0) return false;
    merged['type'] = types.length === 1 ? types[0] : types;
  }
  if (Array.isArray(one['enum']) && Array.isArray(other['enum'])) {
    const allowed: unknown[] = other['enum'];
    merged['enum'] = one['enum'].filter((value) => allowed.some((each) => jsonEqual(each, value)));
  }
  if (
    Object.hasOwn(one, 'const') &&
    Object.hasOwn(other, 'const') &&
    !jsonEqual(one['const'], other['const'])
  )
    return false;
  const step = sharedStep(asNumber(one['multipleOf']), asNumber(other['multipleOf']));
  if (step !== undefined) merged['multipleOf'] = step;
  const required = [...new Set([...asNames(one['required']), ...asNames(other['required'])])];
  if (required.length > 0) merged['required'] = required;
  for (const key of ['dependentRequired', 'dependentSchemas', 'dependencies', 'propertyNames'])
    if (one[key] !== undefined && other[key] !== undefined)
      merged[key] =
        key === 'propertyNames'
          ? { allOf: [one[key], other[key]] }
          : { ...Object(one[key]), ...Object(other[key]) };
  mergeProperties(merged, one, other);
  mergeItems(merged, one, other);
  return merged;
}

function extreme(
  merged: Record<string, unknown>,
  one: SchemaObject,
  other: SchemaObject,
  key: string,
  choose: (a: number, b: number) => number,
): void {
  const [a, b] = [asNumber(one[key]), asNumber(other[key])];
  const value = a === undefined ? b : b === undefined ? a : choose(a, b);
  if (value !== undefined) merged[key] = value;
}

function sharedTypes(one: unknown, other: unknown): unknown[] | undefined {
  if (one === undefined && other === undefined) return undefined;
  if (one === undefined || other === undefined) return [one ?? other].flat();
  const theirs: unknown[] = [other].flat();
  return [one].flat().flatMap((type: unknown) => {
    if (theirs.includes(type) || (type === 'integer' && theirs.includes('number'))) return [type];
    return type === 'number' && theirs.includes('integer') ? ['integer'] : [];
  });
}

function sharedStep(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (Number.isInteger(one / other)) return one;
  if (Number.isInteger(other / one)) return other;
  for (let factor = 2; factor <= 1000; factor++)
    if (Number.isInteger((one * factor) / other)) return one * factor;
  return one * other;
}

/** A schema that holds where each of a list holds. */
function all(schemas: readonly JsonSchema[]): JsonSchema {
  const telling = schemas.filter((schema) => schema !== true);
  return telling.length > 1 ? { allOf: telling } : (telling[0] ?? true);
}

function mergeProperties(merged: Record<string, unknown>, one: SchemaObject, other: SchemaObject): void {
  const names = new Set([one, other].flatMap((each) => Object.keys(schemasByName(each['properties']))));
  if (names.size > 0)
    merged['properties'] = Object.fromEntries(
      [...names].map((name) => [name, all([...propertySchemas(one, name), ...propertySchemas(other, name)])]),
    );
  const patterns = [
    ...Object.entries(schemasByName(one['patternProperties'])),
    ...Object.entries(schemasByName(other['patternProperties'])),
  ];
  if (patterns.length > 0) {
    const byPattern = new Map<string, JsonSchema>();
    for (const [pattern, schema] of patterns)
      byPattern.set(pattern, all([byPattern.get(pattern) ?? true, schema]));
    merged['patternProperties'] = Object.fromEntries(byPattern);
  }
  if (one['additionalProperties'] !== undefined && other['additionalProperties'] !== undefined)
    merged['additionalProperties'] = all([
      asSchema(one['additionalProperties']),
      asSchema(other['additionalProperties']),
    ]);
}

function mergeItems(merged: Record<string, unknown>, one: SchemaObject, other: SchemaObject): void {
  const [a, b] = [itemSchemas(one), itemSchemas(other)];
  const length = Math.max(a.first.length, b.first.length);
  if (length > 0)
    merged['prefixItems'] = Array.from({ length }, (_, index) =>
      all([a.first[index] ?? a.rest, b.first[index] ?? b.rest]),
    );
  if (one['items'] !== undefined || other['items'] !== undefined) merged['items'] = all([a.rest, b.rest]);
  delete merged['additionalItems'];
}
