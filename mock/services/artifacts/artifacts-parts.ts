import { ApiError } from '../../../spec/errors.ts';
import { isNamespaceName, nameKey } from '../../../spec/services/artifacts/limits.ts';
import { tokenSecret } from '../../../spec/services/artifacts/schemas.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { ArtifactsShelf, StoredNamespace, StoredRepository } from '../../world/artifacts-shelf.ts';
import type { World } from '../../world/world.ts';
import type { RepositoryRegistry } from './repository-registry.ts';

/** Access to the repositories of other servers. */
export interface ImportOptions {
  /** Defaults to the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** Allows `http:` URLs of this machine; by default a URL has to be `https:`. */
  readonly plainHttp?: boolean | undefined;
}

/** The dependencies of the repository operations, for all callers: the REST API, a binding, and Git. */
export interface ArtifactsParts {
  readonly world: World;
  readonly registry: RepositoryRegistry;
  readonly imports: ImportOptions;
}

/** The account of a path; the caller is already authorized for it. */
export function getAccount(world: World, { account_id }: { readonly account_id: string }): AccountTenant {
  const account = world.account(account_id);
  if (!account) throw new TouchstoneError('account', 'A call for an unknown account reached its handler');
  return account;
}

/** The origin of a request, with which remotes begin. */
export const getOrigin = ({ url }: Pick<Request, 'url'>): string => new URL(url).origin;

/**
 * The key of a namespace by its name.
 *
 * @throws ApiError `artifacts-namespace-invalid`
 */
export function namespaceKey(name: string): string {
  if (!isNamespaceName(name)) throw new ApiError('artifacts-namespace-invalid', {}, '/namespace');
  return nameKey(name);
}

/** @throws ApiError `artifacts-namespace-invalid`, `artifacts-namespace-unknown` */
export function findNamespace(shelf: ArtifactsShelf, name: string): StoredNamespace {
  const namespace = shelf.namespaces.get(namespaceKey(name));
  if (!namespace) throw new ApiError('artifacts-namespace-unknown');
  return namespace;
}

/**
 * The repository with a name, case-insensitive.
 *
 * @throws ApiError `artifacts-namespace-invalid`, `artifacts-repo-unknown`, or that it isn't ready yet
 */
export function findRepository(shelf: ArtifactsShelf, namespace: string, name: string): StoredRepository {
  const repository = shelf.repository(namespaceKey(namespace), nameKey(name));
  if (!repository) throw new ApiError('artifacts-repo-unknown');
  if (repository.status === 'importing') throw new ApiError('artifacts-import-in-progress');
  if (repository.status === 'forking') throw new ApiError('artifacts-fork-in-progress');
  return repository;
}

const encoder = new TextEncoder();

/** The key of a token: the SHA-256 of its secret without the suffix; undefined for a text that is no token. */
export async function tokenHash(text: string): Promise<string | undefined> {
  const secret = tokenSecret(text);
  if (secret === undefined) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(secret));
  // Uint8Array.prototype.toHex is not yet in Node 24.
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
