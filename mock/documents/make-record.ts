import type { Located } from '../engines/openapi/document.ts';
import { isObject, type JsonValue } from '../engines/openapi/json.ts';
import { readPointer, toPointer } from '../engines/openapi/pointer.ts';
import type { Resource } from '../engines/openapi/resources/resource.ts';
import type { FillOptions, Member, Schemas } from '../engines/openapi/schemas/schemas.ts';
import { hashText } from '../engines/seeded/random.ts';
import { toTimestamp } from '../world/clock.ts';
import { getAccountId, getZone, type RecordScene } from './record-place.ts';
import { refuse } from './request-input.ts';

/** What a record is made from. */
export interface RecordSource {
  readonly schemas: Schemas;
  readonly resource: Resource;
  /** The record as the list of the resource has it, which may require more. */
  readonly entry: Located | undefined;
  readonly scene: RecordScene;
  /** Id of the record, as its path has it. */
  readonly id: string;
  /** Variables of the path of the request. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The record in the example of the answer. */
  readonly example?: JsonValue | undefined;
  /** Whether a client may send a member by the schema of its body, whatever that of the record says. */
  readonly isSendable?: (name: string) => boolean;
  /** Time of the request in milliseconds: all times of a record that it makes are the same. */
  readonly now: number;
}

const created = /^(?:created|creation|inserted|added|issued|uploaded)(?:_?(?:on|at|date|time|timestamp))?$/i;
const modified =
  /^(?:modified|updated|changed|last_?(?:modified|updated|changed))(?:_?(?:on|at|date|time|timestamp))?$/i;

/** Whether a member of a record comes from the server: its id, if the client does not choose it, and its times. */
export function isServerMade({ idMember, keyedByClient }: Resource, name: string): boolean {
  return (name === idMember && !keyedByClient) || created.test(name) || modified.test(name);
}

/**
 * Makes a whole record of what a client gave: read-only members are made once, times are those of the clock.
 *
 * @param plain whether nothing is invented
 */
export function makeRecord(source: RecordSource, given: JsonValue, plain = true): JsonValue {
  const { schemas, resource, id } = source;
  if (!resource.schema) return given;
  // A record that is a text is its key.
  if (resource.keyedByClient && isText(schemas, resource.schema, id)) return id;
  const own = without('readOnly', schemas, resource.schema, given, source.isSendable);
  const named =
    resource.idMember !== undefined && isObject(own)
      ? { [resource.idMember]: toIdValue(source), ...own }
      : own;
  const kept =
    resource.keyedByClient && resource.idMember !== undefined && isObject(named)
      ? { ...named, [resource.idMember]: toIdValue(source) }
      : named;
  const value = schemas.fill(resource.schema, kept, 'response', {
    ...toOptions(source),
    plain,
    readOnly: true,
    empties: plain,
  });
  requireListable(source, value, given);
  return without('writeOnly', schemas, resource.schema, withListed(source, value));
}

/** Makes a record that nobody gave: that of the example, if there is one. */
export function makePreset(source: RecordSource, plain: boolean): JsonValue {
  const { example, resource } = source;
  if (example === undefined) return makeRecord(source, {}, plain);
  const isNamed = isObject(example) && resource.idMember !== undefined && source.id !== '';
  const given = isNamed ? { ...example, [resource.idMember ?? '']: toIdValue(source) } : example;
  return completeRecord(source, given, 'as new', plain);
}

/** Whether records are texts. A schema with members is that of objects, though it may not say so. */
const isText = (schemas: Schemas, schema: Located, id: string) =>
  schemas.members(schema).size === 0 && schemas.judge(schema, id, 'response').length === 0;

/**
 * Adds to a record what it lacks: its id and what its schema requires, and for a new one all read-only members. Nothing
 * that fits is changed.
 */
export function completeRecord(
  source: RecordSource,
  given: JsonValue,
  how: 'as new' | 'as it is',
  plain = true,
): JsonValue {
  const { schemas, resource } = source;
  const { schema, idMember } = resource;
  if (!schema) return given;
  const named =
    idMember !== undefined && isObject(given) ? { [idMember]: toIdValue(source), ...given } : given;
  const value = schemas.fill(schema, named, 'response', {
    ...toOptions(source),
    plain,
    readOnly: how === 'as new',
    empties: plain && how === 'as new',
  });
  return without('writeOnly', schemas, schema, withListed(source, value));
}

/** A changed record: its read-only members stay, and its time of change is now. */
export function changeRecord(source: RecordSource, before: JsonValue, next: JsonValue): JsonValue {
  const { schemas, resource } = source;
  const { schema } = resource;
  // A body of another kind than the record says nothing about its members.
  if (schema && kindOf(before) !== kindOf(next)) return before;
  if (!schema || !isObject(before) || !isObject(next)) return next;
  const merged: Record<string, JsonValue | undefined> = { ...next };
  const { idMember } = resource;
  // Some schemas of records leave out the id.
  if (idMember !== undefined && before[idMember] !== undefined) merged[idMember] = before[idMember];
  for (const [name, member] of schemas.members(schema)) {
    if ((member.readOnly && !source.isSendable?.(name)) || created.test(name)) {
      if (before[name] !== undefined) merged[name] = before[name];
    }
    if (modified.test(name) && before[name] !== undefined)
      merged[name] = toTime(source, member.schema) ?? before[name];
  }
  const value = schemas.fill(schema, merged as JsonValue, 'response', toOptions(source));
  requireListable(source, value, next);
  return without('writeOnly', schemas, schema, withListed(source, value));
}

