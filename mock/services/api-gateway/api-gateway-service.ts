import { ApiError } from '../../../spec/errors.ts';
import {
  type apiGatewayEndpoints,
  apiGatewayLimits,
  type Operation,
  type OperationInput,
} from '../../../spec/services/api-gateway/endpoints.ts';
import type { Service } from '../../call.ts';
import { paginate } from '../../page.ts';
import type { World } from '../../world/world.ts';
import { operationKey, type ZoneTenant } from '../../world/zone-tenant.ts';
import { normalizeOperation } from './normalize-operation.ts';
import { selectOperations } from './operation-filter.ts';

/** The endpoint inventory: fact sheet token-validation, section 2. */
export function createApiGatewayService(): Service<typeof apiGatewayEndpoints> {
  return {
    'api-gateway.operation.list': ({ zone, query }) => {
      const { items, info } = paginate(selectOperations(zone.operations.list(), query), query);
      return { result: items, page: info };
    },

    'api-gateway.operation.create': ({ world, zone, body }) => ({ result: save(world, zone, body) }),

    'api-gateway.operation.create-item': ({ world, zone, body }) => ({
      result: save(world, zone, [body])[0] as Operation,
    }),

    'api-gateway.operation.get': ({ zone, params }) => ({ result: find(zone, params.operation_id) }),

    'api-gateway.operation.delete': ({ zone, params }) => {
      zone.operations.remove(find(zone, params.operation_id).operation_id);
      return { result: undefined };
    },

    'api-gateway.operation.delete-many': ({ zone, query, body }) => {
      const chosen = body
        ? body.map((item, index) => find(zone, item.operation_id, `/${index}/operation_id`))
        : selectOperations(zone.operations.list(), query);
      zone.operations.remove(...chosen.map((operation) => operation.operation_id));
      return { result: undefined };
    },
  };
}

function find(zone: ZoneTenant, id: string, pointer?: string): Operation {
  const operation = zone.operations.get(id.toLowerCase());
  if (!operation) throw new ApiError('operation-unknown', { id }, pointer);
  return operation;
}

/** Saves all or none; an operation that exists is answered as it is, freshly dated. */
function save(world: World, zone: ZoneTenant, inputs: readonly OperationInput[]): Operation[] {
  const normalized = inputs.map(normalizeOperation);
  const keys = normalized.map(operationKey);
  const added = new Set(keys.filter((key) => !zone.operations.byKey(key)));
  const count = zone.operations.size + added.size;
  const limit = apiGatewayLimits.operationsPerZone;
  if (count > limit) throw new ApiError('operation-limit', { count, limit });
  const last_updated = zone.clock.timestamp();
  const saved = new Map<string, Operation>();
  for (const [index, operation] of normalized.entries()) {
    const key = keys[index] as string; // one for each
    const existing = saved.get(key) ?? zone.operations.byKey(key);
    const operation_id = existing?.operation_id ?? world.ids.uuid();
    saved.set(key, { operation_id, ...operation, last_updated });
  }
  zone.operations.put(...saved.values());
  return keys.map((key) => saved.get(key) as Operation); // saved above
}
