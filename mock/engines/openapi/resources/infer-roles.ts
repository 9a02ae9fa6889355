import type { DocumentOperation, OpenApiDocument } from '../document.ts';
import { addCollectionRoles } from './collection-roles.ts';
import { findCollections } from './collections.ts';
import type { Context } from './context.ts';
import { Places } from './places.ts';
import type { Resource, Role } from './resource.ts';
import { addSingletonRoles } from './singletons.ts';

/**
 * Says for each operation of a document how it behaves, by its path, its method and its schemas.
 *
 * @returns roles by operation id
 */
export function inferRoles(document: OpenApiDocument): ReadonlyMap<string, Role> {
  const places = new Places(document);
  const roles = new Map<string, Role>();
  const resources = new Map<string, Resource>();
  const collections = findCollections(places);
  // Shorter paths first, so that a parent is there before its children.
  const byLength = [...collections.values()].sort((a, b) => a.place.key.length - b.place.key.length);
  const context = { places, roles, parentOf: (key: string) => findParent(resources, key) };
  for (const collection of byLength) {
    const resource = addCollectionRoles(context, collection);
    if (resource.itemPath !== undefined) resources.set(`${collection.place.key}/{}`, resource);
  }
  for (const place of [...places.values()].sort((a, b) => a.key.length - b.key.length)) {
    const resource = addSingletonRoles(context, place);
    if (resource && place.parameter !== undefined) resources.set(place.key, resource);
  }
  for (const place of places.values())
    for (const operation of place.operations.values())
      if (!roles.has(operation.id)) roles.set(operation.id, restOf(context, place.key, operation));
  for (const operation of document.operations) {
    const reason = cannotBeServed(places, operation);
    if (reason !== undefined) roles.set(operation.id, { kind: 'none', reason });
  }
  return roles;
}

function findParent(resources: ReadonlyMap<string, Resource>, key: string): Resource | undefined {
  for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
    const resource = resources.get(key.slice(0, end));
    if (resource) return resource;
  }
  return undefined;
}

/** Reads without state answer a sample; anything else is an action. */
function restOf(context: Context, key: string, { method }: DocumentOperation): Role {
  const resource = context.parentOf(key);
  return { kind: method === 'GET' || method === 'HEAD' ? 'sample' : 'action', resource };
}

/** Media types of answers that no schema describes. */
const unmade = /^(?:text\/event-stream|multipart\/.*)$/;

function cannotBeServed(places: Places, operation: DocumentOperation): string | undefined {
  const { method } = operation;
  if (method === 'TRACE' || method === 'OPTIONS') return `${method} is answered by servers themselves.`;
  const envelope = places.answer(operation);
  if (!envelope) return 'The document describes no successful answer.';
  if (envelope.mediaType !== undefined && unmade.test(envelope.mediaType))
    return `Its answer is ${envelope.mediaType}, which can't be made from a schema.`;
  return undefined;
}
