import { ApiError } from '../../../../spec/errors.ts';
import { namesThisMachine } from '../../../engines/address/address-check.ts';
import type { RemoteError } from '../../../engines/git/client/remote-http.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { ArtifactsParts, ImportOptions } from '../artifacts-parts.ts';
import { loadGit } from '../load-git.ts';
import { dropRepository, finishRepository, type NewRepository, reserveRepository } from './new-repository.ts';

/** The parameters of an import. */
export interface ImportInput {
  readonly namespace: string;
  readonly name: string;
  readonly url: string;
  readonly branch?: string | undefined;
  readonly depth?: number | undefined;
  readonly description?: string | null | undefined;
  readonly readOnly?: boolean | undefined;
}

/**
 * Imports a repository from another Git server. Its default branch is `main`, whatever that of its source:
 * linyiru/artifacts-local.
 *
 * @param signal ends it
 * @throws ApiError for an invalid URL or name, and for a failure of the other server
 */
export async function importRepository(
  parts: ArtifactsParts,
  account: AccountTenant,
  { url, branch, depth, ...input }: ImportInput,
  signal?: AbortSignal,
): Promise<NewRepository> {
  const { registry, imports } = parts;
  const remote = remoteUrl(url, imports);
  const { importRepository: read, gitCodec: codec, RemoteError } = await loadGit();
  const repository = reserveRepository(parts, account, input, {
    status: 'importing',
    source: `git:${remote}`,
  });
  try {
    const storage = await registry.createStorage(repository);
    const { fetch = globalThis.fetch } = imports;
    await read(storage, { url: remote, branch, depth }, { fetch, codec, signal });
    await registry.adopt(repository, storage);
    return await finishRepository(parts, account, { repository, namespace: input.namespace });
  } catch (error) {
    await dropRepository(parts, account, repository);
    // The client aborted and receives no answer; this is no bug in the mock either.
    if (signal?.aborted) throw new ApiError('artifacts-upstream-unavailable', {}, '/url', { cause: error });
    throw error instanceof RemoteError ? remoteRefusal(error, remote) : error;
  }
}

/**
 * The URL of the source repository, with `.git` at its end.
 *
 * @throws ApiError `artifacts-url-not-https`, `artifacts-url-invalid`
 */
function remoteUrl(text: string, { plainHttp = false }: ImportOptions): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = plainHttp && url?.protocol === 'http:' && namesThisMachine(url.hostname);
  if (!url || !(url.protocol === 'https:' || isPlain))
    throw new ApiError('artifacts-url-not-https', {}, '/url');
  // Imports public repositories only, so that no password gets into `source`.
  const hasSecret = url.username !== '' || url.password !== '';
  if (url.pathname.replace(/\/+$/, '') === '' || url.search !== '' || hasSecret)
    throw new ApiError('artifacts-url-invalid', {}, '/url');
  url.hash = '';
  url.pathname = url.pathname.replace(/\/+$/, '');
  if (!url.pathname.endsWith('.git')) url.pathname += '.git';
  return url.href;
}

/**
 * Maps a failure of the other server to a refusal: Cloudflare docs, Artifacts errors and Artifacts Workers binding.
 */
export function remoteRefusal(cause: RemoteError, url: string): ApiError {
  const refusal = (...[failure, detail]: readonly [ApiError['failure'], ApiError['detail']?]) =>
    new ApiError(failure, detail, '/url', { cause });
  switch (cause.failure) {
    case 'auth-required':
      return refusal('artifacts-remote-private', { url, remoteStatus: cause.status ?? 401 });
    case 'not-found':
      return refusal('artifacts-remote-unknown');
    case 'branch-not-found':
      return new ApiError('artifacts-remote-branch-unknown', {}, '/branch', { cause });
    case 'not-a-repository':
      return refusal('artifacts-url-invalid');
    case 'too-large':
      return refusal('artifacts-memory-limit', { problem: cause.message });
    case 'unavailable':
    case 'damaged':
      return refusal('artifacts-upstream-unavailable');
  }
}
