import type { Located } from '../document.ts';
import type { JsonObject } from '../json.ts';
import { bodySchema } from './body.ts';
import type { CollectionPlace } from './collections.ts';
import { isJsonType } from './envelope.ts';
import type { Outline, OutlineMember, OutlineReader } from './outline.ts';
import { isPagingName } from './paging.ts';
import type { Place, Places } from './places.ts';
import type { Filter } from './resource.ts';
import { toSnake, toWords } from './words.ts';

/** The schema of one record: that of an answer, or of a body if no answer has members. */
export function findRecordSchema(
  places: Places,
  { place, item, list }: CollectionPlace,
): Located | undefined {
  const answers = [
    item?.answer('GET')?.record,
    list?.answer('GET')?.list?.record,
    place.answer('POST')?.record,
    item?.answer('PUT')?.record,
    item?.answer('PATCH')?.record,
  ];
  const writes = [place.operations.get('POST'), place.operations.get('PUT')];
  const changes = [item?.operations.get('PUT'), item?.operations.get('PATCH')];
  const bodies = [...writes, ...changes].map(bodySchema);
  const withMembers = (least: number) => (schema: Located | undefined) =>
    places.outlineOf(schema).kind === 'object' && places.outlineOf(schema).members.size >= least;
  return (
    answers.find(withMembers(2)) ??
    bodies.find(withMembers(1)) ??
    answers.find(withMembers(1)) ??
    answers.find((one) => one !== undefined)
  );
}

/** Names of ids, the most usual first; then names that a client chooses. */
export const idNames = ['id', 'uuid', 'uid', 'guid', 'identifier', 'tag'];
const chosenNames = ['key', 'name', 'slug', 'number', 'code'];

/** Whether a member is named as ids are, which a server makes. */
export const isIdName = (name: string): boolean => idNames.includes(toWords(name).at(-1) ?? '');

/**
 * The member with the id of a record: named as the parameter, as its end (`bucket_name`: `name`), with one of the usual
 * names, or with its start (`site_id`: `site_tag`).
 */
