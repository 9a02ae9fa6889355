import type { Located } from '../document.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { ProblemList } from './problem-list.ts';
import { type Choice, type Direction, type Shapes, textsOf } from './shape.ts';

/** Keywords of our own, whose values are positions in the lists of a `JsonSchema`. */
export const schemaKeyword = 'touchstone-schema';
export const choicesKeyword = 'touchstone-choices';

/** A schema as JSON Schema 2020-12. References and alternatives are not inside: they are judged apart, when a value gets there. */
export interface JsonSchema {
  readonly rules: JsonObject;
  readonly schemas: readonly Located[];
  readonly choices: readonly Choice[];
}

interface Conversion {
  readonly shapes: Shapes;
  readonly problems: ProblemList;
  readonly direction: Direction;
  readonly schemas: Located[];
  readonly choices: Choice[];
}

export function toJsonSchema(
  shapes: Shapes,
  problems: ProblemList,
  schema: Located,
  direction: Direction,
): JsonSchema {
  const conversion = { shapes, problems, direction, schemas: [], choices: [] };
  return { rules: convert(conversion, schema, new Set()), ...pick(conversion) };
}

const pick = ({ schemas, choices }: Conversion) => ({ schemas, choices });

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

/** @param free members that may be missing and have any value, because this direction ignores them */
function convert(conversion: Conversion, schema: Located, free: ReadonlySet<string>): JsonObject {
  const { shapes } = conversion;
  const { node } = schema;
  if (typeof node['$ref'] === 'string') {
    const target = shapes.follow(schema);
    const reference = target ? { [schemaKeyword]: conversion.schemas.push(target) - 1 } : {};
    if (shapes.document.version === '3.0') return reference;
    const { $ref: _reference, ...rest } = node;
    if (Object.keys(rest).length === 0) return reference;
    return { ...reference, ...convertOwn(conversion, { ...schema, node: rest }, free) };
  }
  return convertOwn(conversion, schema, free);
}

function convertOwn(conversion: Conversion, schema: Located, free: ReadonlySet<string>): JsonObject {
  const { shapes, problems, direction } = conversion;
  const { node, pointer } = schema;
  const ignored = new Set(free);
  for (const [name, member] of shapes.members(schema)) if (isIgnored(member, direction)) ignored.add(name);

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

  const required = textsOf(node['required']).filter((name) => !ignored.has(name));
  if (required.length > 0) rules['required'] = required;
  if (isObject(node['properties']))
    rules['properties'] = Object.fromEntries(
      shapes
        .named(schema, 'properties')
        .map(([name, member]) => [name, ignored.has(name) ? true : convert(conversion, member, new Set())]),
    );
  if (isObject(node['patternProperties']))
    rules['patternProperties'] = Object.fromEntries(
      shapes.named(schema, 'patternProperties').flatMap(([source, member]) => {
        if (shapes.patterns.get(source)) return [[source, convert(conversion, member, new Set())]];
        problems.add(`${pointer}/patternProperties`, unfitPattern(source));
        return [];
      }),
    );
  for (const keyword of single) {
    const part = shapes.locate(node[keyword], `${pointer}/${keyword}`);
    if (part && typeof node[keyword] === 'boolean') rules[keyword] = node[keyword];
    else if (part) rules[keyword] = convert(conversion, part, new Set());
  }
  const prefix = shapes.list(schema, 'prefixItems');
  if (prefix.length > 0) rules['prefixItems'] = prefix.map((part) => convert(conversion, part, new Set()));
  const dependent = shapes.named(schema, 'dependentSchemas');
  if (dependent.length > 0)
    rules['dependentSchemas'] = Object.fromEntries(
      dependent.map(([name, part]) => [name, convert(conversion, part, ignored)]),
    );
  if (isObject(node['dependentRequired']))
    rules['dependentRequired'] = Object.fromEntries(
      Object.entries(node['dependentRequired']).map(([name, names]) => [name, textsOf(names)]),
    );
  const all = shapes.list(schema, 'allOf');
  if (all.length > 0) rules['allOf'] = all.map((part) => convertPart(conversion, part, ignored));
  const choices = shapes.choicesOf(schema);
  if (choices.length > 0)
    rules[choicesKeyword] = choices.map((choice) => conversion.choices.push(choice) - 1);
  return rules;
}

/** A schema of `allOf`. It is copied in if it requires members that another schema of the same `allOf` makes read-only. */
function convertPart(conversion: Conversion, part: Located, ignored: ReadonlySet<string>): JsonObject {
  const { shapes, direction } = conversion;
  if (typeof part.node['$ref'] !== 'string' || ignored.size === 0) return convert(conversion, part, ignored);
  const members = shapes.members(part);
  const known = (name: string) => {
    const member = members.get(name);
    return member !== undefined && isIgnored(member, direction);
  };
  const { parts } = shapes.of(part);
  const isRequired = parts.some(({ node }) =>
    textsOf(node['required']).some((name) => ignored.has(name) && !known(name)),
  );
  if (!isRequired) return convert(conversion, part, ignored);
  return {
    allOf: parts.map(({ node, pointer }) => {
      const { allOf: _parts, ...own } = node;
      return convertOwn(conversion, { node: own, pointer }, ignored);
    }),
  };
}

/** Whether a direction leaves a member out. */
export function isIgnored(
  { readOnly, writeOnly }: { readonly readOnly: boolean; readonly writeOnly: boolean },
  direction: Direction,
): boolean {
  return direction === 'request' ? readOnly : writeOnly;
}

const typeNames: ReadonlySet<unknown> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]);

/** Types that a schema names itself; undefined if any is allowed. */
export function typesIn({ type, nullable }: JsonObject): readonly string[] | undefined {
  const named = (Array.isArray(type) ? (type as readonly JsonValue[]) : [type]).filter(
    (name): name is string => typeNames.has(name),
  );
  if (named.length === 0) return undefined;
  return nullable === true && !named.includes('null') ? [...named, 'null'] : named;
}

const unfitPattern = (source: string) =>
  `The pattern ${source.length > 100 ? `${source.slice(0, 100)}…` : source} can't be matched in linear time; it is ignored.`;
