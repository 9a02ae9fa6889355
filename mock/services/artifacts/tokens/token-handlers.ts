import type { tokenEndpoints } from '../../../../spec/services/artifacts/endpoints.ts';
import type { Service } from '../../../api/call.ts';
import { paginate } from '../../../api/page.ts';
import { type ArtifactsParts, getAccount } from '../artifacts-parts.ts';
import { isoTime, tokenView } from '../repositories/repository-views.ts';
import { createToken, listTokens, revokeToken } from './manage-tokens.ts';

/** Tokens over REST: Cloudflare docs, Artifacts REST API. */
export function createTokenHandlers(parts: ArtifactsParts): Service<typeof tokenEndpoints> {
  const { world } = parts;
  return {
    'artifacts.tokens.create': async ({ params, body }) => {
      const { plaintext, token } = await createToken(parts, getAccount(world, params), {
        namespace: params.namespace,
        ...body,
      });
      const { id, scope, expiresAt } = token;
      return { result: { id, plaintext, scope, expires_at: isoTime(expiresAt) } };
    },

    'artifacts.tokens.list': ({ params, query, clock }) => {
      const { namespace, repo_name: repo } = params;
      const found = listTokens(getAccount(world, params), { namespace, repo, state: query.state });
      const { items, info } = paginate(found, query);
      const now = clock.now();
      return { result: items.map((token) => tokenView(token, now)), page: info };
    },

    'artifacts.tokens.revoke': async ({ params }) => {
      const { namespace, token_id: id } = params;
      await revokeToken(parts, getAccount(world, params), { namespace, id });
      return { result: { id } };
    },
  };
}
