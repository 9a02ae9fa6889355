import type { DocumentOperation } from '../document.ts';
import { type RoleExtension, readRoleExtension } from './extensions.ts';
import { toKey } from './places.ts';
import type { BulkKind, Resource, Role } from './resource.ts';

/** What is known about an operation before its document has its say. */
interface Inferred {
  readonly role: Role;
  /** The resource of its path, or the nearest one above. */
  readonly nearest: Resource | undefined;
  /** Resources by the key of their path. */
  readonly resources: ReadonlyMap<string, Resource>;
}

/** The role that a document gives an operation in `x-touchstone-role`; undefined if it says nothing. */
export function readSaidRole(operation: DocumentOperation, inferred: Inferred): Role | undefined {
  const read = readRoleExtension(operation);
  if (!read) return undefined;
  return 'problem' in read ? { kind: 'none', reason: read.problem } : toRole(read.value, inferred);
}

function toRole(said: RoleExtension, { role, nearest, resources }: Inferred): Role {
  const { kind, reason = 'The document says so.' } = said;
  if (kind === 'none') return { kind, reason };
  const own = 'resource' in role ? role.resource : undefined;
  const resource = said.resource === undefined ? (own ?? nearest) : resources.get(toKey(said.resource));
  if (kind === 'sample' || kind === 'action') return { kind, resource };
  if (!resource)
    return {
      kind: 'none',
      reason: `x-touchstone-role.resource: no resource is at ${said.resource ?? 'its path'}.`,
    };
  if (kind === 'read-member') {
    if (said.member !== undefined) return { kind, resource, member: said.member };
    return { kind: 'none', reason: 'x-touchstone-role.member: read-member needs the name of a member.' };
  }
  if (kind === 'change-one') return { kind, resource, set: said.set };
  if (kind === 'update') return { kind, resource, append: said.append ?? {}, take: said.take ?? {} };
  return isBulk(kind) ? toBulkRole(kind, resource, said, role) : { kind, resource };
}

const isBulk = (kind: RoleExtension['kind']): kind is BulkKind => kind.startsWith('bulk-');

/** What isn't said stays as it was inferred. */
function toBulkRole(kind: BulkKind, resource: Resource, said: RoleExtension, role: Role): Role {
  const before = 'pointer' in role ? role : undefined;
  return {
    kind,
    resource,
    pointer: said.pointer ?? (said.parameter === undefined ? (before?.pointer ?? '') : undefined),
    parameter: said.parameter ?? before?.parameter,
    idMember: said.id ?? before?.idMember,
    bytesMember: said.bytes,
    base64Member: said.base64,
  };
}
