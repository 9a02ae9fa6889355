import type { OpenapiDocument } from './document.ts';
import { getReferenceName, resolve } from './references.ts';

/** A JSON Schema, as far as the reference reads it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** How a schema is described. */
export interface SchemaSetting {
  /** Has the schemas that it refers to. */
  readonly document: OpenapiDocument;
  /** Names of schemas that have a section of their own, with the address of it. */
  readonly sections?: ReadonlyMap<string, string>;
}

/**
 * Describes a value.
 *
 * @example
 * schemaWords({ type: 'integer', minimum: 1, maximum: 9 }, setting) // 'whole number, 1 to 9'
 */
export function schemaWords(schema: JsonSchema, setting: SchemaSetting): string {
  const section = getSection(schema, setting);
  if (section !== undefined) return section;
  const whole = resolve<JsonSchema>(setting.document, schema);
  const words = [getKind(whole, setting), ...bounds(whole)];
  if ('default' in whole) words.push(`${code(whole['default'])} by default`);
  return words.join(', ');
}

/** A link to the section of a schema, if it has one. */
export function getSection(schema: JsonSchema, { sections }: SchemaSetting): string | undefined {
  const name = getReferenceName(schema);
  const at = name === undefined ? undefined : sections?.get(name);
  return at === undefined ? undefined : `[${name}](${at})`;
}

function getKind(schema: JsonSchema, of: SchemaSetting): string {
  if ('const' in schema) return code(schema['const']);
  const allowed = schema['enum'];
  if (Array.isArray(allowed)) {
    return allowed.length > 24
      ? `one of ${allowed.length} texts such as ${allowed.slice(0, 3).map(code).join(', ')}`
      : allowed.map(code).join(' or ');
  }
  const choices = getChoices(schema, of);
  if (choices.length > 0) return distinct(choices.map((one) => schemaWords(one, of)));
  const types = schema['type'];
  if (Array.isArray(types)) return distinct(types.map((type) => getKind({ ...schema, type }, of)));
  switch (types) {
    case 'array':
      return isSchema(schema['items']) ? `list of ${plural(schemaWords(schema['items'], of))}` : 'list';
    case 'object':
      return 'object';
    case 'string':
      return typeof schema['format'] === 'string'
        ? (formats[schema['format']] ?? `text (${schema['format']})`)
        : 'text';
    case 'integer':
      return 'whole number';
    case 'number':
      return 'number';
    case 'boolean':
      return '`true` or `false`';
    case 'null':
      return '`null`';
    default:
      return 'anything';
  }
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'time (RFC 3339, UTC)',
  uri: 'URL',
  email: 'e-mail address',
};

/** Joins `a` and `b`; drops duplicates, and lists only a few. */
function distinct(words: readonly string[]): string {
  const different = [...new Set(words)];
  return different.length > 6 ? `one of ${different.length} forms` : different.join(', or ');
}

const plural = (words: string) => {
  if (/[,.]| or /.test(words)) return `(${words})`;
  return /^(?:object|text|number|whole number|UUID|URL)$/.test(words) ? `${words}s` : words;
};

function bounds(schema: JsonSchema): string[] {
  const number = (name: string) => (typeof schema[name] === 'number' ? Number(schema[name]) : undefined);
  const range = (low: number | undefined, high: number | undefined, unit: string) => {
    if (low !== undefined && high !== undefined)
      return [low === high ? `exactly ${low}${unit}` : `${low} to ${high}${unit}`];
    if (high !== undefined) return [`at most ${high}${unit}`];
    if (low === 1 && unit !== '') return ['not empty'];
    return low !== undefined && low !== 0 ? [`at least ${low}${unit}`] : [];
  };
  const safe = (value: number | undefined) =>
    value !== undefined && Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value;
  const { pattern } = schema;
  return [
    ...range(number('minLength'), number('maxLength'), ' characters'),
    ...range(number('minItems'), number('maxItems'), ' items'),
    ...range(safe(number('minimum')), safe(number('maximum')), ''),
    ...(number('exclusiveMinimum') === undefined ? [] : [`above ${schema['exclusiveMinimum']}`]),
    ...(typeof pattern === 'string' &&
    schema['type'] === 'string' &&
    pattern.length <= 60 &&
    schema['format'] === undefined
      ? [`\`${pattern}\``]
      : []),
  ];
}

/** The members of an object. */
export function getMembers(schema: JsonSchema, of: SchemaSetting): Readonly<Record<string, JsonSchema>> {
  const whole = resolve<JsonSchema>(of.document, schema);
  const own = isSchema(whole['properties']) ? whole['properties'] : {};
  const parts = Array.isArray(whole['allOf']) ? whole['allOf'].filter(isSchema) : [];
  return Object.assign({}, ...parts.map((one) => getMembers(one, of)), own);
}

/** The forms of a value; empty if it has only one. */
export function getChoices(schema: JsonSchema, of: SchemaSetting): JsonSchema[] {
  const choices = schema['anyOf'] ?? schema['oneOf'];
  const own = Array.isArray(choices) ? choices.filter(isSchema) : [];
  // A nested choice adds its options.
  return own.flatMap((one) => {
    if (getSection(one, of) !== undefined) return [one];
    const inner = getChoices(resolve<JsonSchema>(of.document, one), of);
    return inner.length > 0 ? inner : [one];
  });
}

/** Whether a value has members, in itself, its items or its forms. */
export function hasMembers(schema: JsonSchema, of: SchemaSetting): boolean {
  if (getSection(schema, of) !== undefined) return false;
  const whole = resolve<JsonSchema>(of.document, schema);
  if (whole['type'] === 'array') return isSchema(whole['items']) && hasMembers(whole['items'], of);
  return (
    Object.keys(getMembers(whole, of)).length > 0 || getChoices(whole, of).some((one) => hasMembers(one, of))
  );
}

export function isSchema(value: unknown): value is Record<string, JsonSchema> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const code = (value: unknown) => `\`${JSON.stringify(value)}\``;
