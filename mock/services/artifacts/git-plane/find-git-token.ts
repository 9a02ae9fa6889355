import { nameKey } from '../../../../spec/services/artifacts/limits.ts';
import type { StoredRepository, StoredRepositoryToken } from '../../../world/artifacts-shelf.ts';
import type { World } from '../../../world/world.ts';
import { stateOf } from '../tokens/manage-tokens.ts';
import { tokenHash } from '../tokens/token-hash.ts';
import type { GitPath } from './git-path.ts';

/** A repository, and a token that opens it. */
export interface OpenedByToken {
  readonly repository: StoredRepository;
  readonly token: StoredRepositoryToken;
}

/**
 * The repository that a path names, where one of the texts is a token that opens it now. Whether there is no such
 * repository or no such token can't be told apart, so that nobody finds out names.
 */
export async function findGitToken(
  { accounts }: World,
  { accountId, namespace, repo }: GitPath,
  texts: readonly string[],
): Promise<OpenedByToken | undefined> {
  const hashes = await Promise.all(texts.map(tokenHash));
  // A stranger makes no account where accounts are made on demand.
  const account = accounts.get(accountId);
  const shelf = account?.artifacts;
  const repository = shelf?.repository(nameKey(namespace), nameKey(repo));
  if (!account || !shelf || repository?.status !== 'ready') return undefined;
  for (const hash of hashes) {
    const token = hash === undefined ? undefined : shelf.tokens.byKey(hash);
    if (token?.repositoryId === repository.id && stateOf(token, account.clock.now()) === 'active')
      return { repository, token };
  }
  return undefined;
}