const kindOf = (value: JsonValue) => (Array.isArray(value) ? 'list' : isObject(value) ? 'object' : 'value');

/**
 * Refuses what the list of a resource can't show as it was sent: its schema may say more of a member, such as a format.
 *
 * @throws ApiError `body-invalid`
 */
function requireListable({ schemas, entry }: RecordSource, value: JsonValue, given: JsonValue): void {
  if (!entry) return;
  const sent = schemas.judge(entry, value, 'response').find(({ keyword, pointer }) => {
    const own = keyword === 'format' ? readPointer(given, pointer) : undefined;
    return own !== undefined && own === readPointer(value, pointer);
  });
  if (sent) refuse([sent]);
}

/** A record with what the list requires too, so that all answers and filters have the same. */
function withListed(source: RecordSource, value: JsonValue): JsonValue {
  const { schemas, resource, entry } = source;
  if (!entry || !isObject(value) || schemas.judge(entry, value, 'response').length === 0) return value;
  const listed = schemas.fill(entry, value, 'response', toOptions(source));
  const both = isObject(listed) ? { ...listed, ...value } : value;
  const fits = !resource.schema || schemas.judge(resource.schema, both, 'response').length === 0;
  return fits ? both : value;
}

/** A new id that fits the schema of the id. @param hex what it is made of, 32 characters */
export function makeId(
  { schemas, resource, entry, scene }: Omit<RecordSource, 'id' | 'now'>,
  hex = scene.world.ids.hex32(),
): string {
  const member = getIdMember(schemas, resource);
  if (!member) return hex;
  const listed = getIdMember(schemas, { ...resource, schema: entry });
  const number = Number.parseInt(hex.slice(0, 7), 16);
  const isUuid = /uuid$/i.test(resource.idMember ?? '');
  for (const candidate of isUuid ? [toUuid(hex), hex, number] : [hex, toUuid(hex), number]) {
    const fits = ({ schema }: Member) => schemas.judge(schema, candidate, 'response').length === 0;
    if (fits(member) && (!listed || fits(listed))) return String(candidate);
  }
  return String(schemas.sample(member.schema, 'response', hex));
}

const toUuid = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;

/** 32 hexadecimal digits, the same for the same text. */
export const toHex = (text: string): string =>
  [0, 1, 2, 3].map((part) => hashText(text, part).toString(16).padStart(8, '0')).join('');

/** An id as its member has it: as a number where the schema says so. */
function toIdValue({ schemas, resource, id }: RecordSource): JsonValue {
  const member = getIdMember(schemas, resource);
  const isNumber =
    member !== undefined && /^\d{1,15}$/.test(id) && schemas.judge(member.schema, id, 'response').length > 0;
  return isNumber ? Number(id) : id;
}

const toOptions = (source: RecordSource): FillOptions => ({
  seed: `${source.resource.path} ${source.id}`,
  plain: true,
  hints: (name, member, at) => getHint(source, name, member, at),
  example: source.example,
});

function getHint(source: RecordSource, name: string, schema: Located, at: string): JsonValue | undefined {
  const { scene } = source;
  if (name === source.resource.idMember && at === toPointer(name)) return toIdValue(source);
  if (created.test(name) || modified.test(name)) return toTime(source, schema);
  const zone = getZone(scene);
  if (zone && (name === 'zone_id' || name === 'zone_tag')) return zone.id;
  if (zone && name === 'zone_name') return zone.zone.name;
  if (name === 'account_id' || name === 'account_tag') return getAccountId(scene);
  // What a record belongs to: `gateway_id`.
  return at === toPointer(name) && name.endsWith('_id') ? source.variables?.[name] : undefined;
}

/** The time of the clock in the form that a schema takes. */
function toTime({ schemas, now }: RecordSource, schema: Located): JsonValue | undefined {
  const candidates = [
    toTimestamp(now),
    new Date(now).toISOString().slice(0, 10),
    Math.floor(now / 1000),
    now,
  ];
  return candidates.find((candidate) => schemas.judge(schema, candidate, 'response').length === 0);
}

/** The member of records that has their id. */
function getIdMember(schemas: Schemas, { schema, idMember }: Resource): Member | undefined {
  return schema && idMember !== undefined ? schemas.members(schema).get(idMember) : undefined;
}

/** A record without its members of one kind. */
function without(
  kind: 'readOnly' | 'writeOnly',
  schemas: Schemas,
  schema: Located,
  value: JsonValue,
  isKept = (_name: string): boolean => false,
): JsonValue {
  if (!isObject(value)) return value;
  const members = schemas.members(schema);
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => members.get(name)?.[kind] !== true || isKept(name)),
  );
}
