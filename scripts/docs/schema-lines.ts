/** A JSON Schema, as far as the reference reads it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Deepest level of members, and most lines. */
const deepest = 4;
const mostLines = 80;

/**
 * A schema as a nested list in Markdown: one line for each member, with its type.
 *
 * @param schema as zod writes it, with its `$defs`
 * @param io for a request, marks required members; for an answer, members that may be missing
 * @example
 * schemaLines({ type: 'object', properties: { title: { type: 'string', maxLength: 50 } }, required: ['title'] }, 'input')
 * // ['- `title` (required): text, at most 50 characters']
 */
export function schemaLines(schema: JsonSchema, io: 'input' | 'output'): string[] {
  const lines = getLines(schema, { schema, io }, 0);
  if (lines.length <= mostLines) return lines;
  const left = lines.length - mostLines;
  return [...lines.slice(0, mostLines), `- and ${left} more lines: \`touchstone openapi\` prints all`];
}

/**
 * Describes a value.
 *
 * @example
 * schemaWords({ type: 'integer', minimum: 1, maximum: 9 }) // 'whole number, 1 to 9'
 */
export function schemaWords(schema: JsonSchema, root: JsonSchema = schema): string {
  const whole = resolve(schema, root);
  const words = [getKind(whole, root), ...bounds(whole)];
  if ('default' in whole) words.push(`${code(whole['default'])} by default`);
  return words.join(', ');
}

/** The context of a schema: the root that its references point into, and the direction. */
interface Whole {
  readonly schema: JsonSchema;
  readonly io: 'input' | 'output';
}

function getLines(schema: JsonSchema, of: Whole, depth: number): string[] {
  const { schema: root, io } = of;
  const whole = resolve(schema, root);
  if (depth > deepest) return [];
  const choices = getChoices(whole).filter((one) => hasMembers(one, root));
  if (choices.length > 0) {
    return choices.flatMap((one, at) => [
      `${indent(depth)}- ${choices.length === 1 ? 'as an object' : `form ${at + 1}`}: ${schemaWords(one, root)}`,
      ...getLines(one, of, depth + 1),
    ]);
  }
  if (whole['type'] === 'array') return isSchema(whole['items']) ? getLines(whole['items'], of, depth) : [];
  const required = Array.isArray(whole['required']) ? whole['required'] : [];
  const own = Object.entries(getMembers(whole)).flatMap(([name, member]) => [
    `${indent(depth)}- \`${name}\`${mark(required.includes(name), io)}: ${described(member, root)}`,
    ...getLines(member, of, depth + 1),
  ]);
  const rest = whole['additionalProperties'];
  const others = isSchema(rest) && Object.keys(rest).length > 0;
  return others
    ? [...own, `${indent(depth)}- any other name: ${described(rest, root)}`, ...getLines(rest, of, depth + 1)]
    : own;
}

/** The members to mark: the required ones of a request, the optional ones of an answer. */
function mark(isRequired: boolean, io: Whole['io']): string {
  if (io === 'input') return isRequired ? ' (required)' : '';
  return isRequired ? '' : ' (may be missing)';
}

function described(schema: JsonSchema, root: JsonSchema): string {
  const { description } = resolve(schema, root);
  const words = schemaWords(schema, root);
  return typeof description === 'string' ? `${words}. ${description}` : words;
}

function getKind(schema: JsonSchema, root: JsonSchema): string {
  if ('const' in schema) return code(schema['const']);
  const allowed = schema['enum'];
  if (Array.isArray(allowed)) {
    return allowed.length > 24
      ? `one of ${allowed.length} texts such as ${allowed.slice(0, 3).map(code).join(', ')}`
      : allowed.map(code).join(' or ');
  }
  const choices = getChoices(schema);
  if (choices.length > 0) return distinct(choices.map((one) => schemaWords(one, root)));
  const types = schema['type'];
  if (Array.isArray(types)) return distinct(types.map((type) => getKind({ ...schema, type }, root)));
  switch (types) {
    case 'array':
      return isSchema(schema['items']) ? `list of ${plural(schemaWords(schema['items'], root))}` : 'list';
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

function getMembers(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const own = isSchema(schema['properties']) ? schema['properties'] : {};
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'].filter(isSchema) : [];
  return Object.assign({}, ...parts.map(getMembers), own);
}

function getChoices(schema: JsonSchema): JsonSchema[] {
  const choices = schema['anyOf'] ?? schema['oneOf'];
  const own = Array.isArray(choices) ? choices.filter(isSchema) : [];
  // A nested choice adds its options.
  return own.flatMap((one) => (getChoices(one).length > 0 ? getChoices(one) : [one]));
}

/** Whether a value needs more lines than its type. */
function hasMembers(schema: JsonSchema, root: JsonSchema): boolean {
  const whole = resolve(schema, root);
  if (whole['type'] === 'array') return isSchema(whole['items']) && hasMembers(whole['items'], root);
  return Object.keys(getMembers(whole)).length > 0 || getChoices(whole).some((one) => hasMembers(one, root));
}

/** The target of a reference; a schema that refers to itself ends at the depth limit. */
function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = schema['$ref'];
  if (typeof name !== 'string') return schema;
  const defs = root['$defs'];
  const found = name === '#' ? root : isSchema(defs) ? defs[name.replace('#/$defs/', '')] : undefined;
  return isSchema(found) ? found : {};
}

function isSchema(value: unknown): value is Record<string, JsonSchema> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const code = (value: unknown) => `\`${JSON.stringify(value)}\``;
const indent = (depth: number) => '  '.repeat(depth);
