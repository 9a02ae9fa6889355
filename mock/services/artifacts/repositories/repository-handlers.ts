import { ApiError } from '../../../../spec/errors.ts';
import type { repoEndpoints } from '../../../../spec/services/artifacts/endpoints.ts';
import { artifactsLimits, nameKey } from '../../../../spec/services/artifacts/limits.ts';
import type { repoSorts } from '../../../../spec/services/artifacts/schemas.ts';
import type { Service } from '../../../api/call.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import { repositoryKey, type StoredRepository } from '../../../world/artifacts-shelf.ts';
import {
  type ArtifactsParts,
  findRepository,
  getAccount,
  getOrigin,
  namespaceKey,
} from '../artifacts-parts.ts';
import { cursorPage } from '../cursor-page.ts';
import { importRepository } from './import-repository.ts';
import { createRepository, forkRepository, removeRecords } from './new-repository.ts';
import { createdView, listedView, repoView } from './repository-views.ts';

/** Repositories over REST: Cloudflare docs, Artifacts REST API. */
export function createRepositoryHandlers(parts: ArtifactsParts): Service<typeof repoEndpoints> {
  const { world } = parts;
  return {
    'artifacts.repos.create': async ({ params, body, request }) => {
      const account = getAccount(world, params);
      const made = await createRepository(parts, account, {
        namespace: params.namespace,
        name: body.name,
        description: body.description,
        defaultBranch: body.default_branch,
        readOnly: body.read_only,
      });
      return { result: createdView(getOrigin(request), account, made) };
    },

    'artifacts.repos.list': ({ params, query, request }) => {
      const account = getAccount(world, params);
      const { items, info } = listRepositories(account, params.namespace, query);
      return { result: items.map((one) => listedView(getOrigin(request), account, one)), page: info };
    },

    'artifacts.repos.get': ({ params, request }) => {
      const account = getAccount(world, params);
      const found = findRepository(account.artifacts, params.namespace, params.repo_name);
      return { result: repoView(getOrigin(request), account, found) };
    },

    'artifacts.repos.delete': async ({ params }) => {
      const account = getAccount(world, params);
      return { result: { id: await deleteRepository(parts, account, params.namespace, params.repo_name) } };
    },

    'artifacts.repos.fork': async ({ params, body, request }) => {
      const account = getAccount(world, params);
      const made = await forkRepository(parts, account, {
        namespace: params.namespace,
        repo: params.repo_name,
        name: body.name,
        description: body.description,
        readOnly: body.read_only,
      });
      return { result: { ...createdView(getOrigin(request), account, made), objects: made.objects } };
    },

    'artifacts.repos.import': async ({ params, body, request }) => {
      const account = getAccount(world, params);
      const input = {
        namespace: params.namespace,
        name: params.repo_name,
        url: body.url,
        branch: body.branch,
        depth: body.depth,
        readOnly: body.read_only,
      };
      const made = await importRepository(parts, account, input, request.signal);
      return { result: createdView(getOrigin(request), account, made) };
    },
  };
}

/** The filter and order of a list. */
export interface RepositoryQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Part of a name, case-insensitive (inferred: a prefix was observed to match). */
  readonly search?: string | undefined;
  readonly sort?: (typeof repoSorts)[number];
  readonly direction?: 'asc' | 'desc';
}

/**
 * One page of the repositories of a namespace; empty for an unknown namespace.
 *
 * @throws ApiError `artifacts-namespace-invalid`; `artifacts-invalid` for a cursor of another list
 */
export function listRepositories({ artifacts }: AccountTenant, namespace: string, query: RepositoryQuery) {
  const { limit, cursor, search = '', sort = 'created_at', direction = 'desc' } = query;
  const wanted = search.toLowerCase();
  const found = artifacts.getRepositories(namespaceKey(namespace)).filter(({ key }) => key.includes(wanted));
  return cursorPage(found, { limit, cursor, direction, order: `repos ${sort}`, sortedBy: valueBy[sort] });
}

const valueBy: Readonly<
  Record<(typeof repoSorts)[number], (repository: StoredRepository) => string | number>
> = {
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  // `last_push_at` is never set, so the order is that of the sequence.
  last_push_at: () => 0,
  name: ({ key }) => key,
};

/**
 * Deletes a repository and its tokens.
 *
 * @returns its id, also for a repository that was just deleted
 * @throws ApiError `artifacts-namespace-invalid`, `artifacts-repo-unknown`, or that it isn't ready yet
 */
export async function deleteRepository(
  { registry, world }: ArtifactsParts,
  { artifacts, clock }: AccountTenant,
  namespace: string,
  name: string,
): Promise<string> {
  const now = clock.now();
  const key = repositoryKey({ namespace: namespaceKey(namespace), key: nameKey(name) });
  if (!artifacts.repositories.byKey(key)) {
    const accepts = world.stances.get('artifacts.delete.again') === 'accepted';
    const deleted = accepts ? artifacts.deleted.get(key) : undefined;
    if (!deleted || now - deleted.at > artifactsLimits.deletedAgainMs)
      throw new ApiError('artifacts-repo-unknown');
    return deleted.id;
  }
  const repository = findRepository(artifacts, namespace, name);
  removeRecords(artifacts, repository);
  const old = artifacts.deleted.list().filter(({ at }) => now - at > artifactsLimits.deletedAgainMs);
  artifacts.deleted.remove(...old.map((one) => one.key));
  artifacts.deleted.put({ id: repository.id, key, at: now });
  await world.keeper?.sync();
  await registry.remove(repository);
  return repository.id;
}
