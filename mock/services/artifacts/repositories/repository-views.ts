import type {
  CreatedRepo,
  ListedRepo,
  Namespace,
  Repo,
  Token,
} from '../../../../spec/services/artifacts/schemas.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type {
  StoredNamespace,
  StoredRepository,
  StoredRepositoryToken,
} from '../../../world/artifacts-shelf.ts';
import { getState } from '../tokens/manage-tokens.ts';
import type { NewRepository } from './new-repository.ts';

/** ISO 8601 with milliseconds, the format of all times of this service: dbrekelmans/gitflare. */
export const isoTime = (at: number): string => new Date(at).toISOString();

/**
 * URL of a repository for Git.
 *
 * @param origin of the API, `http://localhost:4800`
 */
export function getRemote(origin: string, account: AccountTenant, repository: StoredRepository): string {
  const namespace = account.artifacts.namespaces.get(repository.namespace)?.name ?? repository.namespace;
  return `${origin}/git/${account.id}/${namespace}/${repository.name}.git`;
}

export function namespaceView(
  { name, jurisdiction, createdAt, updatedAt }: StoredNamespace,
  repositories: number,
): Namespace {
  return {
    namespace: name,
    jurisdiction,
    repo_count: repositories,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
  };
}

export function createdView(
  origin: string,
  account: AccountTenant,
  { repository, token }: NewRepository,
): CreatedRepo {
  const { id, name, description, defaultBranch } = repository;
  const remote = getRemote(origin, account, repository);
  return { id, name, description, default_branch: defaultBranch, remote, token };
}

/** A push changes neither `last_push_at`, which stays null, nor `updated_at`, as on the live service. */
export function repoView(origin: string, account: AccountTenant, repository: StoredRepository): Repo {
  const { id, name, description, defaultBranch, createdAt, updatedAt, source, readOnly } = repository;
  return {
    id,
    name,
    description,
    default_branch: defaultBranch,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
    last_push_at: null,
    source,
    read_only: readOnly,
    remote: getRemote(origin, account, repository),
  };
}

export function listedView(origin: string, account: AccountTenant, repository: StoredRepository): ListedRepo {
  return { ...repoView(origin, account, repository), status: repository.status };
}

export function tokenView(token: StoredRepositoryToken, now: number): Token {
  const { id, scope, createdAt, expiresAt } = token;
  return {
    id,
    scope,
    state: getState(token, now),
    created_at: isoTime(createdAt),
    expires_at: isoTime(expiresAt),
  };
}
