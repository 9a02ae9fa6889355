import type { namespaceEndpoints } from '../../../../spec/services/artifacts/endpoints.ts';
import type { Service } from '../../../api/call.ts';
import { type ArtifactsParts, findNamespace, getAccount } from '../artifacts-parts.ts';
import { cursorPage } from '../cursor-page.ts';
import { namespaceView } from '../repositories/repository-views.ts';
import { createNamespace, deleteNamespace } from './manage-namespaces.ts';

/** Namespaces over REST: Cloudflare docs, Artifacts REST API. */
export function createNamespaceHandlers(parts: ArtifactsParts): Service<typeof namespaceEndpoints> {
  const { world } = parts;
  return {
    'artifacts.namespaces.create': async ({ params, body }) => {
      const made = await createNamespace(parts, getAccount(world, params), body.namespace, body.jurisdiction);
      return { result: namespaceView(made, 0) };
    },

    'artifacts.namespaces.list': ({ params, query }) => {
      const { artifacts } = getAccount(world, params);
      const { items, info } = cursorPage(artifacts.namespaces.list(), {
        ...query,
        direction: 'desc',
        order: 'namespaces',
        sortedBy: ({ createdAt }) => createdAt,
      });
      const result = items.map((one) => namespaceView(one, artifacts.getRepositories(one.key).length));
      return { result, page: info };
    },

    'artifacts.namespaces.get': ({ params }) => {
      const { artifacts } = getAccount(world, params);
      const found = findNamespace(artifacts, params.namespace);
      return { result: namespaceView(found, artifacts.getRepositories(found.key).length) };
    },

    'artifacts.namespaces.delete': async ({ params }) => {
      await deleteNamespace(parts, getAccount(world, params), params.namespace);
      // The answer has no body, which the type of a result can't express.
      return { result: undefined as never };
    },
  };
}
