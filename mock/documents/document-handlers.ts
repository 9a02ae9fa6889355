import { basePath, type ErrorShape } from '../../spec/endpoint.ts';
import { ApiError } from '../../spec/errors.ts';
import type { AnyHandler } from '../api/call.ts';
import { fromBase64 } from '../engines/models/base64.ts';
import type { DocumentOperation } from '../engines/openapi/document.ts';
import { isObject, type JsonValue } from '../engines/openapi/json.ts';
import { bodySchema } from '../engines/openapi/resources/body.ts';
import { type Envelope, isJsonType, readEnvelope } from '../engines/openapi/resources/envelope.ts';
import { findImpossible } from '../engines/openapi/resources/find-impossible.ts';
import { lazily } from '../engines/openapi/resources/lazily.ts';
import { createOutlineReader } from '../engines/openapi/resources/outline.ts';
import type { Resource, Role } from '../engines/openapi/resources/resource.ts';
import type { DocumentRecord } from '../world/document-records.ts';
import { bulkWork } from './bulk-records.ts';
import { answerPage, answerRecord, type DocumentAnswer, toAccepted } from './document-answer.ts';
import {
  add,
  type DocumentCall,
  drop,
  find,
  keep,
  keepStarts,
  listAll,
  requireUnique,
  sourceOf,
  toBytes,
  withRecordsBelow,
} from './document-call.ts';
import { getRefusalShape } from './document-refusal.ts';
import { findContractParents } from './documented-path.ts';
import { requireExact } from './exact-numbers.ts';
import { mergePatch } from './json-place.ts';
import { listRecords } from './list-records.ts';
import { changeRecord, isServerMade, makeId, makePreset, makeRecord } from './make-record.ts';
import { changeLists, createRecordReader, replaceRecord } from './record-input.ts';
import {
  getId,
  isKept,
  type RecordPlace,
  requireParents,
  toPath,
  toPlace,
  unknownRecord,
} from './record-place.ts';
import { type EngineWork, toRegisteredCall } from './registered-call.ts';
import { readInput } from './request-input.ts';
import type { ServedDocument } from './served-document.ts';

type ServedRole = Exclude<Role, { kind: 'none' }>;

/** How an operation is served. */
export interface ServedOperation {
  readonly handler: AnyHandler;
  /** Where its answer has a record; undefined if the document describes no successful answer. */
  readonly envelope: () => Envelope | undefined;
  /** Whether its body is the bytes of a record. */
  readonly isRaw: boolean;
  /** How it refuses; undefined for the envelope. */
  readonly refusal: ErrorShape | undefined;
}

/** Serves the operations of a document; undefined for one that can't be served. */
export function createHandlers(
  served: ServedDocument,
): (operation: DocumentOperation) => ServedOperation | undefined {
  const { document, schemas, roles, invents } = served;
  const outlineOf = createOutlineReader(document);
  return (operation) => {
    const own = served.handlers?.[`${operation.method} ${operation.path}`];
    const role = toServed(roles.get(operation.id), own !== undefined);
    if (!role) return undefined;
    const envelope = lazily(() => readEnvelope(document, operation));
    const toRecord = createRecordReader(document, operation, role);
    // An answer without a record of its own is below one.
    const above = role.kind === 'sample' ? { parent: role.resource } : role.resource;
    const contractParents = lazily(() => findContractParents(served, above));
    const sendable = lazily(
      () => outlineOf(bodySchema(operation) ?? operation.body?.content[0]?.schema).members,
    );
    const isSendable = (name: string) => sendable().get(name)?.readOnly === false;
    const impossible = lazily(() => findImpossible(schemas, operation, envelope(), role.resource));
    const handler: AnyHandler = async (call) => {
      const problem = impossible();
      if (problem !== undefined)
        throw new ApiError('document-schema-unusable', { problem: `${document.name}: ${problem}` });
      const place = toPlace(call, document.basePath, operation.path);
      if (call.body !== undefined) requireExact(call.bodyText, call.body as JsonValue);
      const before = findChanged(role, place);
      const isRaw = role.resource?.raw === true;
      const context = { schemas, outlineOf, before, isRaw, mayMiss: (name: string) => mayMiss(role, name) };
      const sent = toRecord(await readInput(operation, call, context));
      const input = role.kind === 'change-one' && role.set ? { ...sent, body: role.set } : sent;
      const asked = {
        schemas,
        operation,
        invents,
        envelope: envelope(),
        call,
        input,
        place,
        served,
        isSendable,
      };
      if (role.resource) keepStarts(role.resource, asked);
      if (above) requireParents(above, place, await contractParents());
      if (own) return own(toRegisteredCall(asked, engineWork(role)));
      const hasState = role.kind !== 'sample' && role.kind !== 'action';
      return withoutScripts(
        toAccepted(work(role, asked), asked, call.request.headers.get('accept'), hasState),
      );
    };
    const isRaw = role.resource?.raw === true && role.kind === 'replace';
    return { handler, envelope, isRaw, refusal: getRefusalShape(document, operation, schemas) };
  };
}

