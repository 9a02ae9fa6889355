import { ApiError } from '../../../../spec/errors.ts';
import { artifactsLimits } from '../../../../spec/services/artifacts/limits.ts';
import {
  type Jurisdiction,
  type TokenScope,
  type TokenState,
  tokenPlaintext,
} from '../../../../spec/services/artifacts/schemas.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredRepository, StoredRepositoryToken } from '../../../world/artifacts-shelf.ts';
import type { World } from '../../../world/world.ts';
import { type ArtifactsParts, findRepository, namespaceKey, tokenHash } from '../artifacts-parts.ts';

/** What a token is to be good for. */
export interface TokenWish {
  readonly scope?: TokenScope | undefined;
  /** Seconds. */
  readonly ttl?: number | undefined;
}

/** A token and its text, which is told this once. */
export interface MintedToken {
  readonly plaintext: string;
  readonly token: StoredRepositoryToken;
}

/**
 * Mints a token for a repository.
 *
 * @throws ApiError `artifacts-ttl-invalid`, `artifacts-repo-unknown`, or that it is still on its way
 */
export async function createToken(
  { world, keeper }: ArtifactsParts,
  account: AccountTenant,
  { namespace, repo, ...wish }: TokenWish & { readonly namespace: string; readonly repo: string },
): Promise<MintedToken> {
  const { artifacts } = account;
  assertTtl(wish.ttl);
  const repository = findRepository(artifacts, namespace, repo);
  const minted = await mintToken(world, account, repository, wish);
  // It may have been deleted meanwhile.
  findRepository(artifacts, namespace, repo);
  artifacts.tokens.put(minted.token);
  await keeper.save();
  return minted;
}

/** @throws ApiError `artifacts-ttl-invalid` */
function assertTtl(ttl: number | undefined): void {
  const { min, max } = artifactsLimits.ttl;
  if (ttl !== undefined && !(Number.isInteger(ttl) && ttl >= min && ttl <= max))
    throw new ApiError('artifacts-ttl-invalid', {}, '/ttl');
}

/** Makes a token, which is good as soon as it is put on the shelf. */
export async function mintToken(
  { ids, stances }: World,
  { artifacts: shelf, clock }: AccountTenant,
  { id: repositoryId, namespace }: Pick<StoredRepository, 'id' | 'namespace'>,
  { scope = 'write', ttl = stances.get('artifacts.token.lifetime') }: TokenWish = {},
): Promise<MintedToken> {
  const createdAt = clock.now();
  const expiresAt = createdAt + ttl * 1000;
  const jurisdiction: Jurisdiction = shelf.namespaces.get(namespace)?.jurisdiction ?? 'unrestricted';
  for (;;) {
    const id = ids.base36(16);
    const secret = ids.secret(40);
    const plaintext = tokenPlaintext(jurisdiction, secret, Math.floor(expiresAt / 1000));
    const hash = (await tokenHash(plaintext)) ?? '';
    // After a restart the same seed gives the same numbers once more.
    if (shelf.tokens.get(id) || shelf.tokens.byKey(hash)) continue;
    return { plaintext, token: { id, repositoryId, hash, scope, createdAt, expiresAt, revoked: false } };
  }
}

/** Whether a token is good, was revoked, or is over by the clock of its account. */
export function getState({ revoked, expiresAt }: StoredRepositoryToken, now: number): TokenState {
  if (revoked) return 'revoked';
  return expiresAt <= now ? 'expired' : 'active';
}

/**
 * Tokens of a repository, the newest first.
 *
 * @throws ApiError `artifacts-repo-unknown`, or that it is still on its way
 */
export function listTokens(
  { artifacts, clock }: AccountTenant,
  {
    namespace,
    repo,
    state,
  }: { readonly namespace: string; readonly repo: string; readonly state: TokenState | 'all' },
): StoredRepositoryToken[] {
  const { id } = findRepository(artifacts, namespace, repo);
  const now = clock.now();
  return artifacts
    .getTokens(id)
    .filter((token) => state === 'all' || getState(token, now) === state)
    .reverse();
}

/**
 * Revokes a token, which holds at once; to do so again changes nothing.
 *
 * @throws ApiError `artifacts-namespace-invalid`, `artifacts-token-unknown`
 */
export async function revokeToken(
  { keeper }: ArtifactsParts,
  { artifacts }: AccountTenant,
  { namespace, id }: { readonly namespace: string; readonly id: string },
): Promise<void> {
  const key = namespaceKey(namespace);
  const token = artifacts.tokens.get(id);
  const repository = token && artifacts.repositories.get(token.repositoryId);
  if (!token || repository?.namespace !== key) throw new ApiError('artifacts-token-unknown');
  artifacts.tokens.put({ ...token, revoked: true });
  await keeper.save();
}
