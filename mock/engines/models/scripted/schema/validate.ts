import type { JsonSchema } from '../../backend.ts';
import { jsonEqual } from './json-equal.ts';
import {
  asNames,
  asNumber,
  asSchema,
  asSchemas,
  isObject,
  own,
  type References,
  type SchemaObject,
  schemasByName,
} from './schema-node.ts';
import { matchesFormat } from './string-format.ts';
import { matchesPattern } from './string-pattern.ts';
import { evaluatedItems, evaluatedNames } from './unevaluated.ts';

/** Deeper than any value that is made here; a schema that leads to itself gets there without a value. */
const deepest = 256;

/**
 * Whether a schema allows a value: JSON Schema 2020-12 with the older spellings (`definitions`, lists in
 * `items`, `dependencies`, booleans in `exclusiveMinimum`), formats taken at their word.
 *
 * @throws ModelError (bad-input) for a reference that leads nowhere
 */
export function validates(schema: JsonSchema, value: unknown, references: References, depth = 0): boolean {
  if (typeof schema === 'boolean') return schema;
  if (depth > deepest) return false;
  const check = (inner: JsonSchema, part: unknown): boolean => validates(inner, part, references, depth + 1);
  return (
    validatesAny(schema, value) &&
    validatesLogic(schema, value, references, check) &&
    (typeof value !== 'number' || validatesNumber(schema, value)) &&
    (typeof value !== 'string' || validatesString(schema, value)) &&
    (!Array.isArray(value) || validatesArray(schema, value, references, check)) &&
    (!isObject(value) || validatesObject(schema, value, references, check))
  );
}

type Check = (schema: JsonSchema, value: unknown) => boolean;

/** Whether a value is of a type as `type` names them. */
export function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

function validatesAny(schema: SchemaObject, value: unknown): boolean {
  const { type } = schema;
  if (type !== undefined && !(Array.isArray(type) ? type : [type]).some((each) => isOfType(each, value)))
    return false;
  if (Array.isArray(schema['enum']) && !schema['enum'].some((each) => jsonEqual(each, value))) return false;
  return !Object.hasOwn(schema, 'const') || jsonEqual(schema['const'], value);
}

function validatesLogic(schema: SchemaObject, value: unknown, references: References, check: Check): boolean {
  for (const key of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const reference = schema[key];
    if (typeof reference === 'string' && !check(references.resolve(reference), value)) return false;
  }
  if (!(asSchemas(schema['allOf']) ?? []).every((each) => check(each, value))) return false;
  const any = asSchemas(schema['anyOf']);
  if (any !== undefined && !any.some((each) => check(each, value))) return false;
  const one = asSchemas(schema['oneOf']);
  if (one !== undefined && one.filter((each) => check(each, value)).length !== 1) return false;
  if (schema['not'] !== undefined && check(asSchema(schema['not']), value)) return false;
  if (schema['if'] === undefined) return true;
  return check(asSchema(check(asSchema(schema['if']), value) ? schema['then'] : schema['else']), value);
}

function validatesNumber(schema: SchemaObject, value: number): boolean {
  const minimum = asNumber(schema['minimum']);
  const maximum = asNumber(schema['maximum']);
  const above = schema['exclusiveMinimum'] === true ? minimum : asNumber(schema['exclusiveMinimum']);
  const below = schema['exclusiveMaximum'] === true ? maximum : asNumber(schema['exclusiveMaximum']);
  const step = asNumber(schema['multipleOf']);
  return (
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || value <= maximum) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below) &&
    (step === undefined || step <= 0 || Number.isInteger(value / step))
  );
}

function validatesString(schema: SchemaObject, value: string): boolean {
  const least = asNumber(schema['minLength']);
  const most = asNumber(schema['maxLength']);
  if (least !== undefined || most !== undefined) {
    const length = [...value].length;
    if (length < (least ?? 0) || length > (most ?? Number.POSITIVE_INFINITY)) return false;
  }
  if (typeof schema['pattern'] === 'string' && !matchesPattern(schema['pattern'], value)) return false;
  return typeof schema['format'] !== 'string' || matchesFormat(schema['format'], value);
}

