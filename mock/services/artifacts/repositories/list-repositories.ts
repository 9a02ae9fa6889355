import type { repoSorts } from '../../../../spec/services/artifacts/schemas.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredRepository } from '../../../world/artifacts-shelf.ts';
import { cursorPage } from '../cursor-page.ts';
import { namespaceKey } from '../find-repository.ts';

/** Which repositories are asked for, and in which order. */
export interface RepositoryQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Part of a name, in whatever case (inferred: a prefix was seen to be found). */
  readonly search?: string | undefined;
  readonly sort?: (typeof repoSorts)[number];
  readonly direction?: 'asc' | 'desc';
}

/**
 * One page of the repositories of a namespace; of one that is not there, an empty one.
 *
 * @throws ApiError `artifacts-namespace-invalid`; `artifacts-invalid` for a cursor of another list
 */
export function listRepositories({ artifacts }: AccountTenant, namespace: string, query: RepositoryQuery) {
  const { limit, cursor, search = '', sort = 'created_at', direction = 'desc' } = query;
  const wanted = search.toLowerCase();
  const found = artifacts.repositoriesOf(namespaceKey(namespace)).filter(({ key }) => key.includes(wanted));
  return cursorPage(found, { limit, cursor, direction, order: `repos ${sort}`, sortedBy: valueBy[sort] });
}

const valueBy: Readonly<
  Record<(typeof repoSorts)[number], (repository: StoredRepository) => string | number>
> = {
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  // Nothing ever is pushed as far as this is concerned, so the order is that of the sequence.
  last_push_at: () => 0,
  name: ({ key }) => key,
};