export function findIdMember(record: Outline, parameter: string | undefined): string | undefined {
  const byName = new Map([...record.members.keys()].reverse().map((name) => [toSnake(name), name]));
  const words = parameter === undefined ? [] : toWords(parameter);
  const ends = words.map((_, index) => words.slice(index).join('_'));
  const isId = words.at(-1) === 'id' || words.at(-1) === 'identifier';
  const stem = (isId ? words.slice(0, -1) : words).join('_');
  const stemmed = stem === '' ? [] : idNames.map((name) => `${stem}_${name}`);
  const wanted = [...ends, ...idNames, ...stemmed, ...(isId ? [] : chosenNames)];
  for (const name of wanted) {
    const found = byName.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The member for the id of a record whose schema has none: without it a client could not ask for the record. */
export function toIdMember(parameter: string | undefined): string | undefined {
  if (parameter === undefined) return undefined;
  const last = toWords(parameter).at(-1) ?? '';
  return chosenNames.includes(last) ? last : 'id';
}

const operators: ReadonlyMap<string, Filter['match']> = new Map([
  ['exact', 'equal'],
  ['eq', 'equal'],
  ['contains', 'contains'],
  ['startswith', 'starts'],
  ['endswith', 'ends'],
  ['present', 'present'],
  ['absent', 'absent'],
]);

const allWords = ['all', 'any', '*'];

/**
 * The member that a query parameter names, and how it is compared: `type`, `name.contains`, and `name` for the one member
 * that is called `queue_name` or so.
 *
 * @param byName members of a record by their names in snake case
 */
export function readFilter(
  parameter: string,
  byName: ReadonlyMap<string, string>,
): Pick<Filter, 'member' | 'match'> | undefined {
  const find = (name: string) => {
    const snake = toSnake(name);
    const named = [...byName.keys()].filter((one) => one.endsWith('_name'));
    const [only = ''] = snake === 'name' && named.length === 1 ? named : [];
    return byName.get(snake) ?? byName.get(only);
  };
  const whole = find(parameter);
  if (whole !== undefined) return { member: whole, match: 'equal' };
  if (parameter === 'search') return { member: '', match: 'anywhere' };
  const [, head = '', operator = ''] = /^(.+?)(?:\.|\[|_)(\w+)\]?$/.exec(parameter) ?? [];
  const member = find(head);
  const match = operators.get(operator.toLowerCase());
  return member !== undefined && match ? { member, match } : undefined;
}

/** Query parameters of a list that are named as members of its records, with or without an operator; `prefix` is one of ids. */
export function findFilters(
  outlineOf: OutlineReader,
  list: Place | undefined,
  record: Outline,
  idMember: string | undefined,
): Filter[] {
  const byName = new Map([...record.members.keys()].map((name) => [toSnake(name), name]));
  const holdsObjects = (member: string) => {
    const { kind, items } = outlineOf(record.members.get(member)?.schema);
    return kind === 'object' || (kind === 'array' && outlineOf(items).kind === 'object');
  };
  const filters: Filter[] = [];
  for (const { name, in: where, schema } of list?.operations.get('GET')?.parameters ?? []) {
    if (where !== 'query' || isPagingName(name)) continue;
    const { member, match } =
      name === 'prefix' ? ({ member: idMember, match: 'starts' } as const) : (readFilter(name, byName) ?? {});
    if (member === undefined || !match || holdsObjects(member)) continue;
    const values = schema?.node['enum'];
    const everything = Array.isArray(values) ? allWords.filter((word) => values.includes(word)) : [];
    filters.push({ parameter: name, member, match, everything });
  }
  return filters;
}

/** Whether the client chooses the ids: nothing else makes records, and a write to the path of an item can. */
export function isKeyedByClient({ item, list, creates }: CollectionPlace, idMember?: OutlineMember): boolean {
  if (!item?.has('PUT', 'POST') || creates.length > 0) return false;
  const key = findKeySchema(item);
  if (key['enum'] !== undefined) return false;
  const words = toWords(item.parameter ?? '');
  if (nameWords.has(words.at(-1) ?? '')) return true;
  const isSeen = list !== undefined || item.has('GET');
  return item.has('DELETE') && !(isSeen && (isServerMade(key) || idMember?.readOnly));
}

/** The schema of the parameter with the id of a record. */
function findKeySchema({ operations, parameter }: Place): JsonObject {
  const [operation] = operations.values();
  const own = operation?.parameters.find(({ name, in: where }) => where === 'path' && name === parameter);
  return own?.schema?.node ?? {};
}

/** Ids that nobody types: numbers, UUIDs, and text of one length. */
const isServerMade = ({ readOnly, format, type, minLength, maxLength }: JsonObject): boolean =>
  readOnly === true ||
  format === 'uuid' ||
  type === 'integer' ||
  (minLength === maxLength && typeof minLength === 'number' && minLength >= uuidLength);

/** Characters of a UUID without its hyphens. */
const uuidLength = 32;

/** Whether a member can hold the key that a client chose: the number of a record is not its name. */
export function holdsKey(item: Place, member: OutlineMember | undefined): boolean {
  const isNumber = (type: unknown) => type === 'integer' || type === 'number';
  return !isNumber(member?.schema?.node['type']) || isNumber(findKeySchema(item)['type']);
}

/** Ends of parameters that a client chooses. */
const nameWords = new Set(['name', 'key', 'slug', 'hostname', 'tag', 'path', 'url']);

/** Whether records are bytes: what a read answers is no JSON, or it has no content and a write takes some. */
export function isRaw(item: Place | undefined): boolean {
  const read = item?.answer('GET');
  if (!item || !read) return false;
  const type = read.mediaType;
  if (type?.includes('/')) return !isJsonType(type);
  const body = (item.operations.get('PUT') ?? item.operations.get('POST'))?.body;
  return body?.content.some((content) => !isJsonType(content.type)) ?? false;
}
