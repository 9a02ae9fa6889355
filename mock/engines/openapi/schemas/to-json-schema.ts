import type { Located } from '../document.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { ProblemList } from './problem-list.ts';
import { type Choice, textsOf } from './schema-nodes.ts';
import type { Shapes } from './shape.ts';
import { typesIn } from './types.ts';

/** Keywords of our own, whose values are positions in the lists of a `JsonSchema`. */
export const schemaKeyword = 'touchstone-schema';
export const choicesKeyword = 'touchstone-choices';
export const knownKeyword = 'touchstone-known';

/** A schema as JSON Schema 2020-12. References and alternatives are not inside: they are judged apart, when a value gets there. */
export interface JsonSchema {
  readonly rules: JsonObject;
  readonly schemas: readonly Located[];
  readonly choices: readonly Choice[];
}

interface Conversion {
  readonly shapes: Shapes;
  readonly problems: ProblemList;
  readonly schemas: Located[];
  readonly choices: Choice[];
}

/** Schemas inside each other that are compiled as one; what is deeper is judged apart, like a reference. */
const compiledDepth = 12;

export function toJsonSchema(shapes: Shapes, problems: ProblemList, schema: Located): JsonSchema {
  const conversion: Conversion = { shapes, problems, schemas: [], choices: [] };
  const rules = convert(conversion, schema, 0);
  return { rules, schemas: conversion.schemas, choices: conversion.choices };
}

const numbers = ['maximum', 'minimum', 'multipleOf'];
const counts = [
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxProperties',
  'minProperties',
  'maxContains',
  'minContains',
];
const single = ['not', 'if', 'then', 'else', 'contains', 'items', 'propertyNames', 'additionalProperties'];

function convert(conversion: Conversion, schema: Located, depth: number): JsonObject {
  const { shapes, schemas } = conversion;
  const { $ref: reference, ...rest } = schema.node;
  if (typeof reference === 'string') {
    const target = shapes.nodes.follow(schema);
    const found = target ? { [schemaKeyword]: schemas.push(target) - 1 } : {};
    if (shapes.nodes.document.version === '3.0' || Object.keys(rest).length === 0) return found;
    return { ...found, ...convertOwn(conversion, { ...schema, node: rest }, depth, schema) };
  }
  if (depth > compiledDepth) return { [schemaKeyword]: schemas.push(schema) - 1 };
  return convertOwn(conversion, schema, depth);
}

/** @param whole the schema with its `$ref` */
function convertOwn(conversion: Conversion, schema: Located, depth: number, whole = schema): JsonObject {
  const { shapes, problems } = conversion;
  const { node, pointer } = schema;
  const inside = (part: Located) => convert(conversion, part, depth + 1);
  const rules: Record<string, JsonValue> = {};
  const wrong = (keyword: string) =>
    problems.add(
      `${pointer}/${keyword}`,
      `The keyword ${keyword} has no value that it may have; it is ignored.`,
    );
  for (const keyword of [...numbers, ...counts]) {
    const value = node[keyword];
    if (value === undefined) continue;
    const isRight =
      typeof value === 'number' &&
      Number.isFinite(value) &&
      (numbers.includes(keyword)
        ? keyword !== 'multipleOf' || value > 0
        : Number.isInteger(value) && value >= 0);
    if (isRight) rules[keyword] = value;
    else wrong(keyword);
  }
  for (const [keyword, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const value = node[keyword];
    if (typeof value === 'number') rules[keyword] = value;
    else if (value === true && typeof node[limit] === 'number') {
      rules[keyword] = node[limit];
      delete rules[limit];
    } else if (value !== undefined && typeof value !== 'boolean') wrong(keyword);
  }
  const { type, enum: values, const: constant, uniqueItems, pattern, format } = node;
  const types = typesIn(node);
  if (types) rules['type'] = types;
  else if (type !== undefined) wrong('type');
  if (Array.isArray(values) && values.length > 0) rules['enum'] = values;
  else if (values !== undefined) wrong('enum');
  if (constant !== undefined) rules['const'] = constant;
  if (uniqueItems === true) rules['uniqueItems'] = true;
  if (typeof format === 'string') rules['format'] = format;
  if (typeof pattern === 'string') {
    if (shapes.patterns.get(pattern)) rules['pattern'] = pattern;
    else problems.add(`${pointer}/pattern`, unfitPattern(pattern));
  } else if (pattern !== undefined) wrong('pattern');

  const required = textsOf(node['required']);
  if (required.length > 0) rules['required'] = required;
  if (isObject(node['properties']))
    rules['properties'] = Object.fromEntries(
      shapes.nodes.named(schema, 'properties').map(([name, member]) => [name, inside(member)]),
    );
  if (isObject(node['patternProperties']))
    rules['patternProperties'] = Object.fromEntries(
      shapes.nodes.named(schema, 'patternProperties').flatMap(([source, member]) => {
        if (shapes.patterns.get(source)) return [[source, inside(member)]];
        problems.add(`${pointer}/patternProperties`, unfitPattern(source));
        return [];
      }),
    );
  for (const keyword of single) {
    const part = shapes.nodes.locate(node[keyword], `${pointer}/${keyword}`);
    if (part && typeof node[keyword] === 'boolean') rules[keyword] = node[keyword];
    else if (part) rules[keyword] = inside(part);
  }
  const prefix = shapes.nodes.list(schema, 'prefixItems');
  if (prefix.length > 0) rules['prefixItems'] = prefix.map(inside);
  const dependent = shapes.nodes.named(schema, 'dependentSchemas');
  if (dependent.length > 0)
    rules['dependentSchemas'] = Object.fromEntries(dependent.map(([name, part]) => [name, inside(part)]));
  if (isObject(node['dependentRequired']))
    rules['dependentRequired'] = Object.fromEntries(
      Object.entries(node['dependentRequired']).map(([name, names]) => [name, textsOf(names)]),
    );
  const all = shapes.nodes.list(schema, 'allOf');
  if (all.length > 0) rules['allOf'] = all.map(inside);
  const choices = shapes.nodes.choicesOf(schema);
  if (choices.length > 0)
    rules[choicesKeyword] = choices.map((choice) => conversion.choices.push(choice) - 1);
  if (node['unevaluatedProperties'] === false) rules[knownKeyword] = conversion.schemas.push(whole) - 1;
  return rules;
}

const unfitPattern = (source: string) =>
  `The pattern ${source.length > 100 ? `${source.slice(0, 100)}…` : source} can't be matched in linear time; it is ignored.`;
