import { type ArtifactsRepo, bindingReadBytes } from '../../../spec/services/artifacts/binding.ts';
import { artifactsLimits } from '../../../spec/services/artifacts/limits.ts';
import { findRepository } from '../../services/artifacts/find-repository.ts';
import {
  readBlobOf,
  readCommitOf,
  readFileOf,
  readLogOf,
  readTreeOf,
} from '../../services/artifacts/reading/reading.ts';
import { forkRepository } from '../../services/artifacts/repositories/fork-repository.ts';
import { createToken, listTokens, revokeToken } from '../../services/artifacts/tokens/manage-tokens.ts';
import { tokenHash } from '../../services/artifacts/tokens/token-hash.ts';
import { ArtifactsError } from './artifacts-error.ts';
import { type BindingParts, calling, orNull } from './binding-call.ts';
import {
  assertDescription,
  assertFile,
  assertHash,
  assertLogPage,
  assertRepoName,
  assertScope,
  assertTokenOrId,
  assertTtl,
} from './check-input.ts';
import { fileType } from './file-type.ts';
import { createdRepo, createdToken, repoInfo, tokenInfo } from './views.ts';

/** One repository, by its name: whatever is asked of it later is refused once it is deleted. */
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
      const wish = { namespace, repo: name, scope, ttl };
      return createdToken(await call(() => createToken(artifacts, parts.account(), wish)));
    },

    async listTokens() {
      const wish = { namespace, repo: name, state: 'active' } as const;
      const tokens = await call(() => listTokens(parts.account(), wish));
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
      const wish = { namespace, repo: name, name: fork, description, readOnly };
      await call(find);
      const made = await calling(() => forkRepository(artifacts, account, wish), { name: fork });
      return createdRepo(parts, account, made);
    },

    async readBlob(hash) {
      assertHash(hash);
      const bytes = await call(() =>
        orNull(() => readBlobOf(artifacts, place(), hash), 'artifacts-blob-unknown'),
      );
      return bytes && new Blob([assertReadable(bytes)]);
    },

    async readTree(hash) {
      assertHash(hash);
      return call(() => orNull(() => readTreeOf(artifacts, place(), hash), 'artifacts-tree-unknown'));
    },

    async readCommit(hash) {
      assertHash(hash);
      return call(() => orNull(() => readCommitOf(artifacts, place(), hash), 'artifacts-commit-unknown'));
    },

    async readFile(file) {
      assertFile({ ...file });
      const bytes = await call(() =>
        orNull(() => readFileOf(artifacts, place(), file), 'artifacts-file-unknown'),
      );
      return bytes && new Blob([assertReadable(bytes)], { type: fileType(file.path, bytes) });
    },

    async log({ ref, limit = artifactsLimits.log.default, offset = 0 } = {}) {
      assertLogPage({ ref, limit, offset });
      const query = { ref, limit: Math.min(limit, artifactsLimits.log.max), offset };
      return call(() => readLogOf(artifacts, place(), query));
    },

    [Symbol.dispose]() {
      // A handle holds nothing; Worker code may let go of it all the same.
    },
  };
}

/** @throws ArtifactsError `MEMORY_LIMIT` */
function assertReadable(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (bytes.length > bindingReadBytes) throw new ArtifactsError('too-large');
  return bytes;
}
