/**
 * A schema in the notation of the register:
 *
 * - `"string"`, `"integer 1..100 = 20"`, `"'asc' | 'desc'"`, `"readonly string date-time"`: a scalar with its facts
 * - `"@Pool"`: a schema of the area, by name
 * - `{ "name": …, "enabled?": …, "*": … }`: an object; `?` marks an optional member, `*` the type of further members
 * - `[item]`, `[item, "1..20"]`: an array, and its length
 * - `["|", a, b]` and `["&", a, b]`: one of several, and all of them
 */
export type Shape = string | readonly Shape[] | { readonly [member: string]: Shape };

type Schema = Readonly<Record<string, unknown>>;

/**
 * The JSON schema of a shape. References lead to `#/components/schemas`.
 *
 * @throws SyntaxError for a text that is no scalar of the notation
 * @example
 * toSchema({ 'ttl?': 'integer 30..86400 = 300' })
 * // { type: 'object', properties: { ttl: { type: 'integer', minimum: 30, maximum: 86400, default: 300 } } }
 */
export function toSchema(shape: Shape): Schema {
  if (typeof shape === 'string') return toScalar(shape);
  if (isList(shape)) {
    const [first = 'any', second] = shape;
    if (first === '|' || first === '&')
      return { [first === '|' ? 'anyOf' : 'allOf']: shape.slice(1).map(toSchema) };
    const [, least, most] = typeof second === 'string' ? (/^(\d*)\.\.(\d*)$/.exec(second) ?? []) : [];
    return {
      type: 'array',
      items: toSchema(first),
      ...(least && { minItems: Number(least) }),
      ...(most && { maxItems: Number(most) }),
    };
  }
  const members = Object.entries(shape).filter(([name]) => name !== '*');
  const required = members.flatMap(([name]) => (name.endsWith('?') ? [] : [name]));
  return {
    type: 'object',
    ...(members.length > 0 && {
      properties: Object.fromEntries(members.map(([name, member]) => [nameOf(name), toSchema(member)])),
    }),
    ...(required.length > 0 && { required }),
    ...(shape['*'] !== undefined && { additionalProperties: toSchema(shape['*']) }),
  };
}

const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape);

/** The name of a member without the mark of an optional one. */
export const nameOf = (member: string): string => member.replace(/\?$/, '');

const types = new Set(['string', 'number', 'integer', 'boolean', 'null']);
const token = /\s*('(?:[^'\\]|\\.)*'|@[^\s|]+|[^\s|]+|\|)/y;

function toScalar(text: string): Schema {
  if (text.startsWith('@')) return { $ref: `#/components/schemas/${text.slice(1)}` };
  const found: string[] = [];
  const values: unknown[] = [];
  const schema: Record<string, unknown> = {};
  token.lastIndex = 0;
  for (let word = token.exec(text)?.[1]; word !== undefined; word = token.exec(text)?.[1]) {
    const range = /^(-?[\d.e+]*?)\.\.(-?[\d.e+]*)$/.exec(word);
    if (word === '|') continue;
    else if (word === 'readonly') schema['readOnly'] = true;
    else if (word === '=') schema['default'] = toValue(token.exec(text)?.[1] ?? '');
    else if (word === 'file') Object.assign(schema, { type: 'string', format: 'binary' });
    else if (word === 'any') continue;
    else if (types.has(word)) found.push(word);
    else if (/^(?:'|-?\d+(?:\.\d+)?$|true$|false$)/.test(word)) values.push(toValue(word));
    else if (range) Object.assign(schema, toRange(found, range[1], range[2]));
    else schema['format'] = word;
  }
  return { ...toKinds(found, values), ...schema };
}

/** The words of a scalar: types, values, or both. */
function toKinds(found: readonly string[], values: readonly unknown[]): Schema {
  const [type, ...others] = found;
  const isNullable = found.length === 1 && type === 'null';
  if (values.length > 0 && (found.length === 0 || isNullable))
    return { enum: isNullable ? [...values, null] : values };
  if (values.length > 0) return { anyOf: [{ enum: values }, { type: others.length === 0 ? type : found }] };
  if (type === undefined) return {};
  return { type: others.length === 0 ? type : found };
}

function toRange(found: readonly string[], from = '', to = ''): Schema {
  const [least, most] = found.includes('string') ? ['minLength', 'maxLength'] : ['minimum', 'maximum'];
  return { ...(from !== '' && { [least]: Number(from) }), ...(to !== '' && { [most]: Number(to) }) };
}

function toValue(word: string): unknown {
  if (word.startsWith("'")) return word.slice(1, -1).replaceAll("\\'", "'");
  return word === 'true' || word === 'false' ? word === 'true' : Number(word);
}