function validatesArray(
  schema: SchemaObject,
  value: readonly unknown[],
  references: References,
  check: Check,
): boolean {
  if (value.length < (asNumber(schema['minItems']) ?? 0)) return false;
  if (value.length > (asNumber(schema['maxItems']) ?? Number.POSITIVE_INFINITY)) return false;
  if (schema['uniqueItems'] === true)
    for (const [index, item] of value.entries())
      for (let before = 0; before < index; before++) if (jsonEqual(item, value[before])) return false;
  const { first, rest } = itemSchemas(schema);
  if (!value.every((item, index) => check(first[index] ?? rest, item))) return false;
  if (schema['contains'] !== undefined) {
    const contains = asSchema(schema['contains']);
    const count = value.filter((item) => check(contains, item)).length;
    if (count < (asNumber(schema['minContains']) ?? 1)) return false;
    if (count > (asNumber(schema['maxContains']) ?? Number.POSITIVE_INFINITY)) return false;
  }
  if (schema['unevaluatedItems'] === undefined) return true;
  const evaluated = evaluatedItems(schema, value, references, check);
  const unevaluated = asSchema(schema['unevaluatedItems']);
  return value.every((item, index) => evaluated.has(index) || check(unevaluated, item));
}

/** The schemas of an array's items by place, and of those behind, in the newer and the older spelling. */
export function itemSchemas(schema: SchemaObject): {
  readonly first: readonly JsonSchema[];
  readonly rest: JsonSchema;
} {
  const older = asSchemas(schema['items']);
  if (older !== undefined) return { first: older, rest: asSchema(schema['additionalItems']) };
  return { first: asSchemas(schema['prefixItems']) ?? [], rest: asSchema(schema['items']) };
}

function validatesObject(
  schema: SchemaObject,
  value: SchemaObject,
  references: References,
  check: Check,
): boolean {
  const names = Object.keys(value);
  const has = (name: string): boolean => Object.hasOwn(value, name);
  if (!asNames(schema['required']).every(has)) return false;
  if (names.length < (asNumber(schema['minProperties']) ?? 0)) return false;
  if (names.length > (asNumber(schema['maxProperties']) ?? Number.POSITIVE_INFINITY)) return false;
  for (const name of names)
    if (!propertySchemas(schema, name).every((each) => check(each, value[name]))) return false;
  if (
    schema['propertyNames'] !== undefined &&
    !names.every((name) => check(asSchema(schema['propertyNames']), name))
  )
    return false;
  for (const key of ['dependentRequired', 'dependentSchemas', 'dependencies'])
    for (const [name, needed] of Object.entries(isObject(schema[key]) ? schema[key] : {})) {
      if (!has(name)) continue;
      if (Array.isArray(needed) ? !asNames(needed).every(has) : !check(asSchema(needed), value)) return false;
    }
  if (schema['unevaluatedProperties'] === undefined) return true;
  const evaluated = evaluatedNames(schema, value, references, check);
  const unevaluated = asSchema(schema['unevaluatedProperties']);
  return names.every((name) => evaluated.has(name) || check(unevaluated, value[name]));
}

/** The schemas that one schema object has for a property: by name, by pattern, else for all others. */
export function propertySchemas(schema: SchemaObject, name: string): JsonSchema[] {
  const found: JsonSchema[] = [];
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  if (Object.hasOwn(properties, name)) found.push(asSchema(own(properties, name)));
  for (const [pattern, each] of Object.entries(schemasByName(schema['patternProperties'])))
    if (matchesPattern(pattern, name)) found.push(each);
  if (found.length === 0 && schema['additionalProperties'] !== undefined)
    found.push(asSchema(schema['additionalProperties']));
  return found;
}
