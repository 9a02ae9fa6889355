import type { Endpoint } from '../../spec/endpoint.ts';
import { ApiError } from '../../spec/errors.ts';
import type { Call } from '../api/call.ts';
import { toBase64 } from '../engines/models/base64.ts';
import { isObject, type JsonValue } from '../engines/openapi/json.ts';
import type { Resource } from '../engines/openapi/resources/resource.ts';
import type { Schemas } from '../engines/openapi/schemas/schemas.ts';
import type { DocumentRecord } from '../world/document-records.ts';
import { type AnswerParts, getExamples } from './document-answer.ts';
import { makeId, makePreset, makeRecord, type RecordSource, toHex } from './make-record.ts';
import {
  ancestors,
  getAccountId,
  getId,
  type RecordPlace,
  readVariables,
  toPath,
  unknownRecord,
} from './record-place.ts';
import type { RequestInput } from './request-input.ts';
import type { ServedDocument } from './served-document.ts';

/** Everything that the work of one request needs. */
export interface DocumentCall extends AnswerParts {
  readonly call: Call<Endpoint>;
  readonly input: RequestInput;
  readonly place: RecordPlace;
  readonly served: ServedDocument;
  /** Whether the schema of the body has a member that a client may send. */
  readonly isSendable: (name: string) => boolean;
}

/** @throws ApiError `document-record-unknown` */
export function find(resource: Resource, asked: DocumentCall): DocumentRecord {
  const template = resource.itemPath ?? resource.path;
  return findAt(resource, asked, toPath(asked.place, template), getId(asked.place, template));
}

/** @throws ApiError `document-record-unknown` */
export function findAt(resource: Resource, asked: DocumentCall, path: string, id: string): DocumentRecord {
  const known = asked.place.shelf.get(path);
  if (known && !known.gone) return known;
  const { invents, served } = asked;
  if (known || !resource.preset || (!invents && !served.isWritten(resource))) throw unknownRecord(path);
  return keepPreset(resource, asked, path, id);
}

/** The records of a collection. One whose records nobody makes starts with one. */
export function listAll(resource: Resource, asked: DocumentCall): readonly DocumentRecord[] {
  const { place } = asked;
  const collection = toPath(place, resource.path);
  if (
    !asked.invents ||
    !resource.preset ||
    resource.itemPath === undefined ||
    !place.shelf.isUntouched(collection)
  )
    return place.shelf.of(collection);
  const examples = getExamples(asked, resource.schema);
  return [...(examples.length > 0 ? examples : [undefined]).entries()].map(([index, example]) => {
    const named = isObject(example) && example[resource.idMember ?? 'id'];
    const seed = toHex(index === 0 ? collection : `${collection} ${index}`);
    const isNamed = typeof named === 'string' || typeof named === 'number';
    const id = isNamed ? String(named) : makeId(sourceOf(resource, asked, ''), seed);
    return keepPreset(resource, asked, `${collection}/${encodeURIComponent(id)}`, id, example);
  });
}

function keepPreset(
  resource: Resource,
  asked: DocumentCall,
  path: string,
  id: string,
  example?: JsonValue,
): DocumentRecord {
  const source = sourceOf(resource, asked, id);
  const value = makePreset(example === undefined ? source : { ...source, example }, !asked.invents);
  return keep(asked.place, { path, collection: toPath(asked.place, resource.path), value });
}

/** Keeps the records that are there from the start, of a resource and of those above it. */
export function keepStarts(resource: Resource, asked: DocumentCall): void {
  const { place, call } = asked;
  for (const one of [resource, ...ancestors(resource)]) {
    if (one.starts.length === 0) continue;
    const collection = toPath(place, one.path);
    if (!place.shelf.isUntouched(collection)) continue;
    const account = call.world.accounts.get(getAccountId(call) ?? '')?.account;
    for (const given of one.starts) {
      const id = String(given[one.idMember ?? 'id']);
      const source = sourceOf(one, asked, id);
      const now = account?.created_on === undefined ? source.now : Date.parse(account.created_on);
      const value = makeRecord({ ...source, now }, given);
      keep(place, { path: `${collection}/${encodeURIComponent(id)}`, collection, value });
    }
  }
}

