import type { ArtifactsBinding } from '../../../spec/services/artifacts/binding.ts';
import { artifactsLimits } from '../../../spec/services/artifacts/limits.ts';
import { findRepository, namespaceKey } from '../../services/artifacts/artifacts-parts.ts';
import { importRepository } from '../../services/artifacts/repositories/import-repository.ts';
import { createRepository } from '../../services/artifacts/repositories/new-repository.ts';
import {
  deleteRepository,
  listRepositories,
} from '../../services/artifacts/repositories/repository-handlers.ts';
import {
  assertBranch,
  assertDescription,
  assertListLimit,
  assertRepoName,
  assertSource,
  type BindingParts,
  calling,
  orNull,
} from './binding-call.ts';
import { createdRepo, createRepoHandle, listedRepo } from './repo-handle.ts';

/**
 * The artifacts binding of a Worker: one namespace of repositories. It follows the same rules as REST and uses the same
 * repositories.
 *
 * @example
 * const repo = await env.ARTIFACTS.create('starter');
 * // repo.remote, repo.token
 */
export function createArtifactsBinding(parts: BindingParts): ArtifactsBinding {
  const { artifacts, namespace } = parts;

  return {
    async create(name, { readOnly, description, setDefaultBranch } = {}) {
      assertRepoName(name);
      assertDescription(description);
      assertBranch(setDefaultBranch);
      const input = { namespace, name, description, readOnly, defaultBranch: setDefaultBranch };
      const account = parts.account();
      const made = await calling(() => createRepository(artifacts, account, input), { name });
      return createdRepo(parts, account, made);
    },

    async get(name) {
      assertRepoName(name);
      await calling(() => findRepository(parts.account().artifacts, namespace, name), { name });
      return createRepoHandle(parts, name);
    },

    async import({ source, target }) {
      assertSource({ ...source });
      const { name, opts } = { ...target };
      assertRepoName(name);
      assertDescription(opts?.description);
      const input = { namespace, name, ...source, description: opts?.description, readOnly: opts?.readOnly };
      const account = parts.account();
      const made = await calling(() => importRepository(artifacts, account, input), { name });
      return createdRepo(parts, account, made);
    },

    async list({ limit = artifactsLimits.page.default, cursor } = {}) {
      assertListLimit(limit);
      const account = parts.account();
      const page = await calling(() => listRepositories(account, namespace, { limit, cursor }));
      const total = account.artifacts.getRepositories(namespaceKey(namespace)).length;
      const repos = page.items.map(listedRepo);
      return { repos, total, ...(page.cursor !== undefined && { cursor: page.cursor }) };
    },

    async delete(name) {
      assertRepoName(name);
      const account = parts.account();
      // REST accepts deleting the same repository twice in a short time; the binding reports it as missing.
      const there = () =>
        orNull(() => findRepository(account.artifacts, namespace, name), 'artifacts-repo-unknown');
      if ((await calling(there)) === null) return false;
      await calling(() => deleteRepository(artifacts, account, namespace, name), { name });
      return true;
    },
  };
}
