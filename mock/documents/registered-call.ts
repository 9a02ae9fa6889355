import type { RegisteredCall, RegisteredRecords } from '../api/registered.ts';
import { toBase64 } from '../engines/models/base64.ts';
import type { JsonValue } from '../engines/openapi/json.ts';
import type { Resource } from '../engines/openapi/resources/resource.ts';
import type { DocumentRecord } from '../world/document-records.ts';
import { answerRecord, answerRecords, type DocumentAnswer } from './document-answer.ts';
import { add, type DocumentCall, drop, findAt, keep, requireUnique, sourceOf } from './document-call.ts';
import { mergePatch } from './json-place.ts';
import { changeRecord } from './make-record.ts';
import { readVariables, toPath } from './record-place.ts';
import type { ServedDocument } from './served-document.ts';

/** What the engine does with a request by itself, and how it answers with a page. */
export interface EngineWork {
  standard(asked: DocumentCall): DocumentAnswer;
  page(values: readonly JsonValue[], asked: DocumentCall): DocumentAnswer;
}

/** Opens a request for the handler of a service. */
export function toRegisteredCall(asked: DocumentCall, { standard, page }: EngineWork): RegisteredCall {
  const { call, input, place, served } = asked;
  return {
    call,
    params: readVariables(place),
    query: Object.fromEntries([...input.usual, ...input.query]),
    body: input.body,
    file: input.file,
    standard: (body) => standard(body === undefined ? asked : { ...asked, input: { ...input, body } }),
    answer: (result) =>
      Array.isArray(result) && asked.envelope?.list
        ? answerRecords(asked, result as readonly JsonValue[])
        : answerRecord(withWholeResult(asked), result),
    list: (values) => page(values, asked),
    collection: (template) => toRecords(getResource(served, template), asked),
  };
}

/** A result is the whole of it, also where a part of it looks like a record. */
const withWholeResult = (asked: DocumentCall): DocumentCall =>
  asked.envelope?.pointer?.startsWith('/result/')
    ? { ...asked, envelope: { ...asked.envelope, pointer: '/result' } }
    : asked;

function getResource({ roles, document }: ServedDocument, template: string): Resource {
  for (const role of roles.values()) {
    if ('resource' in role && role.resource?.path === template) return role.resource;
  }
  throw new Error(`${document.name} has no records at ${template}`);
}

function toRecords(resource: Resource, asked: DocumentCall): RegisteredRecords {
  const { place } = asked;
  const { shelf } = place;
  const collection = toPath(place, resource.path);
  const pathOf = (id: string) => `${collection}/${encodeURIComponent(id)}`;
  const get = (id: string) => findAt(resource, asked, pathOf(id), id);
  const put = (before: DocumentRecord, id: string, next: JsonValue) => {
    requireUnique(resource, asked, next, before.path);
    return keep(place, { ...before, value: changeRecord(sourceOf(resource, asked, id), before.value, next) });
  };
  return {
    path: collection,
    list: () => shelf.of(collection),
    find: (id) => shelf.find(pathOf(id)),
    where: (member, value) => shelf.where(collection, member, value),
    atomic: (work) => shelf.atomic(work),
    get,
    add: (given) => add(resource, asked, given),
    change(id, patch) {
      const before = get(id);
      return put(before, id, mergePatch(before.value, patch));
    },
    replace: (id, given) => put(get(id), id, given),
    put: (id, value, bytes) =>
      keep(place, {
        path: pathOf(id),
        collection,
        value,
        bytes: toBase64(bytes),
        mediaType: 'application/octet-stream',
      }),
    remove(id) {
      drop(resource, place, get(id).path, collection);
    },
  };
}
