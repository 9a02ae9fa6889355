import type {
  DocumentedAnswer,
  DocumentOperation,
  Located,
  MediaType,
  OpenApiDocument,
} from '../document.ts';
import { isObject, type JsonValue } from '../json.ts';
import { toPointer } from '../pointer.ts';
import { lazily } from './lazily.ts';
import { createOutlineReader, type Outline, type OutlineReader } from './outline.ts';
import { type Paging, readOrder, readPaging } from './paging.ts';
import { toSingular, toSnake } from './words.ts';

/** What a successful answer of an operation holds, and where. What is behind it is read when it is first used. */
export interface Envelope {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  /** Undefined for an answer without content. */
  readonly mediaType: string | undefined;
  /** The whole answer. */
  readonly schema: Located | undefined;
  /** All media types of the answer. */
  readonly content: readonly MediaType[];
  /** An example of the whole answer. */
  readonly example: JsonValue | undefined;
  /** JSON pointer to the record, empty if it is the whole answer; undefined if the answer has no record. */
  readonly pointer: string | undefined;
  /** What is at the pointer. */
  readonly record: Located | undefined;
  /** JSON pointer to a list of records, and the schema of one of them. */
  readonly list: { readonly pointer: string; readonly record: Located | undefined } | undefined;
  /** JSON pointers to what the answer says about its page. */
  readonly info: Readonly<Partial<Record<PageInfo, string>>>;
  readonly paging: Paging;
  /** Query parameters that order a list. */
  readonly order: { readonly by: string | undefined; readonly direction: string | undefined };
}

/** `total` and `pages` count everything, `count` the records of this page; `next` is a cursor or address. */
export type PageInfo = 'total' | 'count' | 'page' | 'size' | 'pages' | 'next' | 'more';

/**
 * Finds the record or the list in the answer of an operation, from its schema alone.
 *
 * @returns undefined if the document describes no successful answer
 */
export function readEnvelope(
  document: OpenApiDocument,
  operation: DocumentOperation,
  outlineOf: OutlineReader = createOutlineReader(document),
): Envelope | undefined {
  const answer = findSuccess(operation);
  if (!answer) return undefined;
  const content = findContent(answer);
  const schema = content?.schema;
  const isJson = content !== undefined && isJsonType(content.type);
  const find = lazily(() => (isJson && schema ? findRecord(outlineOf, schema, operation.path) : noRecord));
  const info = lazily(() => (isJson && schema ? findInfo(outlineOf, schema) : {}));
  const paging = lazily(() => readPaging(operation, hasLinkHeader(document, operation, answer)));
  const order = lazily(() => readOrder(operation));
  return {
    status: answer.status,
    mediaType: content?.type,
    schema,
    content: answer.content,
    example: content?.example,
    get pointer() {
      return find().pointer;
    },
    get record() {
      return find().record;
    },
    get list() {
      return find().list;
    },
    get info() {
      return info();
    },
    get paging() {
      return paging();
    },
    get order() {
      return order();
    },
  };
}

type Found = Pick<Envelope, 'pointer' | 'record' | 'list'>;

const noRecord: Found = { pointer: undefined, record: undefined, list: undefined };

export const isJsonType = (type: string): boolean => /^application\/(?:[^;]+\+)?json$/.test(type);

/** The lowest status of success that has content, or the lowest one. */
function findSuccess({ answers }: DocumentOperation): DocumentedAnswer | undefined {
  const good = answers
    .filter(({ status }) => /^2(?:\d\d|XX)$/.test(status))
    .sort((a, b) => a.status.localeCompare(b.status));
  const usual = answers.find(({ status }) => status === 'DEFAULT');
  return good.find(({ content }) => content.length > 0) ?? good[0] ?? usual;
}

const findContent = ({ content }: DocumentedAnswer): MediaType | undefined =>
  content.find(({ type }) => isJsonType(type)) ?? content[0];

/** Members beside a record or list. */
const aside = new Set(
  [
    'success ok error errors message messages warnings status code meta metadata _metadata links _links paging pagination',
    'page per_page page_size page_info total total_count total_results total_items total_pages count size limit offset',
    'next next_page next_cursor next_token next_page_token prev previous cursor cursors has_more has_next is_truncated',
    'truncated result_info response_metadata request_id incomplete_results object url kind etag jsonapi included schemas',
  ]
    .join(' ')
    .split(' '),
);

/** Members with a record or list in them, whatever the resource. */
const containers = new Set(
  'result results data items records entries rows values value list elements payload'.split(' '),
);

/** Levels of objects around a record. */
const maxDepth = 3;