/** Removes a record with everything below it. One that was there from the start doesn't come back. */
export function drop(
  { preset, starts }: Resource,
  { shelf }: RecordPlace,
  path: string,
  collection: string,
): void {
  shelf.removeTree(path);
  if (preset || starts.length > 0) shelf.put({ path, collection, value: null, gone: true });
}

/** A record with the records below it, in an empty list of their name: the `consumers` of a queue. */
export function withRecordsBelow({ shelf }: RecordPlace, { path, value }: DocumentRecord): JsonValue {
  if (!isObject(value)) return value;
  const below = Object.entries(value).flatMap(([name, own]) => {
    const records = Array.isArray(own) && own.length === 0 ? shelf.of(`${path}/${name}`) : [];
    const count = `${name}_total_count`;
    return records.length === 0
      ? []
      : [[name, records.map((record) => record.value)], ...(count in value ? [[count, records.length]] : [])];
  });
  return below.length === 0 ? value : { ...value, ...Object.fromEntries(below) };
}

export function keep({ shelf }: RecordPlace, record: DocumentRecord): DocumentRecord {
  shelf.put(record);
  return record;
}

export const sourceOf = (
  resource: Resource,
  { schemas, envelope, call, place, served, isSendable }: DocumentCall,
  id: string,
): RecordSource => ({
  schemas,
  resource,
  entry: served.entryOf(resource),
  scene: call,
  id,
  variables: readVariables(place),
  example: getExamples({ schemas, envelope }, resource.schema)[0],
  now: call.clock.now(),
  isSendable,
});

/** Adds a record to a collection. @throws ApiError `document-record-exists` */
export function add(resource: Resource, asked: DocumentCall, given: JsonValue): DocumentRecord {
  const { place, input, schemas } = asked;
  const collection = toPath(place, resource.path);
  const source = resource.idSource ?? resource.idMember;
  const wanted = isObject(given) && source !== undefined ? given[source] : undefined;
  const isOwn =
    resource.idSource !== undefined ||
    isChosen(resource, schemas) ||
    asked.isSendable(resource.idMember ?? '');
  const id = typeof wanted === 'string' && isOwn ? wanted : makeId(sourceOf(resource, asked, ''));
  const path = `${collection}/${encodeURIComponent(id)}`;
  if (place.shelf.find(path))
    throw new ApiError('document-record-exists', { member: resource.idMember ?? 'id', value: id });
  requireUnique(resource, asked, given, path);
  const value = makeRecord(sourceOf(resource, asked, id), given);
  return keep(place, { path, collection, value, ...toBytes(input) });
}

/** Whether the client chooses the id in the body: the member is not read-only, or not described. */
function isChosen({ schema, idMember }: Resource, schemas: Schemas): boolean {
  if (schema === undefined || idMember === undefined) return false;
  const members = schemas.members(schema);
  return members.size === 0 || members.get(idMember)?.readOnly === false;
}

export function toBytes({ file }: RequestInput): Pick<DocumentRecord, 'bytes' | 'mediaType'> {
  return file ? { bytes: toBase64(file.bytes), mediaType: file.mediaType } : {};
}

/** @throws ApiError `document-record-exists` */
export function requireUnique(
  { unique, path: template }: Resource,
  { place }: Pick<DocumentCall, 'place'>,
  given: JsonValue,
  own: string,
): void {
  if (!isObject(given)) return;
  for (const member of unique) {
    const value = given[member];
    if (value === undefined) continue;
    const twin = place.shelf
      .of(toPath(place, template))
      .find((one) => one.path !== own && isObject(one.value) && one.value[member] === value);
    if (twin) throw new ApiError('document-record-exists', { member, value: String(value) }, `/${member}`);
  }
}
