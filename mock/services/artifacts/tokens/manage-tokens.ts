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

/** The parameters of a token. */
export interface TokenInput {
  readonly scope?: TokenScope | undefined;
  /** Seconds. */
  readonly ttl?: number | undefined;
}

/** A token and its text, which is shown only once. */
export interface MintedToken {
  readonly plaintext: string;
  readonly token: StoredRepositoryToken;
}

/**
 * Mints a token for a repository.
 *
 * @throws ApiError `artifacts-ttl-invalid`, `artifacts-repo-unknown`, or that it isn't ready yet
 */
export async function createToken(
  { world }: ArtifactsParts,
  account: AccountTenant,
  { namespace, repo, ...input }: TokenInput & { readonly namespace: string; readonly repo: string },
): Promise<MintedToken> {
  const { artifacts } = account;
  assertTtl(input.ttl);
  const repository = findRepository(artifacts, namespace, repo);
  const minted = await mintToken(world, account, repository, input);
  // It may have been deleted meanwhile.
  findRepository(artifacts, namespace, repo);
  artifacts.tokens.put(minted.token);
  await world.keeper?.sync();
  return minted;
}

/** @throws ApiError `artifacts-ttl-invalid` */
function assertTtl(ttl: number | undefined): void {
  const { min, max } = artifactsLimits.ttl;
  if (ttl !== undefined && !(Number.isInteger(ttl) && ttl >= min && ttl <= max))
    throw new ApiError('artifacts-ttl-invalid', {}, '/ttl');
}

/** Creates a token, which is valid as soon as it is put on the shelf. */
export async function mintToken(
  { ids, stances }: World,
  { artifacts: shelf, clock }: AccountTenant,
  { id: repositoryId, namespace }: Pick<StoredRepository, 'id' | 'namespace'>,
  { scope = 'write', ttl = stances.get('artifacts.token.lifetime') }: TokenInput = {},
): Promise<MintedToken> {
  const createdAt = clock.now();
  const expiresAt = createdAt + ttl * 1000;
  const jurisdiction: Jurisdiction = shelf.namespaces.get(namespace)?.jurisdiction ?? 'unrestricted';
  for (;;) {
    const id = ids.base36(16);
    const secret = ids.secret(40);
    const plaintext = tokenPlaintext(jurisdiction, secret, Math.floor(expiresAt / 1000));
    const hash = (await tokenHash(plaintext)) ?? '';
    // After a restart the same seed generates the same numbers again.
    if (shelf.tokens.get(id) || shelf.tokens.byKey(hash)) continue;
    return { plaintext, token: { id, repositoryId, hash, scope, createdAt, expiresAt, revoked: false } };
  }
}

/** Whether a token is active, revoked, or expired by its account's clock. */
export function getState({ revoked, expiresAt }: StoredRepositoryToken, now: number): TokenState {
  if (revoked) return 'revoked';
  return expiresAt <= now ? 'expired' : 'active';
}

/**
 * Tokens of a repository, the newest first.
 *
 * @throws ApiError `artifacts-repo-unknown`, or that it isn't ready yet
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
 * Revokes a token, effective at once; idempotent.
 *
 * @throws ApiError `artifacts-namespace-invalid`, `artifacts-token-unknown`
 */
export async function revokeToken(
  { world }: ArtifactsParts,
  { artifacts }: AccountTenant,
  { namespace, id }: { readonly namespace: string; readonly id: string },
): Promise<void> {
  const key = namespaceKey(namespace);
  const token = artifacts.tokens.get(id);
  const repository = token && artifacts.repositories.get(token.repositoryId);
  if (!token || repository?.namespace !== key) throw new ApiError('artifacts-token-unknown');
  artifacts.tokens.put({ ...token, revoked: true });
  await world.keeper?.sync();
}