/** The role of an operation that is served: by the engine, or by a service, which needs none. */
function toServed(role: Role | undefined, hasService: boolean): ServedRole | undefined {
  if (role && role.kind !== 'none') return role;
  return hasService ? { kind: 'action', resource: undefined } : undefined;
}

const engineWork = (role: ServedRole): EngineWork => ({
  standard: (asked) => work(role, asked),
  page: (values, asked) => page(values, role.resource, asked),
});

/** Types that a browser shows without running anything; it keeps any other one as a file. */
const inert =
  /^(?:text\/(?:plain|csv|markdown)|application\/octet-stream|(?:audio|video)\/[\w.+-]+|image\/(?!svg)[\w.+-]+)\s*(?:;|$)/i;

/**
 * Keeps an answer that is no JSON from running as a page: what a user stored would have the origin of the console and of
 * the admin API.
 */
function withoutScripts(answer: DocumentAnswer): DocumentAnswer {
  if (answer.written === undefined || isJsonType(answer.mediaType)) return answer;
  const headers = {
    ...answer.headers,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    ...(!inert.test(answer.mediaType) && { 'content-disposition': 'attachment' }),
  };
  return { ...answer, headers };
}

/** What a change may leave out: what it does not change. What the server makes is never required of a client. */
function mayMiss(
  { kind, resource }: Role & { readonly resource?: Resource | undefined },
  name: string,
): boolean {
  return (
    kind === 'update' || kind === 'change-one' || (resource !== undefined && isServerMade(resource, name))
  );
}

/** The record that a change is about, if it is there. */
function findChanged(role: Role, place: RecordPlace): JsonValue | undefined {
  if (role.kind === 'update')
    return place.shelf.find(toPath(place, role.resource.itemPath ?? role.resource.path))?.value;
  return role.kind === 'change-one' ? place.shelf.find(toPath(place, role.resource.path))?.value : undefined;
}

/** @throws ApiError */
function work(role: ServedRole, asked: DocumentCall): DocumentAnswer {
  const { resource } = role;
  if (role.kind === 'action' || (role.kind === 'sample' && asked.operation.method !== 'GET'))
    requireInvention(asked);
  if (!resource) {
    requireListed(asked);
    requireBytes(asked);
    return answerRecord(asked);
  }
  switch (role.kind) {
    case 'list':
      return list(resource, asked);
    case 'create':
      return create(resource, asked);
    case 'read':
      return show(resource, asked, find(resource, asked));
    case 'replace':
      return replace(resource, asked);
    case 'update':
      return update(role, asked);
    case 'remove':
      return remove(resource, asked);
    case 'clear':
      return clear(resource, asked);
    case 'read-one':
    case 'write-one':
    case 'change-one':
    case 'remove-one':
      return singleton(role.kind, resource, asked);
    case 'action':
      return act(resource, asked);
    case 'read-member': {
      const { value } = find(resource, asked);
      const member = isObject(value) ? (value[role.member] ?? null) : null;
      return Array.isArray(member)
        ? page(member as readonly JsonValue[], resource, asked)
        : answerRecord(asked, member);
    }
    case 'sample':
      requireListed(asked);
      requireBytes(asked);
      return answerRecord(asked);
    default:
      return bulkWork(role, asked);
  }
}

function show({ raw, schema }: Resource, asked: DocumentCall, record: DocumentRecord): DocumentAnswer {
  const { bytes, mediaType } = record;
  // Some paths answer what is known about the bytes.
  const isDescribed = isJsonType(asked.envelope?.mediaType ?? '');
  if (!raw || bytes === undefined || isDescribed)
    return answerRecord(asked, withRecordsBelow(asked.place, record), schema);
  return { written: fromBase64(bytes), mediaType: mediaType ?? 'application/octet-stream' };
}

function list(resource: Resource, asked: DocumentCall): DocumentAnswer {
  const { place } = asked;
  const records = listAll(resource, asked);
  const values = place.shelf.hasBelow(toPath(place, resource.path))
    ? records.map((record) => withRecordsBelow(place, record))
    : records.map(({ value }) => value);
  return page(values, resource, asked);
}

function page(
  all: readonly JsonValue[],
  resource: Resource | undefined,
  asked: DocumentCall,
): DocumentAnswer {
  const { input, envelope, call, schemas, served } = asked;
  // Some answer one record where others list: the newest.
  if (!envelope?.list && all.length > 0) return answerRecord(asked, all.at(-1), resource?.schema);
  if (!envelope) return answerRecord(asked);
  const members = resource?.schema ? schemas.members(resource.schema).keys() : [];
  const query = call.query as Readonly<Record<string, unknown>>;
  const found = listRecords(all, resource?.filters ?? [], envelope, input, query, members);
  return answerPage(asked, found, call.request.url, served.document.basePath === basePath);
}

