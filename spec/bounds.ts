import { type Bound, type BoundKind, getLimit } from './bound.ts';
import type { OperationId } from './contract.ts';
import type { Endpoint } from './endpoint.ts';
import { branches, inputSchema, type JsonSchema, memberSchema, pointerTokens } from './member-schema.ts';
import type { RequirementId } from './requirement.ts';
import { type Statement, type StatementSource, statements } from './statements.ts';

/** One bound in a table: what, where, and what the schema does not say. */
type BoundRow = readonly [
  kind: BoundKind | readonly BoundKind[],
  pointer: string | readonly string[],
  more?: {
    /** A sentence that says more than the one made from the contract. */
    readonly sentence?: string;
    readonly values?: readonly unknown[];
    readonly usual?: true;
    readonly status?: number;
  },
];

/** What the bounds of one table have in common. */
interface BoundSource<Operations extends Readonly<Record<string, Endpoint>>> extends StatementSource {
  readonly in: Operations;
  readonly operation: keyof Operations & OperationId;
  /** What the body describes, for sentences: `configuration`. */
  readonly of: string;
}

/**
 * Requirements that follow from the contract: their sentences, tests and wrong servers are made from the schema of
 * the body, so that a limit stands in one place.
 *
 * @throws RangeError where the schema has no such member, or sets it no such limit
 *
 * @example
 * bounds({ in: endpoints, operation: 'token-validation.config.create', of: 'configuration', passage, certainty: 'seed' }, {
 *   'TV-CFG-11': ['missing', '/title'], // A configuration without `title` is refused.
 *   'TV-CFG-14': ['too long', '/title'], // A configuration whose `title` has 51 characters is refused.
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
    const says = sentence ?? toSentence(bound, of, member ?? {});
    // A computed key widens to string.
    const said = { [id]: says } as Readonly<Record<Id, string>>;
    return statements(source, said).map((one) => ({ ...one, bound }));
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
  const article = /^[aeiou]/.test(of) ? 'An' : 'A';
  const thing = `${article} ${of}`;
  const one = /\/\d+$/.test(pointer) ? `one of its \`${name}\`` : `its \`${name}\``;
  const whose =
    name === '' ? 'whose body' : one.replace(/^its/, 'whose').replace(/^one of its/, 'one of whose');
  const limit = (keyword: string) => getLimit(schema, keyword);
  const sentences: Readonly<Record<BoundKind, () => string>> = {
    missing: () => `${thing} without \`${name}\` is refused.`,
    type: () => `${thing} ${whose} is not ${typeName(schema)} is refused.`,
    null: () => `${thing} ${whose} is null is refused.`,
    'not allowed': () => `${thing} ${whose} is not ${listed(allowed(schema))} is refused.`,
    format: () => `${thing} ${whose} is not ${formatName(schema)} is refused.`,
    'too long': () => `${thing} ${whose} has ${limit('maxLength') + 1} characters is refused.`,
    'too short': () => `${thing} ${whose} has fewer than ${limit('minLength')} characters is refused.`,
    'too many': () => `${thing} ${whose} has ${limit('maxItems') + 1} items is refused.`,
    'too few': () => `${thing} ${whose} has fewer than ${limit('minItems')} items is refused.`,
    'too small': () => `${thing} ${whose} is below ${limit('minimum')} is refused.`,
    'too large': () => `${thing} ${whose} is above ${limit('maximum')} is refused.`,
    longest: () => `${thing} ${whose} has ${limit('maxLength')} characters is accepted.`,
    most: () => `${thing} ${whose} has ${limit('maxItems')} items is accepted.`,
    fewest: () => `${thing} ${whose} has ${limit('minItems')} items is accepted.`,
    smallest: () => `${thing} ${whose} is ${limit('minimum')} is accepted.`,
    largest: () => `${thing} ${whose} is ${limit('maximum')} is accepted.`,
    allowed: () => `${thing} ${whose} is ${listed(values)} is accepted.`,
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

/** The type that a schema asks for, with its article. */
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
