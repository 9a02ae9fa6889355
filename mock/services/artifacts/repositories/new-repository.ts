import { ApiError } from '../../../../spec/errors.ts';
import { defaultBranchName, nameKey, repoNamePattern } from '../../../../spec/services/artifacts/limits.ts';
import type { RepoStatus } from '../../../../spec/services/artifacts/schemas.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { ArtifactsShelf, StoredRepository } from '../../../world/artifacts-shelf.ts';
import { type ArtifactsParts, findRepository, namespaceKey } from '../artifacts-parts.ts';
import { loadGit } from '../load-git.ts';
import { ensureNamespace } from '../namespaces/manage-namespaces.ts';
import { mintToken } from '../tokens/manage-tokens.ts';

/** The parameters of a new repository. */
export interface RepositoryInput {
  readonly namespace: string;
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly defaultBranch?: string | undefined;
  readonly readOnly?: boolean | undefined;
}

/** A new repository, and the text of its first token. */
export interface NewRepository {
  readonly repository: StoredRepository;
  readonly token: string;
}

/**
 * Creates an empty repository.
 *
 * @throws ApiError `artifacts-namespace-invalid`, `artifacts-repo-name-invalid`, `artifacts-repo-exists`
 */
export async function createRepository(
  parts: ArtifactsParts,
  account: AccountTenant,
  input: RepositoryInput,
): Promise<NewRepository> {
  const repository = reserveRepository(parts, account, input, { status: 'ready', source: null });
  return finishRepository(parts, account, { repository, namespace: input.namespace });
}

/**
 * Reserves a name for a repository. It exists at once; unless it is `ready`, other callers are refused until it is.
 *
 * @throws ApiError as {@link createRepository} does
 */
export function reserveRepository(
  { registry }: ArtifactsParts,
  account: AccountTenant,
  { namespace, name, description, defaultBranch, readOnly }: RepositoryInput,
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
 * Makes a repository ready, mints its first token, and saves both.
 *
 * @param reserved.namespace name of its namespace, which its first repository creates
 */
export async function finishRepository(
  parts: ArtifactsParts,
  account: AccountTenant,
  reserved: { readonly repository: StoredRepository; readonly namespace: string },
): Promise<NewRepository> {
  const { world } = parts;
  const { artifacts } = account;
  ensureNamespace(account, reserved.namespace, reserved.repository.createdAt);
  const repository: StoredRepository = { ...reserved.repository, status: 'ready' };
  const { plaintext, token } = await mintToken(world, account, repository);
  // A reset may have removed it meanwhile.
  if (!artifacts.repositories.get(repository.id)) throw new ApiError('artifacts-repo-unknown');
  artifacts.repositories.put(repository);
  artifacts.tokens.put(token);
  try {
    await world.keeper?.sync();
  } catch (error) {
    await dropRepository(parts, account, repository);
    throw error;
  }
  return { repository, token: plaintext };
}

/** Removes a repository whose creation failed; idempotent. */
export async function dropRepository(
  { registry }: ArtifactsParts,
  { artifacts }: AccountTenant,
  repository: StoredRepository,
): Promise<void> {
  if (!artifacts.repositories.get(repository.id)) return;
  removeRecords(artifacts, repository);
  await registry.remove(repository);
}

/** Removes a repository and its tokens from the shelf. */
export function removeRecords(shelf: ArtifactsShelf, { id }: StoredRepository): void {
  shelf.repositories.remove(id);
  shelf.tokens.remove(...shelf.getTokens(id).map((token) => token.id));
}

/** The parameters of a fork. */
export interface ForkInput {
  readonly namespace: string;
  /** Name of the source repository. */
  readonly repo: string;
  readonly name: string;
  /** Not copied from the source. */
  readonly description?: string | null | undefined;
  readonly readOnly?: boolean | undefined;
}

/**
 * Copies a repository, with every ref, under another name of its namespace.
 *
 * @throws ApiError `artifacts-repo-unknown`, `artifacts-repo-name-invalid`, `artifacts-repo-exists`, or that the
 * repository isn't ready yet
 */
export async function forkRepository(
  parts: ArtifactsParts,
  account: AccountTenant,
  { namespace, repo, ...input }: ForkInput,
): Promise<NewRepository & { readonly objects: number }> {
  const { registry } = parts;
  const { artifacts } = account;
  const from = findRepository(artifacts, namespace, repo);
  const of = artifacts.namespaces.get(from.namespace)?.name ?? namespace;
  const repository = reserveRepository(
    parts,
    account,
    { ...input, namespace, defaultBranch: from.defaultBranch },
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
