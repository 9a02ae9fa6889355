import { ApiError } from '../../spec/errors.ts';
import { v4Limits } from '../../spec/limits.ts';
import { isDeeper } from '../api/body.ts';
import type { Located, MediaType } from '../engines/openapi/document.ts';
import { isObject, type JsonValue } from '../engines/openapi/json.ts';
import type { Outline, OutlineReader } from '../engines/openapi/resources/outline.ts';
import type { SchemaProblem, Schemas } from '../engines/openapi/schemas/schemas.ts';
import { isExact } from './exact-numbers.ts';

/** What gives the texts of a form their types. */
export interface FormTypes {
  readonly schemas: Schemas;
  readonly outlineOf: OutlineReader;
}

/** Fields below one name: texts, or names in brackets. */
type Field = string[] | Map<string, Field>;

/**
 * Reads the fields of a form as JSON. Brackets nest, as in `items[0][price]`, and a name that comes again makes a list.
 * The schema says what a text means; without one it stays a text.
 *
 * @throws ApiError `body-invalid`, `json-too-deep`
 * @example
 * readFields([['a[b]', '1']], schema, types) // { a: { b: 1 } }, if `b` is a number
 */
export function readFields(
  fields: Iterable<readonly [name: string, text: string]>,
  { schema, encoding = {} }: Partial<MediaType>,
  types: FormTypes,
): JsonValue {
  const { members } = types.outlineOf(schema);
  const root = new Map<string, Field>();
  const spread = [...members]
    .filter(([name]) => isSpread(encoding[name]))
    .map(([name, { schema }]) => [name, types.outlineOf(schema)] as const)
    .filter(([, { kind }]) => kind === 'object');
  for (const [name, text] of fields) {
    const said = members.has(name) ? [name] : toWay(name);
    const way = members.has(said[0] ?? '') ? said : [...ownerOf(name, spread), ...said];
    const { kind } = types.outlineOf(members.get(name)?.schema);
    const parts = split(text, encoding[name]);
    if (parts && kind === 'array') for (const part of parts) addField(root, way, part);
    else if (parts && kind === 'object')
      for (let at = 0; at < parts.length; at += 2)
        addField(root, [...way, parts[at] ?? ''], parts[at + 1] ?? '');
    else addField(root, way, text);
  }
  return toObject(root, schema, types);
}

/** Whether the members of an object are fields of their own, without its name. */
function isSpread(encoding: JsonValue | undefined): boolean {
  const { style, explode } = isObject(encoding) ? encoding : {};
  return style === 'form' ? explode !== false : style === undefined && explode === true;
}

/** The object that a field is a member of: one that names it, or else one that names none. */
function ownerOf(name: string, spread: readonly (readonly [string, Outline])[]): readonly string[] {
  const [own] =
    spread.find(([, { members }]) => members.has(name)) ??
    spread.find(([, { members }]) => members.size === 0) ??
    [];
  return own === undefined ? [] : [own];
}

const separators: Readonly<Record<string, string>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

/** The values in one text of a form; undefined if each has a text of its own. */
function split(text: string, encoding: JsonValue | undefined): readonly string[] | undefined {
  const { style = 'form', explode = style === 'form' } = isObject(encoding) ? encoding : {};
  const separator = separators[String(style)];
  return explode === false && separator !== undefined ? text.split(separator) : undefined;
}

/** The names in `a[b][c]`; a name with other brackets is one name. */
function toWay(name: string): string[] {
  if (!/^[^[\]]+(?:\[[^[\]]*\])+$/.test(name)) return [name];
  const way = name.slice(0, -1).split(/\]?\[/);
  if (way.length > v4Limits.jsonDepth) throw new ApiError('json-too-deep', { limit: v4Limits.jsonDepth });
  // `a[]=1` is a list, as `a=1&a=2` is.
  if (way.at(-1) === '') way.pop();
  return way;
}

