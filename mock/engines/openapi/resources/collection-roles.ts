import type { DocumentOperation } from '../document.ts';
import { readBodyList } from './body-list.ts';
import type { CollectionPlace } from './collections.ts';
import type { Context } from './context.ts';
import { findFilters, findIdMember, findRecordSchema, isRaw, isServerMade } from './describe-resource.ts';
import type { Resource, Role } from './resource.ts';
import { readShape, type Shape } from './shape.ts';

/** Gives the operations of a collection their roles. */
export function toCollectionRoles(context: Context, found: CollectionPlace): Resource {
  const { place, item, list, creates } = found;
  const { document } = context.places;
  const schema = findRecordSchema(context.places, { collection: place, item, list });
  const record = readShape(document, schema);
  const resource = describe(context, found, record);
  const add = (operation: DocumentOperation | undefined, role: Role) => {
    if (operation && !context.roles.has(operation.id)) context.roles.set(operation.id, role);
  };
  const lists = list?.operations.get('GET');
  add(lists, { kind: 'list', resource });
  for (const operation of creates) {
    const many = readBodyList(document, operation, record.members);
    const entry = many?.entry.kind === 'value' ? undefined : many;
    add(
      operation,
      entry ? bulk('bulk-create', resource, entry.pointer, entry.entry) : { kind: 'create', resource },
    );
  }
  const { operations } = place;
  for (const method of ['PUT', 'PATCH'] as const) {
    const operation = operations.get(method);
    const many = operation && readBodyList(document, operation, record.members);
    if (!many || list !== place) continue;
    const named = resource.idMember !== undefined && many.entry.members.get(resource.idMember)?.required;
    const kind = method === 'PATCH' || named ? 'bulk-update' : 'bulk-replace';
    add(operation, bulk(kind, resource, many.pointer, many.entry));
  }
  const remove = operations.get('DELETE');
  if (remove && list === place) add(remove, removeMany(context, remove, resource, record));
  if (item) {
    const { operations: ofItem } = item;
    add(ofItem.get('GET'), { kind: 'read', resource });
    add(ofItem.get('PUT'), { kind: 'replace', resource });
    add(ofItem.get('PATCH'), { kind: 'update', resource });
    add(ofItem.get('DELETE'), { kind: 'remove', resource });
    add(ofItem.get('POST'), { kind: creates.length > 0 ? 'update' : 'replace', resource });
  }
  return resource;
}

function describe(
  context: Context,
  { place, item, list, creates }: CollectionPlace,
  record: Shape,
): Resource {
  const schema = findRecordSchema(context.places, { collection: place, item, list });
  const idParameter = item?.parameter;
  const idMember = findIdMember(record, idParameter);
  const writesItem = item?.has('PUT', 'POST') ?? false;
  const keyedByClient =
    creates.length === 0 && item !== undefined && writesItem && !isServerMade(item, record, idMember);
  return {
    path: place.path,
    itemPath: item?.path,
    idParameter,
    idMember,
    keyedByClient,
    raw: isRaw(item),
    singleton: false,
    preset: creates.length === 0 && !keyedByClient,
    parent: context.parentOf(place.key),
    schema,
    filters: findFilters(list, record),
    unique: [],
  };
}

function bulk(
  kind: 'bulk-create' | 'bulk-replace' | 'bulk-update' | 'bulk-remove',
  resource: Resource,
  pointer: string | undefined,
  entry: Shape | undefined,
): Role {
  const idMember =
    entry?.kind === 'object' ? (resource.idMember ?? findIdMember(entry, undefined)) : undefined;
  return { kind, resource, pointer, idMember, bytesMember: undefined };
}

/** DELETE of a collection removes what its body or its query names, and all records where neither names any. */
function removeMany(
  { places }: Context,
  operation: DocumentOperation,
  resource: Resource,
  record: Shape,
): Role {
  const many = readBodyList(places.document, operation, record.members);
  if (many) return bulk('bulk-remove', resource, many.pointer, many.entry);
  const ids = operation.parameters.find(
    ({ name, in: where, schema }) =>
      where === 'query' && (name === 'id' || name === 'ids' || schema?.node['type'] === 'array'),
  );
  return ids ? bulk('bulk-remove', resource, undefined, undefined) : { kind: 'clear', resource };
}
