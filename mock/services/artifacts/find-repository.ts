import { ApiError } from '../../../spec/errors.ts';
import { isNamespaceName, nameKey } from '../../../spec/services/artifacts/limits.ts';
import type { ArtifactsShelf, StoredNamespace, StoredRepository } from '../../world/artifacts-shelf.ts';

/**
 * The key of a namespace by its name.
 *
 * @throws ApiError `artifacts-namespace-invalid`
 */
export function namespaceKey(name: string): string {
  if (!isNamespaceName(name)) throw new ApiError('artifacts-namespace-invalid', {}, '/namespace');
  return nameKey(name);
}

/** @throws ApiError `artifacts-namespace-invalid`, `artifacts-namespace-unknown` */
export function findNamespace(shelf: ArtifactsShelf, name: string): StoredNamespace {
  const namespace = shelf.namespaces.get(namespaceKey(name));
  if (!namespace) throw new ApiError('artifacts-namespace-unknown');
  return namespace;
}

/**
 * The repository of a name, in whatever case.
 *
 * @throws ApiError `artifacts-namespace-invalid`, `artifacts-repo-unknown`, or that it is still on its way
 */
export function findRepository(shelf: ArtifactsShelf, namespace: string, name: string): StoredRepository {
  const repository = shelf.repository(namespaceKey(namespace), nameKey(name));
  if (!repository) throw new ApiError('artifacts-repo-unknown');
  if (repository.status === 'importing') throw new ApiError('artifacts-import-in-progress');
  if (repository.status === 'forking') throw new ApiError('artifacts-fork-in-progress');
  return repository;
}
