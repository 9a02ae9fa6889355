import type { DocumentOperation, OpenApiDocument } from '../engines/openapi/document.ts';
import { isObject, type JsonObject, type JsonValue } from '../engines/openapi/json.ts';
import { readPointer } from '../engines/openapi/pointer.ts';
import { bodySchema, readBodyPointer } from '../engines/openapi/resources/body.ts';
import { lazily } from '../engines/openapi/resources/lazily.ts';
import type { Resource, Role } from '../engines/openapi/resources/resource.ts';
import type { Schemas } from '../engines/openapi/schemas/schemas.ts';
import type { RequestInput } from './request-input.ts';

const writes: ReadonlySet<Role['kind']> = new Set(['create', 'replace', 'update', 'write-one', 'change-one']);

/** Takes the record out of the body of a request: out of a wrapper, and its bytes out of a field. */
export function createRecordReader(
  document: OpenApiDocument,
  operation: DocumentOperation,
  role: Exclude<Role, { kind: 'none' }>,
): (input: RequestInput) => RequestInput {
  const { kind, resource } = role;
  if (!resource || !writes.has(kind)) return (input) => input;
  const bodyPointer = lazily(() => readBodyPointer(document, operation, resource.schema));
  return (input) => {
    const pointer = bodyPointer();
    const body = pointer === '' ? input.body : (readPointer(input.body ?? null, pointer) ?? input.body);
    return withBytes({ ...input, body: rename(body, resource.sentMembers) }, resource.bytesMember);
  };
}

/** A body with the names that the record has for its members. */
const rename = (body: JsonValue | undefined, names: Resource['sentMembers']) =>
  isObject(body)
    ? Object.fromEntries(
        Object.entries(body).flatMap(([name, value]) => {
          const owns = Object.hasOwn(names, name) ? names[name] : undefined;
          return (owns ?? [name]).map((own) => [own, value]);
        }),
      )
    : body;

function withBytes(input: RequestInput, member: string | undefined): RequestInput {
  const { body } = input;
  if (member === undefined || !isObject(body)) return input;
  const { [member]: text, ...others } = body;
  // A file with that name has been taken already.
  if (typeof text !== 'string' || input.file) return { ...input, body: others };
  return {
    ...input,
    body: others,
    file: { bytes: new TextEncoder().encode(text), mediaType: 'application/octet-stream' },
  };
}

/** What a PUT makes of a record: members that its body has no place for stay as they are. */
export function replaceRecord(
  before: JsonValue,
  given: JsonValue,
  { schemas, operation }: { readonly schemas: Schemas; readonly operation: DocumentOperation },
): JsonValue {
  const schema = bodySchema(operation);
  if (!schema || !isObject(before) || !isObject(given)) return given;
  const sendable = schemas.members(schema);
  const sent = Object.keys(given);
  // A body with a wrapper has other members than the record.
  if (sendable.size === 0 || (sent.length > 0 && !sent.some((name) => sendable.has(name)))) return given;
  const kept = Object.entries(before).filter(([name]) => !sendable.has(name));
  return { ...Object.fromEntries(kept), ...given };
}

/** Adds entries to lists of a record, and takes some from them, as a role says. */
export function changeLists(
  before: JsonValue,
  body: JsonObject,
  { append, take }: Extract<Role, { kind: 'update' }>,
): JsonObject {
  const entries = (value: JsonValue | undefined) =>
    Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  const changed = new Map(Object.entries(body));
  const listOf = (name: string) =>
    entries(changed.get(name) ?? (isObject(before) ? before[name] : undefined));
  for (const [from, to] of Object.entries(append)) {
    if (body[from] === undefined) continue;
    changed.delete(from);
    changed.set(to, [...listOf(to), ...entries(body[from])]);
  }
  for (const [from, to] of Object.entries(take)) {
    if (body[from] === undefined) continue;
    changed.delete(from);
    const taken = new Set(entries(body[from]));
    const isTaken = (entry: JsonValue) =>
      taken.has(entry) ||
      (isObject(entry) && Object.values(entry).some((one) => one !== undefined && taken.has(one)));
    changed.set(
      to,
      listOf(to).filter((entry) => !isTaken(entry)),
    );
  }
  return Object.fromEntries(changed);
}
