import { ApiError } from '../../spec/errors.ts';
import { fromBase64, toBase64 } from '../engines/models/base64.ts';
import { isObject, type JsonValue } from '../engines/openapi/json.ts';
import { readPointer } from '../engines/openapi/pointer.ts';
import type { Role } from '../engines/openapi/resources/resource.ts';
import { answerRecords, type DocumentAnswer } from './document-answer.ts';
import { add, type DocumentCall, drop, findAt, keep, listAll, sourceOf } from './document-call.ts';
import { mergePatch } from './json-place.ts';
import { changeRecord } from './make-record.ts';
import { toPath } from './record-place.ts';

type BulkRole = Extract<Role, { kind: `bulk-${string}` }>;

/** Does the work of an operation on several records at once. @throws ApiError */
export function bulkWork(role: BulkRole, asked: DocumentCall): DocumentAnswer {
  const { place } = asked;
  const collection = toPath(place, role.resource.path);
  if (role.kind === 'bulk-replace') {
    for (const { path } of listAll(role.resource, asked)) drop(role.resource, place, path, collection);
  }
  const values = getEntries(role, asked).map((entry) => workOnOne(role, asked, entry, collection));
  return answerRecords(asked, values);
}

/** The records or ids that a request names. */
function getEntries({ pointer, parameter }: BulkRole, { input }: DocumentCall): readonly JsonValue[] {
  const named =
    pointer === undefined ? input.query.get(parameter ?? '') : readPointer(input.body ?? null, pointer);
  return named === undefined ? [] : ([named].flat() as readonly JsonValue[]);
}

function workOnOne(role: BulkRole, asked: DocumentCall, entry: JsonValue, collection: string): JsonValue {
  const { kind, resource, idMember, bytesMember, base64Member = '' } = role;
  const { place } = asked;
  const named = isObject(entry) ? entry[idMember ?? resource.idMember ?? 'id'] : entry;
  const path = `${collection}/${encodeURIComponent(String(named))}`;
  const known = place.shelf.find(path);
  if (kind === 'bulk-remove') {
    drop(resource, place, path, collection);
    return known?.value ?? named ?? null;
  }
  if (bytesMember !== undefined && isObject(entry)) {
    const {
      [bytesMember]: content,
      [idMember ?? '']: id = null,
      [base64Member]: isBase64,
      ...others
    } = entry;
    const bytes = readBytes(String(content ?? ''), isBase64 === true, `/${bytesMember}`);
    const value = { ...others, [resource.idMember ?? idMember ?? 'id']: id };
    keep(place, { path, collection, value, bytes, mediaType: 'application/octet-stream' });
    return value;
  }
  if (kind !== 'bulk-update') return add(resource, asked, entry).value;
  const before = findAt(resource, asked, path, String(named));
  const source = sourceOf(resource, asked, String(named));
  const value = changeRecord(source, before.value, mergePatch(before.value, entry));
  keep(place, { ...before, value });
  return value;
}

/** Bytes as Base64. @throws ApiError `body-invalid` for text that should be Base64 and is not */
function readBytes(content: string, isBase64: boolean, pointer: string): string {
  if (!isBase64) return toBase64(new TextEncoder().encode(content));
  try {
    return toBase64(fromBase64(content));
  } catch (cause) {
    const field = pointer.slice(1);
    throw new ApiError('body-invalid', { field, problem: 'must be Base64' }, pointer, { cause });
  }
}
