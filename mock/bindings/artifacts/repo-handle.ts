import {
  type ArtifactsRepo,
  type ArtifactsRepoInfo,
  type ArtifactsToken,
  bindingReadBytes,
  type CreatedArtifactsRepo,
  type CreatedArtifactsToken,
  type ListedArtifactsRepo,
} from '../../../spec/services/artifacts/binding.ts';
import { artifactsLimits } from '../../../spec/services/artifacts/limits.ts';
import { findRepository, tokenHash } from '../../services/artifacts/artifacts-parts.ts';
import {
  readNamedBlob,
  readNamedCommit,
  readNamedFile,
  readNamedLog,
  readNamedTree,
} from '../../services/artifacts/reading/reading-handlers.ts';
import { forkRepository, type NewRepository } from '../../services/artifacts/repositories/new-repository.ts';
import { getRemote, isoTime } from '../../services/artifacts/repositories/repository-views.ts';
import {
  createToken,
  getState,
  listTokens,
  type MintedToken,
  revokeToken,
} from '../../services/artifacts/tokens/manage-tokens.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { StoredRepository, StoredRepositoryToken } from '../../world/artifacts-shelf.ts';
import {
  ArtifactsError,
  assertDescription,
  assertFile,
  assertHash,
  assertLogPage,
  assertRepoName,
  assertScope,
  assertTokenOrId,
  assertTtl,
  type BindingParts,
  calling,
  orNull,
} from './binding-call.ts';

/** A handle of one repository by name; calls fail once it is deleted. */
export function createRepoHandle(parts: BindingParts, name: string): ArtifactsRepo {
  const { artifacts, namespace } = parts;
  const call = <T>(work: () => T | Promise<T>) => calling(work, { name });
  const find = () => findRepository(parts.account().artifacts, namespace, name);
  const place = () => ({ account: parts.account(), namespace, repo: name });

  return {
    info: () => call(() => repoInfo(parts, parts.account(), find())),

    async createToken(scope = 'write', ttl = artifactsLimits.ttl.default) {
      assertScope(scope);
      assertTtl(ttl);
      const input = { namespace, repo: name, scope, ttl };
      return createdToken(await call(() => createToken(artifacts, parts.account(), input)));
    },

    async listTokens() {
      const input = { namespace, repo: name, state: 'active' } as const;
      const tokens = await call(() => listTokens(parts.account(), input));
      const now = parts.account().clock.now();
      return { tokens: tokens.map((token) => tokenInfo(token, now)), total: tokens.length };
    },

    async revokeToken(tokenOrId) {
      assertTokenOrId(tokenOrId);
      const hash = await tokenHash(tokenOrId);
      const { id: repositoryId } = await call(find);
      const account = parts.account();
      const { tokens } = account.artifacts;
      const token = hash === undefined ? tokens.get(tokenOrId) : tokens.byKey(hash);
      if (token?.repositoryId !== repositoryId) return false;
      await call(() => revokeToken(artifacts, account, { namespace, id: token.id }));
      return true;
    },

    async fork(fork, { description, readOnly } = {}) {
      assertRepoName(fork);
      assertDescription(description);
      const account = parts.account();
      const input = { namespace, repo: name, name: fork, description, readOnly };
      await call(find);
      const made = await calling(() => forkRepository(artifacts, account, input), { name: fork });
      return createdRepo(parts, account, made);
    },

    async readBlob(hash) {
      assertHash(hash);
      const bytes = await call(() =>
        orNull(() => readNamedBlob(artifacts, place(), hash), 'artifacts-blob-unknown'),
      );
      return bytes && new Blob([assertReadable(bytes)]);
    },

    async readTree(hash) {
      assertHash(hash);
      return call(() => orNull(() => readNamedTree(artifacts, place(), hash), 'artifacts-tree-unknown'));
    },

    async readCommit(hash) {
      assertHash(hash);
      return call(() => orNull(() => readNamedCommit(artifacts, place(), hash), 'artifacts-commit-unknown'));
    },

    async readFile(file) {
      assertFile({ ...file });
      const bytes = await call(() =>
        orNull(() => readNamedFile(artifacts, place(), file), 'artifacts-file-unknown'),
      );
      return bytes && new Blob([assertReadable(bytes)], { type: fileType(file.path, bytes) });
    },

    async log({ ref, limit = artifactsLimits.log.default, offset = 0 } = {}) {
      assertLogPage({ ref, limit, offset });
      const query = { ref, limit: Math.min(limit, artifactsLimits.log.max), offset };
      return call(() => readNamedLog(artifacts, place(), query));
    },

    [Symbol.dispose]() {
      // A handle holds no resources, but Worker code may dispose of it.
    },
  };
}

/** @throws ArtifactsError `MEMORY_LIMIT` */
function assertReadable(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (bytes.length > bindingReadBytes) throw new ArtifactsError('too-large');
  return bytes;
}

type Origin = Pick<BindingParts, 'origin'>;

export function createdRepo(
  { origin }: Origin,
  account: AccountTenant,
  { repository, token }: NewRepository,
): CreatedArtifactsRepo {
  const { id, name, description, defaultBranch } = repository;
  return { id, name, description, defaultBranch, remote: getRemote(origin(), account, repository), token };
}

export function repoInfo(
  { origin }: Origin,
  account: AccountTenant,
  repository: StoredRepository,
): ArtifactsRepoInfo {
  const { status: _, ...details } = listedRepo(repository);
  return { ...details, remote: getRemote(origin(), account, repository) };
}

/** `lastPushAt` stays null, as on the live service: dbrekelmans/gitflare. */
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
    state: getState(token, now),
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
  };
}

/** Content types by file extension, as in the local simulator: Miniflare. */
const typeByEnd: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  ico: 'image/x-icon',
  pdf: 'application/pdf',
};

/** The content type of a file by its name; otherwise a zero byte near the start marks it as binary. */
export function fileType(path: string, bytes: Uint8Array): string {
  const end = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  if (path.includes('.') && Object.hasOwn(typeByEnd, end)) return typeByEnd[end] ?? '';
  return bytes.subarray(0, artifactsLimits.sniffedBytes).includes(0)
    ? 'application/octet-stream'
    : 'text/plain;charset=utf-8';
}
