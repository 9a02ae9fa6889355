import type {
  ArtifactsRepoInfo,
  ArtifactsToken,
  CreatedArtifactsRepo,
  CreatedArtifactsToken,
  ListedArtifactsRepo,
} from '../../../spec/services/artifacts/binding.ts';
import type { NewRepository } from '../../services/artifacts/repositories/new-repository.ts';
import { isoTime, remoteOf } from '../../services/artifacts/repositories/repository-views.ts';
import { type MintedToken, stateOf } from '../../services/artifacts/tokens/manage-tokens.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { StoredRepository, StoredRepositoryToken } from '../../world/artifacts-records.ts';
import type { BindingParts } from './binding-call.ts';

type Origin = Pick<BindingParts, 'origin'>;

export function createdRepo(
  { origin }: Origin,
  account: AccountTenant,
  { repository, token }: NewRepository,
): CreatedArtifactsRepo {
  const { id, name, description, defaultBranch } = repository;
  return { id, name, description, defaultBranch, remote: remoteOf(origin(), account, repository), token };
}

export function repoInfo(
  { origin }: Origin,
  account: AccountTenant,
  repository: StoredRepository,
): ArtifactsRepoInfo {
  const { status: _, ...details } = listedRepo(repository);
  return { ...details, remote: remoteOf(origin(), account, repository) };
}

/** `lastPushAt` stays null, as on the live service: fact sheet artifacts, section 4. */
export function listedRepo(repository: StoredRepository): ListedArtifactsRepo {
  const { id, name, description, defaultBranch, createdAt, updatedAt, source, readOnly, status } = repository;
  return {
    id,
    name,
    description,
    defaultBranch,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    lastPushAt: null,
    source,
    readOnly,
    status,
  };
}

export function createdToken({ plaintext, token }: MintedToken): CreatedArtifactsToken {
  const { id, scope, expiresAt } = token;
  return { id, plaintext, scope, expiresAt: isoTime(expiresAt) };
}

export function tokenInfo(token: StoredRepositoryToken, now: number): ArtifactsToken {
  const { id, scope, createdAt, expiresAt } = token;
  return {
    id,
    scope,
    state: stateOf(token, now),
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
  };
}
