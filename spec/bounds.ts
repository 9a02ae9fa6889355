import { type Bound, type BoundKind, getLimit } from './bound.ts';
import type { OperationId } from './contract.ts';
import type { Endpoint } from './endpoint.ts';
import { branches, inputSchema, type JsonSchema, memberSchema, pointerTokens } from './member-schema.ts';
import type { RequirementId } from './requirement.ts';
import { type Statement, type StatementSource, statements } from './statements.ts';

/** One bound in a table: its kind, its pointer, and what the schema does not say. */
type BoundRow = readonly [
  kind: BoundKind | readonly BoundKind[],
  pointer: string | readonly string[],
  more?: {
    /** Replaces the sentence made from the contract. */
    readonly sentence?: string;
    readonly values?: readonly unknown[];
    readonly usual?: true;
    readonly status?: number;
  },
];

/** What the bounds of one table share. */
interface BoundSource<Operations extends Readonly<Record<string, Endpoint>>> extends StatementSource {
  readonly in: Operations;
  readonly operation: keyof Operations & OperationId;
  /** A word for the body in sentences: `configuration`. */
  readonly of: string;
}

/**
 * Requirements that follow from the contract. Their sentences, tests and wrong servers are made from the schema of the
 * body, so that a limit is written only once.
 *
 * @throws RangeError if the schema has no such member or no such limit for it
 *
 * @example
 * bounds({ in: endpoints, operation: 'token-validation.config.create', of: 'configuration', passage, certainty: 'seed' }, {
 *   'TV-CFG-11': ['missing', '/title'], // The server refuses a configuration without `title`.
 *   'TV-CFG-14': ['too long', '/title'], // The server refuses a configuration whose `title` has 51 characters.
 * });
 */
export function bounds<
  const Id extends RequirementId,
  const Operations extends Readonly<Record<string, Endpoint>>,
>(
  { in: operations, operation, of, ...source }: BoundSource<Operations>,
  table: Readonly<Record<Id, BoundRow>>,
): readonly Statement<Id>[] {
  const body = operations[operation]?.body;
  if (!body) throw new RangeError(`${operation} takes no body`);
  const schema = inputSchema(body);
  const rows = Object.entries(table) as [Id, BoundRow][]; // Object.entries widens the keys to string
  return rows.flatMap(([id, [kind, pointer, { sentence, values = [], usual = false, status } = {}]]) => {
    const kinds = typeof kind === 'string' ? [kind] : kind;
    const pointers = typeof pointer === 'string' ? [pointer] : pointer;
    const bound: Bound = {
      operation,
      kinds,
      pointers,
      values,
      usual,
      ...(status === undefined ? {} : { status }),
    };
    const [member] = pointers.map((one) => memberSchema(schema, one));
    const text = sentence ?? toSentence(bound, of, member ?? {});
    // A computed key widens to string.
    const sentences = { [id]: text } as Readonly<Record<Id, string>>;
    return statements(source, sentences).map((one) => ({ ...one, bound }));
  });
}

function toSentence(
  { kinds: [kind], pointers: [pointer = ''], values }: Bound,
  of: string,
  schema: JsonSchema,
): string {
  if (kind === undefined) throw new RangeError(`a bound of ${pointer} has no kind`);
  const name = pointerTokens(pointer)
    .filter((token) => !/^\d+$/.test(token))
    .join('.');
  const article = /^[aeiou]/.test(of) ? 'an' : 'a';
  const thing = `${article} ${of}`;
  const one = /\/\d+$/.test(pointer) ? `one of its \`${name}\`` : `its \`${name}\``;
  const whose =
    name === '' ? 'whose body' : one.replace(/^its/, 'whose').replace(/^one of its/, 'one of whose');
  const limit = (keyword: string) => getLimit(schema, keyword);
  const sentences: Readonly<Record<BoundKind, () => string>> = {
    missing: () => `The server refuses ${thing} without \`${name}\`.`,
    type: () => `The server refuses ${thing} ${whose} is not ${typeName(schema)}.`,
    null: () => `The server refuses ${thing} ${whose} is null.`,
    'not allowed': () => `The server refuses ${thing} ${whose} is not ${listed(allowed(schema))}.`,
    format: () => `The server refuses ${thing} ${whose} is not ${formatName(schema)}.`,
    'too long': () => `The server refuses ${thing} ${whose} has ${limit('maxLength') + 1} characters.`,
    'too short': () =>
      `The server refuses ${thing} ${whose} has fewer than ${limit('minLength')} characters.`,
    'too many': () => `The server refuses ${thing} ${whose} has ${limit('maxItems') + 1} items.`,
    'too few': () => `The server refuses ${thing} ${whose} has fewer than ${limit('minItems')} items.`,
    'too small': () => `The server refuses ${thing} ${whose} is below ${limit('minimum')}.`,
    'too large': () => `The server refuses ${thing} ${whose} is above ${limit('maximum')}.`,
    longest: () => `The server accepts ${thing} ${whose} has ${limit('maxLength')} characters.`,
    most: () => `The server accepts ${thing} ${whose} has ${limit('maxItems')} items.`,
    fewest: () => `The server accepts ${thing} ${whose} has ${limit('minItems')} items.`,
    smallest: () => `The server accepts ${thing} ${whose} is ${limit('minimum')}.`,
    largest: () => `The server accepts ${thing} ${whose} is ${limit('maximum')}.`,
    allowed: () => `The server accepts ${thing} ${whose} is ${listed(values)}.`,
  };
  return sentences[kind]().replaceAll('has 1 items', 'has one item');
}

/** `a`, `b` or `c` */
function listed(values: readonly unknown[]): string {
  const words = values.map((value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function allowed(schema: JsonSchema): unknown[] {
  return branches(schema).flatMap((branch) => {
    if ('const' in branch) return [branch['const']];
    return Array.isArray(branch['enum']) ? branch['enum'] : [];
  });
}

/** The type of a schema, with its article. */
function typeName(schema: JsonSchema): string {
  const names: Readonly<Record<string, string>> = {
    string: 'a string',
    number: 'a number',
    integer: 'an integer',
    boolean: 'a boolean',
    array: 'an array',
    object: 'an object',
  };
  const types = branches(schema).map((branch) => {
    const { type } = branch;
    if (typeof type === 'string') return type;
    return typeof (branch['const'] ?? (Array.isArray(branch['enum']) && branch['enum'][0]));
  });
  return [...new Set(types)].flatMap((type) => names[type] ?? []).join(' or ');
}

function formatName(schema: JsonSchema): string {
  const formats: Readonly<Record<string, string>> = {
    uuid: 'a UUID',
    'date-time': 'a timestamp',
    uri: 'a URL',
  };
  const name = branches(schema).flatMap(({ format }) => formats[String(format)] ?? [])[0];
  if (name === undefined) throw new RangeError('the schema names no format');
  return name;
}
