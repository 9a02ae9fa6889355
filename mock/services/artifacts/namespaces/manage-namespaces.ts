import { ApiError } from '../../../../spec/errors.ts';
import type { Jurisdiction } from '../../../../spec/services/artifacts/schemas.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredNamespace } from '../../../world/artifacts-shelf.ts';
import { type ArtifactsParts, findNamespace, namespaceKey } from '../artifacts-parts.ts';

/**
 * Creates a namespace.
 *
 * @throws ApiError `artifacts-namespace-invalid`, `artifacts-namespace-exists`
 */
export async function createNamespace(
  { world }: ArtifactsParts,
  account: AccountTenant,
  name: string,
  jurisdiction: Jurisdiction = 'unrestricted',
): Promise<StoredNamespace> {
  const key = namespaceKey(name);
  if (account.artifacts.namespaces.get(key)) throw new ApiError('artifacts-namespace-exists');
  const namespace = putNamespace(account, { key, name, jurisdiction, now: account.clock.now() });
  await world.keeper?.sync();
  return namespace;
}

/** The namespace of a new repository; the first repository creates it. It is saved along with the repository. */
export function ensureNamespace(account: AccountTenant, name: string, now: number): StoredNamespace {
  const key = namespaceKey(name);
  const known = account.artifacts.namespaces.get(key);
  return known ?? putNamespace(account, { key, name, jurisdiction: 'unrestricted', now });
}

/**
 * Deletes a namespace without repositories. The platform's behavior for one with repositories is not known; the mock
 * refuses it.
 *
 * @throws ApiError `artifacts-namespace-invalid`, `artifacts-namespace-unknown`, `artifacts-namespace-not-empty`
 */
export async function deleteNamespace(
  { world }: ArtifactsParts,
  { artifacts }: AccountTenant,
  name: string,
): Promise<void> {
  const { key } = findNamespace(artifacts, name);
  const count = artifacts.getRepositories(key).length;
  if (count > 0) throw new ApiError('artifacts-namespace-not-empty', { count });
  artifacts.namespaces.remove(key);
  await world.keeper?.sync();
}

function putNamespace(
  { artifacts }: AccountTenant,
  { now, ...rest }: Pick<StoredNamespace, 'key' | 'name' | 'jurisdiction'> & { readonly now: number },
): StoredNamespace {
  const namespace = { ...rest, createdAt: now, updatedAt: now, sequence: artifacts.nextSequence() };
  artifacts.namespaces.put(namespace);
  return namespace;
}
