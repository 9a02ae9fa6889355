import { ApiError } from '../../spec/errors.ts';
import { toBase64 } from '../engines/models/base64.ts';
import { isObject, type JsonValue } from '../engines/openapi/json.ts';
import type { Resource } from '../engines/openapi/resources/resource.ts';
import type { SchemaProblem, Schemas } from '../engines/openapi/schemas/schemas.ts';
import type { DocumentRecord } from '../world/document-records.ts';
import { requireUnique } from './document-call.ts';
import { type DocumentedPath, listVariables } from './documented-path.ts';
import { completeRecord, makeId, type RecordSource, toHex } from './make-record.ts';
import { placeAt, type RecordPlace, type RecordScene, requireParents, toPath } from './record-place.ts';

/** Where a seed puts records. */
export interface SeededPlace {
  readonly at: DocumentedPath;
  /** The variables of the path, by name; zones and accounts by id. */
  readonly values: ReadonlyMap<string, string>;
  readonly world: RecordScene['world'];
  /** Time of new records in milliseconds. */
  readonly now: number;
  /** Resources above it whose records are the contract's. */
  readonly contractParents: ReadonlySet<Resource>;
}

/** One record at a path, or that there is none. */
export type SeededItem =
  | { readonly removed: true }
  | {
      readonly removed?: undefined;
      readonly record: JsonValue | undefined;
      readonly file: { readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: string } | undefined;
    };

/**
 * Adds a record to a collection. What it lacks is made, as for a new record.
 *
 * @returns the path of the record
 * @throws ApiError for a record that does not fit its schema, an unknown parent, or a record that is there already
 */
export function seedRecord(seeded: SeededPlace, given: JsonValue): string {
  const { resource, served } = seeded.at;
  const { place, scene } = open(seeded);
  requireParents(seeded.at.resource, place, seeded.contractParents);
  const collection = toPath(place, resource.path);
  const toItem = (id: string) => `${collection}/${encodeURIComponent(id)}`;
  const id = getOwnId(resource, given) ?? makeFreeId();
  const path = toItem(id);
  const source = toSource(seeded, scene, id);
  requireFitting(served.schemas, resource, given);
  requireUnique(resource, { place }, given, path);
  place.shelf.put({ path, collection, value: completeRecord(source, given, 'as new') });
  return path;

  /** The same id for the same record in each run, also in seeds that have changed elsewhere. */
  function makeFreeId(): string {
    for (let count = 0; count < mostTwins; count++) {
      const text = `${resource.path} ${count} ${JSON.stringify(given)}`;
      const made = makeId({ ...served, resource, entry: served.entryOf(resource), scene }, toHex(text));
      if (!place.shelf.get(toItem(made))) return made;
    }
    throw new ApiError('document-record-exists', {
      member: resource.idMember ?? 'id',
      value: 'that was made',
    });
  }
}

/**
 * Puts a record at the path of an item or of a singleton. Only what its schema requires is added.
 *
 * @returns its path
 * @throws ApiError for a record that does not fit its schema, or an unknown parent
 */
export function seedItem(seeded: SeededPlace, item: SeededItem): string {
  const { resource, template, served } = seeded.at;
  const { place, scene } = open(seeded);
  requireParents(seeded.at.resource, place, seeded.contractParents);
  const path = toPath(place, template);
  const collection = toPath(place, resource.path);
  if (item.removed) {
    place.shelf.put({ path, collection, value: null, gone: true });
    return path;
  }
  const id = resource.singleton ? '' : (seeded.values.get(listVariables(seeded.at).at(-1)?.name ?? '') ?? '');
  const { record, file } = item;
  const source = toSource(seeded, scene, id);
  if (record !== undefined) requireFitting(served.schemas, resource, record);
  const value = completeRecord(source, record ?? {}, 'as it is');
  const bytes = file && { bytes: toBase64(file.bytes), mediaType: file.mediaType };
  place.shelf.put({ path, collection, value, ...bytes });
  return path;
}

/** Whether {@link seedRecord} makes the same record again of what it is. */
export function isListed(
  seeded: SeededPlace,
  { path, collection, value, bytes, gone }: DocumentRecord,
): boolean {
  const { resource } = seeded.at;
  // Nobody sees the id of a record without a path.
  if (resource.itemPath === undefined) return true;
  const id = getOwnId(resource, value);
  if (gone || bytes !== undefined || id === undefined) return false;
  if (path !== `${collection}/${encodeURIComponent(id)}`) return false;
  const { scene } = open(seeded);
  const made = completeRecord(toSource(seeded, scene, id), value, 'as new');
  return isKept(made, value) && isKept(value, made);
}

function open({ at, values, world }: SeededPlace): {
  readonly place: RecordPlace;
  readonly scene: RecordScene;
} {
  const { basePath } = at.served.document;
  const variables = listVariables(at);
  const segments = at.template.split('/');
  const ids: Record<string, string | undefined> = {};
  for (const { name, at: index, kind } of variables) {
    const value = values.get(name) ?? '';
    segments[index] = encodeURIComponent(value);
    if (kind) ids[`${kind}_id`] = value;
  }
  const scene = { world, params: ids };
  const place = placeAt(scene, `${basePath}${segments.join('/')}`, basePath);
  return { place, scene };
}

const toSource = ({ at, now }: SeededPlace, scene: RecordScene, id: string): RecordSource => ({
  schemas: at.served.schemas,
  resource: at.resource,
  entry: at.served.entryOf(at.resource),
  scene,
  id,
  now,
});

/** Equal records without an id in one collection. */
const mostTwins = 1000;

function getOwnId({ idMember }: Resource, given: JsonValue): string | undefined {
  const own = isObject(given) && idMember !== undefined ? given[idMember] : undefined;
  return typeof own === 'string' || typeof own === 'number' ? String(own) : undefined;
}

/** A seed may leave out what a schema requires. @throws ApiError `body-invalid` for anything else that does not fit */
function requireFitting(schemas: Schemas, { schema }: Resource, given: JsonValue): void {
  if (!schema) return;
  const isWrong = ({ keyword }: SchemaProblem) => keyword !== 'required';
  const problem = schemas.judge(schema, given, 'response').find(isWrong);
  // A branch of a schema may need a member that is made.
  if (!problem || isKept(schemas.fill(schema, given, 'response', { seed: '' }), given)) return;
  const field = problem.pointer.slice(1).replaceAll('/', '.') || 'the record';
  throw new ApiError('body-invalid', { field, problem: problem.problem }, problem.pointer);
}

/** Whether a value has everything that another one has. */
function isKept(value: JsonValue | undefined, given: JsonValue | undefined): boolean {
  if (Array.isArray(given))
    return (
      Array.isArray(value) &&
      value.length === given.length &&
      given.every((one: JsonValue, at) => isKept(value[at], one))
    );
  if (!isObject(given)) return value === given;
  return isObject(value) && Object.entries(given).every(([name, one]) => isKept(value[name], one));
}
