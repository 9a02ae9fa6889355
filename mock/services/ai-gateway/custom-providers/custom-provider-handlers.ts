import { ApiError } from '../../../../spec/errors.ts';
import type {
  CustomProvider,
  customProviderEndpoints,
} from '../../../../spec/services/ai-gateway/custom-providers.ts';
import type { Service } from '../../../api/call.ts';
import { paginate } from '../../../api/page.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredCustomProvider } from '../../../world/gateway-records.ts';
import type { World } from '../../../world/world.ts';
import { type GatewayParams, getAccount } from '../gateways/ensure-gateway.ts';
import { includesText, named } from '../members.ts';

/**
 * CRUD of custom providers; this API does not run their models. cloudflare-typescript, AI Gateway.
 */
export function createCustomProviderHandlers(): Service<typeof customProviderEndpoints> {
  return {
    'ai-gateway.custom-provider.list': ({ world, params, query }) => {
      const { search, enable, beta } = query;
      const found = getAccount(world, params)
        .customProviders.list()
        .filter(({ id, name, slug }) => includesText([id, name, slug], search))
        .filter((provider) => enable === undefined || provider.enable === enable)
        .filter((provider) => beta === undefined || provider.beta === beta);
      const { items, info } = paginate(found.toSorted(inOrder), query);
      return { result: items, page: info };
    },

    'ai-gateway.custom-provider.create': ({ world, params, body }) => {
      const account = getAccount(world, params);
      checkSlug(account, body.slug);
      const now = account.clock.timestamp();
      const provider: CustomProvider = {
        id: world.ids.uuid(),
        enable: false,
        beta: false,
        ...named(body),
        logo: defaultLogo,
        created_at: now,
        modified_at: now,
      };
      account.customProviders.put(provider);
      return { result: provider };
    },

    'ai-gateway.custom-provider.get': ({ world, params }) => ({
      result: findProvider(world, params).provider,
    }),

    'ai-gateway.custom-provider.edit': ({ world, params, body }) => {
      const { account, provider: before } = findProvider(world, params);
      if (body.slug !== undefined && body.slug !== before.slug) checkSlug(account, body.slug);
      const provider = { ...before, ...named(body), modified_at: account.clock.timestamp() };
      account.customProviders.put(provider);
      return { result: provider };
    },

    'ai-gateway.custom-provider.delete': ({ world, params }) => {
      const { account, provider } = findProvider(world, params);
      account.customProviders.remove(provider.id);
      return { result: provider };
    },
  };
}

/** @throws ApiError `custom-provider-unknown` */
function findProvider(
  world: World,
  params: Pick<GatewayParams, 'account_id'> & { readonly custom_provider_id: string },
): { readonly account: AccountTenant; readonly provider: StoredCustomProvider } {
  const account = getAccount(world, params);
  const provider = account.customProviders.get(params.custom_provider_id);
  if (!provider) throw new ApiError('custom-provider-unknown');
  return { account, provider };
}

/** @throws ApiError `custom-provider-exists`: requests name a provider by its slug */
function checkSlug(account: AccountTenant, slug: string): void {
  if (account.customProviders.byKey(slug)) throw new ApiError('custom-provider-exists', { slug }, '/slug');
}

/** By position, then by name (documented); a provider without a position counts as 0 (inferred). */
function inOrder(a: StoredCustomProvider, b: StoredCustomProvider): number {
  const apart = (a.position ?? 0) - (b.position ?? 0);
  if (apart !== 0) return apart;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** A blank SVG in base64: that there is a default is documented, its content is not. */
const defaultLogo = btoa('<svg xmlns="http://www.w3.org/2000/svg"/>');
