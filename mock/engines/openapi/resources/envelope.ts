import type {
  DocumentedAnswer,
  DocumentOperation,
  Located,
  MediaType,
  OpenApiDocument,
} from '../document.ts';
import { isObject } from '../json.ts';
import { toPointer } from '../pointer.ts';
import { type Paging, readOrder, readPaging } from './paging.ts';
import { readShape, type Shape } from './shape.ts';
import { toSingular, toSnake } from './words.ts';

/** What a successful answer of an operation holds, and where. */
export interface Envelope {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  /** Undefined for an answer without content. */
  readonly mediaType: string | undefined;
  /** The whole answer. */
  readonly schema: Located | undefined;
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
export function readEnvelope(document: OpenApiDocument, operation: DocumentOperation): Envelope | undefined {
  const answer = findSuccess(operation);
  if (!answer) return undefined;
  const content = findContent(answer);
  const schema = content?.schema;
  const isJson = content !== undefined && isJsonType(content.type);
  const found = isJson && schema ? findRecord(document, schema, operation.path) : noRecord;
  const link = hasLinkHeader(document, operation, answer);
  return {
    status: answer.status,
    mediaType: content?.type,
    schema,
    ...found,
    info: isJson && schema ? findInfo(document, schema) : {},
    paging: readPaging(operation, link),
    order: readOrder(operation),
  };
}

const noRecord = { pointer: undefined, record: undefined, list: undefined };

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

function findRecord(
  document: OpenApiDocument,
  schema: Located,
  path: string,
): Pick<Envelope, 'pointer' | 'record' | 'list'> {
  const nouns = nounsOf(path);
  let pointer = '';
  let record = schema;
  let shape = readShape(document, record);
  for (let depth = 0; depth < maxDepth && shape.kind === 'object'; depth++) {
    const inside = findContainer(document, shape, nouns);
    if (inside === 'none') return depth === 0 ? noRecord : { pointer, record, list: undefined };
    if (!inside) break;
    pointer += toPointer(inside);
    record = (shape.members.get(inside) as { readonly schema: Located }).schema;
    shape = readShape(document, record);
  }
  if (shape.kind === 'array') return { pointer, record, list: { pointer, record: shape.items } };
  return { pointer, record, list: shape.kind === 'object' ? findList(document, pointer, shape) : undefined };
}

/** The last two literal segments of a path, in the singular. */
function nounsOf(path: string): ReadonlySet<string> {
  const literals = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  return new Set(literals.slice(-2).map((segment) => toSingular(toSnake(segment))));
}

/** The member that is around everything else; `none` if all members are only beside a record. */
function findContainer(
  document: OpenApiDocument,
  { members }: Shape,
  nouns: ReadonlySet<string>,
): string | 'none' | undefined {
  const names = [...members.keys()];
  const others = names.filter((name) => !aside.has(toSnake(name)));
  const beside = names.length - others.length;
  if (others.length === 0)
    return names.length > 0 && names.some((name) => status.has(toSnake(name))) ? 'none' : undefined;
  const known = others.filter((name) => containers.has(toSnake(name)));
  if (known.length === 1 && (others.length === 1 || beside > 1) && (beside > 0 || names.length === 1))
    return isContainer(document, members, known[0] as string, beside > 1) ? known[0] : undefined;
  if (others.length !== 1) return undefined;
  const only = others[0] as string;
  const named = nouns.has(toSingular(toSnake(only)));
  return named || beside > 0 ? (isContainer(document, members, only, false) ? only : undefined) : undefined;
}

/** Members that say how a request went. */
const status = new Set(['success', 'ok', 'error', 'errors', 'messages']);

function isContainer(
  document: OpenApiDocument,
  members: Shape['members'],
  name: string,
  anyKind: boolean,
): boolean {
  if (anyKind) return true;
  const { kind, items } = readShape(document, members.get(name)?.schema);
  if (kind === 'array') return readShape(document, items).kind !== 'value';
  return kind === 'object';
}

/** The one list of objects in an object that has nothing else but what is said about the list. */
function findList(document: OpenApiDocument, pointer: string, { members }: Shape): Envelope['list'] {
  const lists: { pointer: string; record: Located | undefined }[] = [];
  for (const [name, { schema }] of members) {
    if (aside.has(toSnake(name))) continue;
    const { kind, items } = readShape(document, schema);
    if (kind !== 'array' || readShape(document, items).kind !== 'object') return undefined;
    lists.push({ pointer: pointer + toPointer(name), record: items });
  }
  return lists.length === 1 ? lists[0] : undefined;
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
function findInfo(document: OpenApiDocument, schema: Located): Envelope['info'] {
  const info: Partial<Record<PageInfo, string>> = {};
  const look = (place: Located, pointer: string, depth: number) => {
    for (const [name, member] of readShape(document, place).members) {
      const word = toSnake(name);
      const { kind } = readShape(document, member.schema);
      if (kind === 'object' && depth < 2 && aside.has(word))
        look(member.schema, pointer + toPointer(name), depth + 1);
      if (kind === 'object' || kind === 'array') continue;
      for (const [what, names] of Object.entries(infoNames) as [PageInfo, readonly string[]][])
        if (names.includes(word)) info[what] ??= pointer + toPointer(name);
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
