import { ApiError } from '../../../../spec/errors.ts';
import { defaultBranchName, nameKey, repoNamePattern } from '../../../../spec/services/artifacts/limits.ts';
import type { RepoStatus } from '../../../../spec/services/artifacts/schemas.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { ArtifactsShelf, StoredRepository } from '../../../world/artifacts-shelf.ts';
import { type ArtifactsParts, findRepository, namespaceKey } from '../artifacts-parts.ts';
import { loadGit } from '../load-git.ts';
import { ensureNamespace } from '../namespaces/manage-namespaces.ts';
import { mintToken } from '../tokens/manage-tokens.ts';

/** What a repository is to be. */
export interface RepositoryWish {
  readonly namespace: string;
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly defaultBranch?: string | undefined;
  readonly readOnly?: boolean | undefined;
}

/** A repository that was made, and the text of its first token. */
export interface NewRepository {
  readonly repository: StoredRepository;
  readonly token: string;
}

/**
 * Makes an empty repository.
 *
 * @throws ApiError `artifacts-namespace-invalid`, `artifacts-repo-name-invalid`, `artifacts-repo-exists`
 */
export async function createRepository(
  parts: ArtifactsParts,
  account: AccountTenant,
  wish: RepositoryWish,
): Promise<NewRepository> {
  const repository = reserveRepository(parts, account, wish, { status: 'ready', source: null });
  return finishRepository(parts, account, { repository, namespace: wish.namespace });
}

/**
 * Takes a name for a repository, which is there at once; unless it is `ready`, everybody else is told to wait.
 *
 * @throws ApiError as {@link createRepository} does
 */
export function reserveRepository(
  { registry }: ArtifactsParts,
  account: AccountTenant,
  { namespace, name, description, defaultBranch, readOnly }: RepositoryWish,
  { status, source }: { readonly status: RepoStatus; readonly source: string | null },
): StoredRepository {
  const { artifacts } = account;
  const of = namespaceKey(namespace);
  if (!repoNamePattern.test(name)) throw new ApiError('artifacts-repo-name-invalid', {}, '/name');
  if (artifacts.repository(of, nameKey(name))) throw new ApiError('artifacts-repo-exists', { name });
  const now = account.clock.now();
  const repository: StoredRepository = {
    id: registry.newId(),
    namespace: of,
    key: nameKey(name),
    name,
    description: description ?? null,
    defaultBranch: defaultBranch ?? defaultBranchName,
    readOnly: readOnly ?? false,
    source,
    status,
    createdAt: now,
    updatedAt: now,
    sequence: artifacts.nextSequence(),
  };
  artifacts.repositories.put(repository);
  return repository;
}

/**
 * Makes a repository ready, mints its first token, and keeps both.
 *
 * @param reserved.namespace name of its namespace, which it makes where it is the first one there
 */
export async function finishRepository(
  parts: ArtifactsParts,
  account: AccountTenant,
  reserved: { readonly repository: StoredRepository; readonly namespace: string },
): Promise<NewRepository> {
  const { world, keeper } = parts;
  const { artifacts } = account;
  ensureNamespace(account, reserved.namespace, reserved.repository.createdAt);
  const repository: StoredRepository = { ...reserved.repository, status: 'ready' };
  const { plaintext, token } = await mintToken(world, account, repository);
  // A reset may have taken it away meanwhile.
  if (!artifacts.repositories.get(repository.id)) throw new ApiError('artifacts-repo-unknown');
  artifacts.repositories.put(repository);
  artifacts.tokens.put(token);
  try {
    await keeper.save();
  } catch (error) {
    await dropRepository(parts, account, repository);
    throw error;
  }
  return { repository, token: plaintext };
}

/** Leaves nothing of a repository that did not come about; to do so again changes nothing. */
export async function dropRepository(
  { registry }: ArtifactsParts,
  { artifacts }: AccountTenant,
  repository: StoredRepository,
): Promise<void> {
  if (!artifacts.repositories.get(repository.id)) return;
  removeRecords(artifacts, repository);
  await registry.remove(repository);
}

/** Takes a repository and its tokens off the shelf. */
export function removeRecords(shelf: ArtifactsShelf, { id }: StoredRepository): void {
  shelf.repositories.remove(id);
  shelf.tokens.remove(...shelf.getTokens(id).map((token) => token.id));
}

/** What a fork is to be. */
export interface ForkWish {
  readonly namespace: string;
  /** Name of the repository that it is made of. */
  readonly repo: string;
  readonly name: string;
  /** That of the other one is not taken over. */
  readonly description?: string | null | undefined;
  readonly readOnly?: boolean | undefined;
}

/**
 * Copies a repository, with every ref, under another name of its namespace.
 *
 * @throws ApiError `artifacts-repo-unknown`, `artifacts-repo-name-invalid`, `artifacts-repo-exists`, or that the
 *   repository is still on its way
 */
export async function forkRepository(
  parts: ArtifactsParts,
  account: AccountTenant,
  { namespace, repo, ...wish }: ForkWish,
): Promise<NewRepository & { readonly objects: number }> {
  const { registry } = parts;
  const { artifacts } = account;
  const from = findRepository(artifacts, namespace, repo);
  const of = artifacts.namespaces.get(from.namespace)?.name ?? namespace;
  const repository = reserveRepository(
    parts,
    account,
    { ...wish, namespace, defaultBranch: from.defaultBranch },
    { status: 'forking', source: `artifacts:${of}/${from.name}` },
  );
  try {
    const { copyRepository } = await loadGit();
    const storage = await registry.createStorage(repository);
    const { objects } = await copyRepository(await registry.open(from), storage);
    await registry.adopt(repository, storage);
    return { ...(await finishRepository(parts, account, { repository, namespace: of })), objects };
  } catch (error) {
    await dropRepository(parts, account, repository);
    throw error;
  }
}
