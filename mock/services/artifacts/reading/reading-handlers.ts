import { ApiError } from '../../../../spec/errors.ts';
import type { readingEndpoints } from '../../../../spec/services/artifacts/endpoints.ts';
import type { ReadCommit, ReadTreeEntry } from '../../../../spec/services/artifacts/schemas.ts';
import type { Service } from '../../../api/call.ts';
import { GitError } from '../../../engines/git/git-error.ts';
import type { GitRepository } from '../../../engines/git/repository/git-repository.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredRepository } from '../../../world/artifacts-shelf.ts';
import { type ArtifactsParts, findRepository, getAccount } from '../artifacts-parts.ts';
import { loadGit } from '../load-git.ts';
import { sniffType } from './read-objects.ts';

interface ReadParams {
  readonly account_id: string;
  readonly namespace: string;
  readonly repo_name: string;
}

const mediaType = 'application/octet-stream';

/** The content of repositories over REST: Cloudflare docs, Artifacts REST API. */
export function createReadingHandlers(parts: ArtifactsParts): Service<typeof readingEndpoints> {
  const getPlace = (params: ReadParams): ReadPlace => ({
    account: getAccount(parts.world, params),
    namespace: params.namespace,
    repo: params.repo_name,
  });
  return {
    'artifacts.repos.log': async ({ params, query }) => ({
      result: await readNamedLog(parts, getPlace(params), query),
    }),

    'artifacts.repos.commit': async ({ params }) => ({
      result: await readNamedCommit(parts, getPlace(params), params.hash),
    }),

    'artifacts.repos.tree': async ({ params }) => ({
      result: await readNamedTree(parts, getPlace(params), params.hash),
    }),

    'artifacts.repos.blob': async ({ params }) => ({
      written: await readNamedBlob(parts, getPlace(params), params.hash),
      mediaType,
    }),

    'artifacts.repos.file': async ({ params, query }) => ({
      written: await readNamedFile(parts, getPlace(params), query),
      mediaType,
    }),

    'artifacts.repos.raw': async ({ params }) => {
      const { ref, path } = params;
      // A ref with a slash is not resolved, whether the slash is encoded or not.
      if (ref.includes('/')) throw new ApiError('artifacts-file-unknown');
      const written = await readNamedFile(parts, getPlace(params), { ref, path });
      return { written, mediaType: sniffType(written) };
    },
  };
}

/** The path parameters of a repository. */
export interface ReadPlace {
  readonly account: AccountTenant;
  readonly namespace: string;
  readonly repo: string;
}

type Parts = Pick<ArtifactsParts, 'registry'>;

/** Commits of a ref, or of the default branch, the newest first; none for an unknown ref. */
export async function readNamedLog(
  parts: Parts,
  place: ReadPlace,
  query: { readonly ref?: string | undefined; readonly limit: number; readonly offset: number },
): Promise<ReadCommit[]> {
  return reading(parts, place, ({ readLog }, repository, { defaultBranch }) =>
    readLog(repository, { ...query, ref: query.ref ?? defaultBranch }),
  );
}

/** @throws ApiError `artifacts-hash-invalid`, `artifacts-commit-unknown` */
export async function readNamedCommit(parts: Parts, place: ReadPlace, hash: string): Promise<ReadCommit> {
  const id = objectId(hash);
  const commit = await reading(parts, place, ({ readCommit }, repository) => readCommit(repository, id));
  if (!commit) throw new ApiError('artifacts-commit-unknown');
  return commit;
}

/**
 * @throws ApiError `artifacts-hash-invalid`, `artifacts-tree-unknown`; `artifacts-object-corrupt` for an object that is
 * no tree
 */
export async function readNamedTree(parts: Parts, place: ReadPlace, hash: string): Promise<ReadTreeEntry[]> {
  const id = objectId(hash);
  const entries = await reading(parts, place, ({ readTree }, repository) => readTree(repository, id));
  if (!entries) throw new ApiError('artifacts-tree-unknown');
  return entries;
}

/** @throws ApiError `artifacts-hash-invalid`, `artifacts-blob-unknown` */
export async function readNamedBlob(
  parts: Parts,
  place: ReadPlace,
  hash: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const id = objectId(hash);
  const bytes = await reading(parts, place, ({ readBlob }, repository) => readBlob(repository, id));
  if (!bytes) throw new ApiError('artifacts-blob-unknown');
  return bytes;
}

/** @throws ApiError `artifacts-file-unknown` for a missing file, and for a directory */
export async function readNamedFile(
  parts: Parts,
  place: ReadPlace,
  { ref, path }: { readonly ref?: string | undefined; readonly path: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await reading(parts, place, ({ readFile }, repository, { defaultBranch }) =>
    readFile(repository, { ref: ref ?? defaultBranch, path }),
  );
  if (!bytes) throw new ApiError('artifacts-file-unknown');
  return bytes;
}

/** @throws ApiError `artifacts-hash-invalid` */
function objectId(hash: string): string {
  if (!/^[0-9a-f]{40}$/i.test(hash)) throw new ApiError('artifacts-hash-invalid', {}, '/hash');
  return hash.toLowerCase();
}

type Git = Awaited<ReturnType<typeof loadGit>>;

/** Reads from an open repository; stored data of the wrong kind is a failure of the service. */
async function reading<T>(
  { registry }: Parts,
  { account, namespace, repo }: ReadPlace,
  read: (git: Git, repository: GitRepository, record: StoredRepository) => T,
): Promise<T> {
  const record = findRepository(account.artifacts, namespace, repo);
  const repository = await registry.open(record);
  try {
    return read(await loadGit(), repository, record);
  } catch (cause) {
    if (cause instanceof GitError) throw new ApiError('artifacts-object-corrupt', {}, undefined, { cause });
    throw cause;
  }
}
