import type { repoEndpoints } from '../../../../spec/services/artifacts/endpoints.ts';
import type { Service } from '../../../call.ts';
import { accountOf, originOf } from '../account-of.ts';
import type { ArtifactsParts } from '../artifacts-parts.ts';
import { findRepository } from '../find-repository.ts';
import { deleteRepository } from './delete-repository.ts';
import { forkRepository } from './fork-repository.ts';
import { importRepository } from './import-repository.ts';
import { listRepositories } from './list-repositories.ts';
import { createRepository } from './new-repository.ts';
import { createdView, listedView, repoView } from './repository-views.ts';

/** Repositories over REST: fact sheet artifacts, section 3. */
export function createRepositoryHandlers(parts: ArtifactsParts): Service<typeof repoEndpoints> {
  const { world } = parts;
  return {
    'artifacts.repos.create': async ({ params, body, request }) => {
      const account = accountOf(world, params);
      const made = await createRepository(parts, account, {
        namespace: params.namespace,
        name: body.name,
        description: body.description,
        defaultBranch: body.default_branch,
        readOnly: body.read_only,
      });
      return { result: createdView(originOf(request), account, made) };
    },

    'artifacts.repos.list': ({ params, query, request }) => {
      const account = accountOf(world, params);
      const { items, info } = listRepositories(account, params.namespace, query);
      return { result: items.map((one) => listedView(originOf(request), account, one)), page: info };
    },

    'artifacts.repos.get': ({ params, request }) => {
      const account = accountOf(world, params);
      const found = findRepository(account.artifacts, params.namespace, params.repo_name);
      return { result: repoView(originOf(request), account, found) };
    },

    'artifacts.repos.delete': async ({ params }) => {
      const account = accountOf(world, params);
      return { result: { id: await deleteRepository(parts, account, params.namespace, params.repo_name) } };
    },

    'artifacts.repos.fork': async ({ params, body, request }) => {
      const account = accountOf(world, params);
      const made = await forkRepository(parts, account, {
        namespace: params.namespace,
        repo: params.repo_name,
        name: body.name,
        description: body.description,
        readOnly: body.read_only,
      });
      return { result: { ...createdView(originOf(request), account, made), objects: made.objects } };
    },

    'artifacts.repos.import': async ({ params, body, request }) => {
      const account = accountOf(world, params);
      const wish = {
        namespace: params.namespace,
        name: params.repo_name,
        url: body.url,
        branch: body.branch,
        depth: body.depth,
        readOnly: body.read_only,
      };
      const made = await importRepository(parts, account, wish, request.signal);
      return { result: createdView(originOf(request), account, made) };
    },
  };
}
