import type { Method } from '../document.ts';
import { bodySchema } from './body.ts';
import type { Context } from './context.ts';
import { idNames, isRaw } from './describe-resource.ts';
import type { ResourceExtension } from './extensions.ts';
import type { Place } from './places.ts';
import type { Resource, Role } from './resource.ts';

const kinds = {
  GET: 'read-one',
  PUT: 'write-one',
  POST: 'write-one',
  PATCH: 'change-one',
  DELETE: 'remove-one',
} as const;

/** Gives the operations of a singleton their roles; those of a collection at the same path keep theirs. */
export function addSingletonRoles(context: Context, place: Place): Resource | undefined {
  const methods = (Object.keys(kinds) as (keyof typeof kinds)[]).filter((method) => {
    const operation = place.operations.get(method);
    return operation && !context.roles.has(operation.id);
  });
  const { said } = place;
  if (said.kind === 'none' || methods.length === 0 || !(isSingleton(methods) || said.kind === 'singleton'))
    return undefined;
  const resource = describe(context, place, methods, said);
  for (const method of methods) {
    const operation = place.operations.get(method);
    const role: Role = { kind: kinds[method], resource };
    if (operation) context.roles.set(operation.id, role);
  }
  return resource;
}

/** It is read and written, or made and removed. */
function isSingleton(methods: readonly Method[]): boolean {
  const writes = methods.filter((method) => method !== 'GET');
  const makes = methods.includes('PUT') || methods.includes('POST');
  return (methods.includes('GET') && writes.length > 0) || (makes && methods.includes('DELETE'));
}

function describe(
  context: Context,
  place: Place,
  methods: readonly Method[],
  said: ResourceExtension,
): Resource {
  const read = place.answer('GET') ?? place.answer('PUT') ?? place.answer('PATCH') ?? place.answer('POST');
  const write = place.operations.get('PUT') ?? place.operations.get('PATCH') ?? place.operations.get('POST');
  const makes = methods.includes('PUT') || methods.includes('POST');
  const preset = said.preset ?? !(makes && methods.includes('DELETE'));
  const schema = read?.record ?? bodySchema(write);
  return {
    path: place.path,
    itemPath: undefined,
    idParameter: undefined,
    // What is there from the start is found by its path alone.
    get idMember() {
      return preset ? undefined : idNames.find((name) => context.places.outlineOf(schema).members.has(name));
    },
    keyedByClient: false,
    raw: said.raw ?? isRaw(place),
    bytesMember: said.bytes,
    idSource: undefined,
    sentMembers: said.members ?? {},
    singleton: true,
    preset,
    parent: context.parentOf(place.key),
    schema,
    filters: [],
    unique: [],
    starts: [],
  };
}
