import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { ArtifactsParts } from '../artifacts-parts.ts';
import { findRepository } from '../find-repository.ts';
import { loadGit } from '../load-git.ts';
import { dropRepository, finishRepository, type NewRepository, reserveRepository } from './new-repository.ts';

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
    const storage = await registry.storageOf(repository);
    const { objects } = await copyRepository(await registry.open(from), storage);
    await registry.adopt(repository, storage);
    return { ...(await finishRepository(parts, account, { repository, namespace: of })), objects };
  } catch (error) {
    await dropRepository(parts, account, repository);
    throw error;
  }
}
