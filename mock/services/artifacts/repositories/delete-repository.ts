import { ApiError } from '../../../../spec/errors.ts';
import { artifactsLimits, nameKey } from '../../../../spec/services/artifacts/limits.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import { repositoryKey } from '../../../world/artifacts-shelf.ts';
import type { ArtifactsParts } from '../artifacts-parts.ts';
import { findRepository, namespaceKey } from '../find-repository.ts';
import { removeRecords } from './new-repository.ts';

/**
 * Deletes a repository and its tokens.
 *
 * @returns its id, also of one that was deleted a moment ago
 * @throws ApiError `artifacts-namespace-invalid`, `artifacts-repo-unknown`, or that it is still on its way
 */
export async function deleteRepository(
  { keeper, registry }: ArtifactsParts,
  { artifacts, clock }: AccountTenant,
  namespace: string,
  name: string,
): Promise<string> {
  const now = clock.now();
  const key = repositoryKey({ namespace: namespaceKey(namespace), key: nameKey(name) });
  if (!artifacts.repositories.byKey(key)) {
    const deleted = artifacts.deleted.get(key);
    if (!deleted || now - deleted.at > artifactsLimits.deletedAgainMs)
      throw new ApiError('artifacts-repo-unknown');
    return deleted.id;
  }
  const repository = findRepository(artifacts, namespace, name);
  removeRecords(artifacts, repository);
  const old = artifacts.deleted.list().filter(({ at }) => now - at > artifactsLimits.deletedAgainMs);
  artifacts.deleted.remove(...old.map((one) => one.key));
  artifacts.deleted.put({ id: repository.id, key, at: now });
  await keeper.save();
  await registry.remove(repository);
  return repository.id;
}
