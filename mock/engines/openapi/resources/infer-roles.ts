import type { DocumentOperation, OpenApiDocument } from '../document.ts';
import { isObject } from '../json.ts';
import { addCollectionRoles } from './collection-roles.ts';
import { findCollections } from './collections.ts';
import type { Context } from './context.ts';
import { type Place, Places } from './places.ts';
import type { Resource, Role } from './resource.ts';
import { readSaidRole } from './said-roles.ts';
import { addSingletonRoles } from './singletons.ts';

/**
 * Says for each operation of a document how it behaves, by its path, its method, its schemas, and by what the document
 * says itself in `x-touchstone-resource` and `x-touchstone-role`.
 *
 * @returns roles by operation id
 */
export function inferRoles(document: OpenApiDocument): ReadonlyMap<string, Role> {
  const places = new Places(document);
  const roles = new Map<string, Role>();
  /** Resources by the key of the path of one record. */
  const records = new Map<string, Resource>();
  /** Resources by the key of their path. */
  const resources = new Map<string, Resource>();
  const context: Context = { places, roles, parentOf: (key) => findParent(records, key) };
  // Shorter paths first, so that a parent is there before its children.
  for (const found of byLength([...findCollections(places).values()], ({ place }) => place)) {
    const resource = addCollectionRoles(context, found);
    resources.set(found.place.key, resource);
    if (resource.itemPath !== undefined) records.set(`${found.place.key}/{}`, resource);
  }
  for (const place of byLength([...places.values()], (one) => one)) {
    const resource = addSingletonRoles(context, place);
    if (!resource) continue;
    if (!resources.has(place.key)) resources.set(place.key, resource);
    if (place.parameter !== undefined) records.set(place.key, resource);
  }
  for (const place of places.values()) {
    const wrong: Role | undefined =
      place.problem === undefined ? undefined : { kind: 'none', reason: place.problem };
    for (const operation of place.operations.values()) {
      const role = roles.get(operation.id) ?? restOf(context, place.key, operation);
      const nearest = resources.get(place.key) ?? records.get(place.key) ?? context.parentOf(place.key);
      const said = wrong ?? readSaidRole(operation, { role, nearest, resources });
      roles.set(operation.id, said ?? cannotBeServed(places, operation) ?? role);
    }
  }
  return roles;
}

const byLength = <T>(list: readonly T[], placeOf: (one: T) => Place): T[] =>
  [...list].sort((a, b) => placeOf(a).key.length - placeOf(b).key.length);

function findParent(records: ReadonlyMap<string, Resource>, key: string): Resource | undefined {
  for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
    const resource = records.get(key.slice(0, end));
    if (resource) return resource;
  }
  return undefined;
}

/** Reads without state answer a sample; anything else is an action. */
function restOf(context: Context, key: string, { method }: DocumentOperation): Role {
  const resource = context.parentOf(key);
  return { kind: method === 'GET' || method === 'HEAD' ? 'sample' : 'action', resource };
}

/** Whether the node of an operation itself has a successful answer of JSON, as nearly all have: no need to read more. */
function answersJson({ node, method }: DocumentOperation): boolean {
  const { responses } = node;
  if (method === 'TRACE' || method === 'OPTIONS' || !isObject(responses)) return false;
  return Object.entries(responses).some(
    ([status, answer]) =>
      /^2\d\d$/.test(status) &&
      isObject(answer) &&
      isObject(answer['content']) &&
      'application/json' in answer['content'],
  );
}

/** Media types of answers that no schema describes. */
const unmade = /^(?:text\/event-stream|multipart\/.*)$/;

function cannotBeServed(places: Places, operation: DocumentOperation): Role | undefined {
  const { method } = operation;
  if (answersJson(operation)) return undefined;
  const envelope = places.answer(operation);
  const type = envelope?.mediaType;
  const reason =
    method === 'TRACE' || method === 'OPTIONS'
      ? `${method} is answered by servers themselves.`
      : !envelope
        ? 'The document describes no successful answer.'
        : type !== undefined && unmade.test(type)
          ? `Its answer is ${type}, which can't be made from a schema.`
          : undefined;
  return reason === undefined ? undefined : { kind: 'none', reason };
}