function addField(root: Map<string, Field>, way: readonly string[], text: string): void {
  let at = root;
  for (const name of way.slice(0, -1)) {
    const inner = at.get(name) ?? new Map<string, Field>();
    if (Array.isArray(inner)) throw twice(way);
    at.set(name, inner);
    at = inner;
  }
  const name = way.at(-1) ?? '';
  const texts = at.get(name) ?? [];
  if (!Array.isArray(texts)) throw twice(way);
  texts.push(text);
  at.set(name, texts);
}

function twice([name = '', ...inner]: readonly string[]): ApiError {
  const field = name + inner.map((one) => `[${one}]`).join('');
  return new ApiError('body-invalid', { field, problem: 'is both a value and has members' }, `/${name}`);
}

function toJson(field: Field, schema: Located | undefined, types: FormTypes): JsonValue {
  const { kind, items } = types.outlineOf(schema);
  if (!Array.isArray(field)) {
    const isList = [...field.keys()].every((name) => /^\d*$/.test(name)) && (kind === 'array' || !schema);
    if (!isList) return toObject(field, schema, types);
    const inOrder = [...field].sort(([a], [b]) => Number(a) - Number(b));
    return inOrder.map(([, one]) => toJson(one, items, types));
  }
  const [only = '', ...others] = field;
  const [whole] = kind === 'array' && others.length === 0 ? toNested(only) : [];
  if (Array.isArray(whole) && (types.outlineOf(items).kind !== 'value' || fits(schema, whole, types)))
    return whole as JsonValue;
  if (kind === 'array' && !fits(schema, only, types))
    return field.map((text) => toScalar(text, items, types));
  return others.length === 0 ? toScalar(only, schema, types) : field;
}

function toObject(
  fields: ReadonlyMap<string, Field>,
  schema: Located | undefined,
  types: FormTypes,
): JsonValue {
  const { members } = types.outlineOf(schema);
  return Object.fromEntries(
    [...fields].map(([name, field]) => {
      const inside = members.get(name)?.schema ?? (schema && types.schemas.inside(schema, name));
      return [name, toJson(field, inside, types)];
    }),
  );
}

/** The first meaning of a text that fits, or else one of the right type: its limit is the reason of the refusal. */
export function toScalar(text: string, schema: Located | undefined, types: FormTypes): JsonValue {
  if (!schema) return text;
  // An integer whose digits would be lost stays a text, which its schema refuses.
  const scalars = /^-?\d+$/.test(text) && !isExact(text) ? [] : toScalars(text);
  const meanings: JsonValue[] = [text, ...scalars, ...(text === '' ? [null] : []), ...toNested(text)];
  const problems = meanings.map((one) => types.schemas.judge(schema, one, 'request'));
  return meanings[nearest(problems)] ?? text;
}

/** Which of several meanings fits, or else has the right type: -1 if none does. @param problems of each meaning */
export function nearest(problems: readonly (readonly SchemaProblem[])[]): number {
  const fitting = problems.findIndex((list) => list.length === 0);
  const isOfType = (list: readonly SchemaProblem[]) =>
    !list.some(({ keyword, pointer }) => keyword === 'type' && pointer === '');
  return fitting === -1 ? problems.findIndex(isOfType) : fitting;
}

const fits = (schema: Located | undefined, value: JsonValue, { schemas }: FormTypes): boolean =>
  schema !== undefined && schemas.judge(schema, value, 'request').length === 0;

/** The number or truth value that a text may mean. */
export function toScalars(text: string): JsonValue[] {
  if (text === 'true' || text === 'false') return [text === 'true'];
  return /^-?\d{1,300}(?:\.\d{1,9})?$/.test(text) ? [Number(text)] : [];
}

/** The object or list that a text may be as JSON, as in forms with files. */
function toNested(text: string): JsonValue[] {
  if (!/^\s*[[{]/.test(text)) return [];
  if (isDeeper(text, v4Limits.jsonDepth)) throw new ApiError('json-too-deep', { limit: v4Limits.jsonDepth });
  try {
    return [JSON.parse(text) as JsonValue];
  } catch {
    return [];
  }
}
