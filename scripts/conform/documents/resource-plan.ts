import type { DocumentOperation, OpenApiDocument } from '../../../mock/engines/openapi/document.ts';
import type { Resource, Role } from '../../../mock/engines/openapi/resources/resource.ts';

/** What the tests of a resource can do with its records. */
export interface ResourcePlan {
  readonly resource: Resource;
  readonly create: DocumentOperation | undefined;
  readonly list: DocumentOperation | undefined;
  readonly read: DocumentOperation | undefined;
  readonly update: DocumentOperation | undefined;
  readonly replace: DocumentOperation | undefined;
  readonly remove: DocumentOperation | undefined;
}

type Action = Exclude<keyof ResourcePlan, 'resource'>;

const actions: Readonly<Partial<Record<Role['kind'], Action>>> = {
  create: 'create',
  list: 'list',
  read: 'read',
  update: 'update',
  replace: 'replace',
  remove: 'remove',
  'read-one': 'read',
  'write-one': 'replace',
  'change-one': 'update',
  'remove-one': 'remove',
};

/** The resources of a document with their operations, in the order of the document. */
export function planResources(
  { operations }: OpenApiDocument,
  roles: ReadonlyMap<string, Role>,
): readonly ResourcePlan[] {
  const plans = new Map<Resource, Partial<Record<Action, DocumentOperation>>>();
  for (const operation of operations) {
    const role = roles.get(operation.id);
    const action = role && actions[role.kind];
    if (!role || !action || !('resource' in role) || !role.resource) continue;
    const { resource } = role;
    const plan = plans.get(resource) ?? {};
    plans.set(resource, plan);
    const usual = [resource.path, resource.itemPath];
    // Some records have a second path, such as that of their content.
    if (!plan[action] || !usual.includes(plan[action].path)) plan[action] = operation;
  }
  return [...plans].map(([resource, { create, list, read, update, replace, remove }]) => ({
    resource,
    create,
    list,
    read,
    update,
    replace,
    remove,
  }));
}

/** The operation that makes a record: a POST to the collection, or a PUT to an item whose id the client chooses. */
export function getMaker({ resource, create, replace }: ResourcePlan): DocumentOperation | undefined {
  if (resource.singleton) return undefined;
  return create ?? (resource.keyedByClient ? replace : undefined);
}

/** A path with its variables unnamed, to compare templates. */
export const toKey = (path: string): string => path.replace(/\{[^}]*\}/g, '{}');
