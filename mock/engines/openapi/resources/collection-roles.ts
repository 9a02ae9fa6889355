import type { DocumentOperation, Method } from '../document.ts';
import { bodySchema, readBodyList } from './body.ts';
import type { CollectionPlace } from './collections.ts';
import type { Context } from './context.ts';
import {
  findFilters,
  findIdMember,
  findRecordSchema,
  holdsKey,
  isIdName,
  isKeyedByClient,
  isRaw,
  toIdMember,
} from './describe-resource.ts';
import { lazily } from './lazily.ts';
import { isSame, type Outline } from './outline.ts';
import type { Place } from './places.ts';
import type { BulkKind, Resource, Role } from './resource.ts';

/** Gives the operations of a collection their roles. */
export function addCollectionRoles(context: Context, found: CollectionPlace): Resource {
  const resource = describe(context, found);
  const { place, item, list, creates } = found;
  const add = (operation: DocumentOperation | undefined, role: Role | undefined) => {
    if (operation && role && !context.roles.has(operation.id)) context.roles.set(operation.id, role);
  };
  add(list?.operations.get('GET') ?? findOne(place), { kind: 'list', resource });
  for (const operation of creates) add(operation, toCreate(context, operation, resource, creates.length > 1));
  for (const method of ['PUT', 'PATCH'] as const) {
    const operation = place.operations.get(method);
    if (operation && list === place) add(operation, toBulkWrite(context, operation, resource));
  }
  const remove = place.operations.get('DELETE');
  if (remove && list === place) add(remove, toBulkRemove(context, remove, resource));
  if (item) {
    add(item.operations.get('GET'), { kind: 'read', resource });
    add(item.operations.get('PUT'), { kind: 'replace', resource });
    add(item.operations.get('PATCH'), toUpdate(resource));
    add(item.operations.get('DELETE'), { kind: 'remove', resource });
    add(item.operations.get('POST'), creates.length > 0 ? toUpdate(resource) : { kind: 'replace', resource });
  }
  return resource;
}

/** GET of a collection that answers a record as POST does, and is no setting beside the collection. */
function findOne(place: Place): DocumentOperation | undefined {
  if (place.has('PUT', 'PATCH')) return undefined;
  const namesOf = (method: Method) => [...place.record(method).members.keys()].sort().join();
  const names = namesOf('GET');
  return names !== '' && names === namesOf('POST') ? place.operations.get('GET') : undefined;
}

const toUpdate = (resource: Resource): Role => ({ kind: 'update', resource, append: {}, take: {} });

/** What needs the schemas of records is read when it is first asked for: most resources of a document are never used. */
function describe({ places, parentOf }: Context, found: CollectionPlace): Resource {
  const { place, item, list, creates, said } = found;
  const schema = lazily(() => findRecordSchema(places, found));
  const record = () => places.outlineOf(schema());
  const known = lazily(() => findIdMember(record(), item?.parameter));
  const knownMember = () => record().members.get(known() ?? '');
  const keyedByClient = lazily(() =>
    said.key === undefined ? isKeyedByClient(found, knownMember()) : said.key === 'client',
  );
  const idMember = lazily(() => {
    if (said.id !== undefined) return said.id;
    if (known() === undefined) return keyedByClient() ? undefined : toIdMember(item?.parameter);
    return item && keyedByClient() && !holdsKey(item, knownMember()) ? undefined : known();
  });
  const filters = lazily(() => findFilters(places.outlineOf, list, record(), idMember()));
  return {
    path: place.path,
    itemPath: item?.path,
    idParameter: item?.parameter,
    get idMember() {
      return idMember();
    },
    get keyedByClient() {
      return keyedByClient();
    },
    raw: said.raw ?? isRaw(item),
    bytesMember: said.bytes,
    idSource: said.idSource,
    sentMembers: said.members ?? {},
    singleton: false,
    get preset() {
      return said.preset ?? (creates.length === 0 && !keyedByClient());
    },
    parent: parentOf(place.key),
    get schema() {
      return schema();
    },
    get filters() {
      return filters();
    },
    unique: said.unique ?? [],
    starts: said.starts ?? [],
  };
}

/** POST with a list in its body makes several; one that answers a list beside another that makes records is a search. */
function toCreate(
  { places }: Context,
  operation: DocumentOperation,
  resource: Resource,
  hasOthers: boolean,
): Role {
  const many = readBodyList(places.outlineOf, operation, places.outlineOf(resource.schema));
  if (many?.entry.kind === 'value') return { kind: 'action', resource };
  if (many) return toBulk('bulk-create', resource, many.pointer, many.entry);
  if (hasOthers && places.answer(operation)?.list) return { kind: 'list', resource };
  return { kind: 'create', resource };
}

/** PUT or PATCH of a list: of all records, or of those that it names. */
function toBulkWrite(
  { places }: Context,
  operation: DocumentOperation,
  resource: Resource,
): Role | undefined {
  const record = places.outlineOf(resource.schema);
  const many = readBodyList(places.outlineOf, operation, record);
  const body = places.outlineOf(bodySchema(operation));
  const names = (outline: Outline) =>
    resource.idMember !== undefined && outline.members.has(resource.idMember);
  if (many && many.entry.kind !== 'value') {
    const { idMember } = resource;
    // A name that the client chooses doesn't say that the record is there already, as an id does.
    const areNamed =
      idMember !== undefined && isIdName(idMember) && many.entry.members.get(idMember)?.required;
    const kind = operation.method === 'PATCH' || areNamed ? 'bulk-update' : 'bulk-replace';
    return toBulk(kind, resource, many.pointer, many.entry);
  }
  const answer = places.answer(operation);
  const answersRecords = answer?.list !== undefined || isSame(answer?.record, resource.schema);
  return answersRecords && names(body) ? toBulk('bulk-update', resource, '', body) : undefined;
}

/** DELETE of a collection removes what its body or its query names, and all records where neither names any. */
function toBulkRemove({ places }: Context, operation: DocumentOperation, resource: Resource): Role {
  const many = readBodyList(places.outlineOf, operation, places.outlineOf(resource.schema));
  if (many) return toBulk('bulk-remove', resource, many.pointer, many.entry);
  const body = places.outlineOf(bodySchema(operation));
  if (resource.idMember !== undefined && body.members.has(resource.idMember))
    return toBulk('bulk-remove', resource, '', body);
  const ids = operation.parameters.find(
    ({ name, in: where, schema }) =>
      where === 'query' && (name === 'id' || name === 'ids' || schema?.node['type'] === 'array'),
  );
  if (ids)
    return {
      kind: 'bulk-remove',
      resource,
      pointer: undefined,
      parameter: ids.name,
      idMember: undefined,
      bytesMember: undefined,
      base64Member: undefined,
    };
  return { kind: 'clear', resource };
}

function toBulk(kind: BulkKind, resource: Resource, pointer: string, entry: Outline): Role {
  const idMember =
    entry.kind === 'object' ? (resource.idMember ?? findIdMember(entry, undefined)) : undefined;
  return {
    kind,
    resource,
    pointer,
    parameter: undefined,
    idMember,
    bytesMember: undefined,
    base64Member: undefined,
  };
}
