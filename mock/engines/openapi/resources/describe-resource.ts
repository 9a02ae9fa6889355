import type { Located } from '../document.ts';
import { bodySchema } from './body-list.ts';
import { isJsonType } from './envelope.ts';
import { isPagingName } from './paging.ts';
import type { Place, Places } from './places.ts';
import type { Filter } from './resource.ts';
import { readShape, type Shape } from './shape.ts';
import { toSnake, toWords } from './words.ts';

/** Operations that say what a record of a collection looks like. */
export interface Sources {
  readonly collection: Place;
  readonly item: Place | undefined;
  /** The operation that lists, which may be at another place. */
  readonly list: Place | undefined;
}

/** The schema of one record: that of an answer with members before that of a body. */
export function findRecordSchema(
  { document }: Places,
  { collection, item, list }: Sources,
): Located | undefined {
  const creates = collection.operations.get('POST') ?? collection.operations.get('PUT');
  const bodies = [creates, item?.operations.get('PUT'), item?.operations.get('PATCH')];
  const answers = [
    item?.answer('GET')?.record,
    list?.answer('GET')?.list?.record,
    collection.answer('POST')?.record,
    item?.answer('PUT')?.record,
    item?.answer('PATCH')?.record,
  ];
  const candidates = [...answers, ...bodies.map((operation) => operation && bodySchema(operation))];
  const shapes = candidates.map((schema) => ({ schema, shape: readShape(document, schema) }));
  const objects = shapes.filter(({ shape }) => shape.kind === 'object');
  return (
    (objects.find(({ shape }) => shape.members.size > 1) ?? objects[0])?.schema ?? answers.find((one) => one)
  );
}

/** Names of ids, the most usual first. */
const idNames = ['id', 'uuid', 'uid', 'identifier', 'tag', 'key', 'name', 'slug', 'number', 'code'];

/**
 * The member with the id of a record: named as the parameter, then as its end (`bucket_name`: `name`), then one of the
 * usual names.
 */
export function findIdMember(record: Shape, parameter: string | undefined): string | undefined {
  const byName = new Map([...record.members.keys()].reverse().map((name) => [toSnake(name), name]));
  const words = parameter === undefined ? [] : toWords(parameter);
  const ends = words.map((_, index) => words.slice(index).join('_'));
  const last = words.at(-1);
  // `list_id` is the member `id`, and the member `uuid` where there is no `id`.
  const usual = last === 'name' || last === 'slug' || last === 'number' || last === 'key' ? [] : idNames;
  for (const name of [...ends, ...usual]) {
    const found = byName.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Query parameters of a list that are named as members of its records, with or without an operator. */
export function findFilters(list: Place | undefined, record: Shape): Filter[] {
  const byName = new Map([...record.members.keys()].map((name) => [toSnake(name), name]));
  const filters: Filter[] = [];
  for (const { name, in: where } of list?.operations.get('GET')?.parameters ?? []) {
    if (where !== 'query') continue;
    const [head = '', operator] = /^(.*?)(?:\.(\w+)|\[(\w+)\])?$/.exec(name)?.slice(1).filter(Boolean) ?? [];
    const match = operator === undefined ? 'equal' : matches.get(operator.toLowerCase());
    const whole = byName.get(toSnake(name));
    const member = whole ?? byName.get(toSnake(head));
    if (member === undefined || isPagingName(name)) continue;
    if (whole !== undefined) filters.push({ parameter: name, member, match: 'equal' });
    else if (match) filters.push({ parameter: name, member, match });
  }
  return filters;
}

const matches: ReadonlyMap<string, Filter['match']> = new Map([
  ['exact', 'equal'],
  ['eq', 'equal'],
  ['contains', 'contains'],
  ['startswith', 'starts'],
  ['endswith', 'ends'],
  ['present', 'present'],
  ['absent', 'absent'],
]);

/** Whether the server makes the ids: the document calls them read-only, or gives them a form that nobody types. */
export function isServerMade(item: Place, record: Shape, idMember: string | undefined): boolean {
  if (idMember !== undefined && record.members.get(idMember)?.readOnly) return true;
  const operation = [...item.operations.values()][0];
  const schema = operation?.parameters.find(
    ({ name, in: where }) => where === 'path' && name === item.parameter,
  )?.schema;
  const { format, readOnly, minLength, maxLength, type } = schema?.node ?? {};
  if (readOnly === true || format === 'uuid' || type === 'integer' || schema?.node['enum'] !== undefined)
    return true;
  if (minLength === 32 && maxLength === 32) return true;
  return false;
}

/** Whether records are bytes: what a read answers is no JSON, or it has no content and a write takes some. */
export function isRaw(item: Place | undefined): boolean {
  const read = item?.answer('GET');
  if (!item || !read) return false;
  if (read.mediaType?.includes('/')) return !isJsonType(read.mediaType);
  const body = item.operations.get('PUT')?.body;
  return body?.content.some(({ type }) => !isJsonType(type)) ?? false;
}

/** Whether two schemas are the same node of the document. */
export const isSame = (one: Located | undefined, other: Located | undefined): boolean =>
  one !== undefined && other !== undefined && one.pointer === other.pointer;