function findRecord(outlineOf: OutlineReader, schema: Located, path: string): Found {
  const nouns = nounsOf(path);
  let pointer = '';
  let record: Located | undefined = schema;
  let outline = outlineOf(record);
  for (let depth = 0; depth < maxDepth && outline.kind === 'object'; depth++) {
    if (depth === 0 && isOnlyStatus(outline)) return noRecord;
    const inside = findContainer(outlineOf, outline, nouns);
    if (inside === undefined) break;
    pointer += toPointer(inside);
    record = outline.members.get(inside)?.schema;
    outline = outlineOf(record);
  }
  if (outline.kind === 'array') return { pointer, record, list: { pointer, record: outline.items } };
  const list = outline.kind === 'object' ? findList(outlineOf, pointer, outline, nouns) : undefined;
  return { pointer, record, list };
}

/** The last two literal segments of a path, in the singular. */
function nounsOf(path: string): ReadonlySet<string> {
  const literals = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  return new Set(literals.slice(-2).map((segment) => toSingular(toSnake(segment))));
}

/** An answer that says how a request went, and nothing else. */
function isOnlyStatus({ members }: Outline): boolean {
  const names = [...members.keys()].map(toSnake);
  return names.every((name) => aside.has(name)) && names.some((name) => statusNames.has(name));
}

const statusNames = new Set(['success', 'ok', 'error', 'errors', 'messages']);

/** The member that is around everything else. */
function findContainer(
  outlineOf: OutlineReader,
  { members }: Outline,
  nouns: ReadonlySet<string>,
): string | undefined {
  const others = [...members.keys()].filter((name) => !aside.has(toSnake(name)));
  const beside = members.size - others.length;
  const known = others.filter((name) => containers.has(toSnake(name)));
  // Beside a status, `result` is a container whatever is in it, and whatever else is there.
  if (known.length === 1 && beside > 1) return known[0];
  const [only] = others;
  if (only === undefined || others.length > 1) return undefined;
  const isNamed = known.length === 1 || nouns.has(toSingular(toSnake(only)));
  return (isNamed || beside > 0) && holdsRecords(outlineOf, members.get(only)?.schema) ? only : undefined;
}

function holdsRecords(outlineOf: OutlineReader, schema: Located | undefined): boolean {
  const { kind, items } = outlineOf(schema);
  return kind === 'array' ? outlineOf(items).kind !== 'value' : kind === 'object';
}

/** The one list of objects in an object that has nothing else, or that has the name of the resource. */
function findList(
  outlineOf: OutlineReader,
  pointer: string,
  { members }: Outline,
  nouns: ReadonlySet<string>,
): Envelope['list'] {
  const others = [...members].filter(([name]) => !aside.has(toSnake(name)));
  const lists = others.filter(([, { schema }]) => {
    const { kind, items } = outlineOf(schema);
    return kind === 'array' && outlineOf(items).kind === 'object';
  });
  const [list, ...more] = lists;
  if (!list || more.length > 0) return undefined;
  const [name, { schema }] = list;
  if (others.length > 1 && !nouns.has(toSingular(toSnake(name)))) return undefined;
  return { pointer: pointer + toPointer(name), record: outlineOf(schema).items };
}

const infoNames: Readonly<Record<PageInfo, readonly string[]>> = {
  total: ['total_count', 'total', 'total_results', 'total_items', 'total_entries'],
  count: ['count'],
  page: ['page', 'current_page', 'page_number'],
  size: ['per_page', 'page_size', 'size', 'limit'],
  pages: ['total_pages', 'page_count', 'last_page', 'pages'],
  next: ['next', 'next_cursor', 'cursor', 'after', 'next_page_token', 'next_token', 'next_page'],
  more: ['has_more', 'has_next', 'is_truncated', 'truncated'],
};

/** Looks at the members of an answer, and at those of the objects beside the record. */
function findInfo(outlineOf: OutlineReader, schema: Located): Envelope['info'] {
  const info: Partial<Record<PageInfo, string>> = {};
  const look = (place: Located | undefined, pointer: string, depth: number) => {
    for (const [name, member] of outlineOf(place).members) {
      const word = toSnake(name);
      const { kind } = outlineOf(member.schema);
      const at = pointer + toPointer(name);
      if (kind === 'object' && depth < maxDepth && aside.has(word)) look(member.schema, at, depth + 1);
      if (kind === 'object' || kind === 'array') continue;
      for (const [what, names] of Object.entries(infoNames) as [PageInfo, readonly string[]][])
        if (names.includes(word)) info[what] ??= at;
    }
  };
  look(schema, '', 0);
  return info;
}

function hasLinkHeader(
  document: OpenApiDocument,
  { node, pointer }: DocumentOperation,
  answer: DocumentedAnswer,
): boolean {
  const { responses } = node;
  if (!isObject(responses)) return false;
  const key = Object.keys(responses).find((name) => name.toUpperCase() === answer.status);
  const located =
    key === undefined ? undefined : document.resolve(responses[key], `${pointer}/responses${toPointer(key)}`);
  const headers = located?.node['headers'];
  return isObject(headers) && Object.keys(headers).some((name) => name.toLowerCase() === 'link');
}
