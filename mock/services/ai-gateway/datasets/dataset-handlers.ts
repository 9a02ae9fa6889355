import { ApiError } from '../../../../spec/errors.ts';
import type { datasetEndpoints } from '../../../../spec/services/ai-gateway/datasets.ts';
import type { Service } from '../../../api/call.ts';
import { paginate } from '../../../api/page.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredDataset } from '../../../world/gateway-records.ts';
import type { World } from '../../../world/world.ts';
import { findGateway, type GatewayParams } from '../gateways/ensure-gateway.ts';
import { includesText } from '../members.ts';

/** Stored filters of log entries: cloudflare-typescript, AI Gateway. */
export function createDatasetHandlers(): Service<typeof datasetEndpoints> {
  return {
    'ai-gateway.dataset.list': ({ world, params, query }) => {
      const { account, gateway } = findGateway(world, params);
      const { search, name, enable } = query;
      const found = account.datasets
        .list()
        .filter((dataset) => dataset.gateway_id === gateway.id)
        .filter((dataset) => name === undefined || dataset.name === name)
        .filter((dataset) => enable === undefined || dataset.enable === enable)
        .filter(({ id, name, filters }) => includesText([id, name, JSON.stringify(filters)], search));
      const { items, info } = paginate(found, query);
      return { result: items, page: info };
    },

    'ai-gateway.dataset.create': ({ world, params, body }) => {
      const { account, gateway } = findGateway(world, params);
      const now = account.clock.timestamp();
      const dataset: StoredDataset = {
        id: world.ids.uuid(),
        gateway_id: gateway.id,
        ...body,
        created_at: now,
        modified_at: now,
      };
      account.datasets.put(dataset);
      return { result: dataset };
    },

    'ai-gateway.dataset.get': ({ world, params }) => ({ result: findDataset(world, params).dataset }),

    'ai-gateway.dataset.update': ({ world, params, body }) => {
      const { account, dataset: before } = findDataset(world, params);
      const dataset = { ...before, ...body, modified_at: account.clock.timestamp() };
      account.datasets.put(dataset);
      return { result: dataset };
    },

    'ai-gateway.dataset.delete': ({ world, params }) => {
      const { account, dataset } = findDataset(world, params);
      account.datasets.remove(dataset.id);
      return { result: dataset };
    },
  };
}

/** @throws ApiError `gateway-config-unknown` for an unknown gateway and for an unknown dataset of it */
function findDataset(
  world: World,
  params: GatewayParams & { readonly dataset_id: string },
): { readonly account: AccountTenant; readonly dataset: StoredDataset } {
  const { account, gateway } = findGateway(world, params);
  const dataset = account.datasets.get(params.dataset_id);
  if (dataset?.gateway_id !== gateway.id) throw new ApiError('gateway-config-unknown');
  return { account, dataset };
}