function create(resource: Resource, asked: DocumentCall): DocumentAnswer {
  const { path, value } = add(resource, asked, asked.input.body ?? {});
  const { record } = asked.envelope ?? {};
  const id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  // Some answer the id alone.
  const isId = record?.node['type'] === 'string' && isObject(value);
  return answerRecord(asked, isId ? id : value, resource.schema);
}

function replace(resource: Resource, asked: DocumentCall): DocumentAnswer {
  const { place, input } = asked;
  const path = toPath(place, resource.itemPath ?? resource.path);
  const before = place.shelf.find(path);
  if (!before && !resource.keyedByClient && !resource.preset) throw unknownRecord(path);
  const source = sourceOf(resource, asked, getId(place, resource.itemPath ?? resource.path));
  const given = input.body ?? {};
  requireUnique(resource, asked, given, path);
  const value = before
    ? changeRecord(source, before.value, replaceRecord(before.value, given, asked))
    : makeRecord(source, given);
  keep(place, { path, collection: toPath(place, resource.path), value, ...toBytes(input) });
  return answerRecord(asked, value, resource.schema);
}

function update(role: Extract<Role, { kind: 'update' }>, asked: DocumentCall): DocumentAnswer {
  const { resource } = role;
  const { place, input } = asked;
  const before = find(resource, asked);
  const source = sourceOf(resource, asked, getId(place, resource.itemPath ?? resource.path));
  const given = isObject(input.body) ? changeLists(before.value, input.body, role) : (input.body ?? {});
  const next = mergePatch(before.value, given);
  requireUnique(resource, asked, next, before.path);
  const value = changeRecord(source, before.value, next);
  keep(place, { ...before, value, ...toBytes(input) });
  return answerRecord(asked, value, resource.schema);
}

function remove(resource: Resource, asked: DocumentCall): DocumentAnswer {
  const { path, collection, value } = find(resource, asked);
  drop(resource, asked.place, path, collection);
  return answerRecord(asked, value, resource.schema);
}

function clear(resource: Resource, asked: DocumentCall): DocumentAnswer {
  for (const { path, collection } of listAll(resource, asked)) drop(resource, asked.place, path, collection);
  return answerRecord(asked);
}

function singleton(
  kind: 'read-one' | 'write-one' | 'change-one' | 'remove-one',
  resource: Resource,
  asked: DocumentCall,
): DocumentAnswer {
  const { place, input } = asked;
  const path = toPath(place, resource.path);
  const known = place.shelf.find(path);
  const { idMember } = resource;
  const own = isObject(known?.value) ? known.value[idMember ?? ''] : undefined;
  const id =
    typeof own === 'string' ? own : idMember === undefined ? '' : makeId(sourceOf(resource, asked, ''));
  const source = sourceOf(resource, asked, id);
  if (kind === 'remove-one') {
    if (known) place.shelf.removeTree(path);
    return answerRecord(asked, known?.value);
  }
  if (kind === 'read-one' && !known && !resource.preset) throw unknownRecord(path);
  const before = known?.value ?? makePreset(source, !asked.invents);
  const given = input.body ?? {};
  const isNew = kind === 'write-one' && !known && !resource.preset;
  const value = isNew
    ? makeRecord(source, given)
    : kind === 'read-one'
      ? before
      : changeRecord(source, before, kind === 'write-one' ? given : mergePatch(before, given));
  const record = {
    path,
    collection: path,
    value,
    ...(known?.bytes !== undefined && { bytes: known.bytes, mediaType: known.mediaType ?? '' }),
    ...toBytes(input),
  };
  keep(place, record);
  return show(resource, asked, record);
}

/** @throws ApiError `document-effect-unkept` for an operation whose effect would be invented */
function requireInvention({ invents, operation: { id, method, path } }: DocumentCall): void {
  if (!invents) throw new ApiError('document-effect-unkept', { id, method, path });
}

/** @throws ApiError `document-record-unknown` for the read of one thing, where nothing is known and nothing invented */
function requireListed({ invents, operation: { method, path }, place, envelope }: DocumentCall): void {
  if (!invents && method === 'GET' && path.endsWith('}') && !envelope?.list)
    throw unknownRecord(toPath(place, path));
}

/** @throws ApiError `document-effect-unkept` for the read of a file that nothing keeps: no file is not an empty one */
function requireBytes(asked: DocumentCall): void {
  if (asked.envelope?.mediaType === 'application/octet-stream') requireInvention(asked);
}

/** A call that does something with a record answers with it where its answer is one. */
function act(resource: Resource, asked: DocumentCall): DocumentAnswer {
  const { envelope, place } = asked;
  if (resource.itemPath === undefined || !isKept(resource)) return answerRecord(asked);
  const record =
    place.segments.length >= place.base + resource.itemPath.split('/').length - 1
      ? find(resource, asked)
      : undefined;
  const isSame = envelope?.record !== undefined && envelope.record.pointer === resource.schema?.pointer;
  return answerRecord(asked, isSame ? record?.value : undefined);
}
