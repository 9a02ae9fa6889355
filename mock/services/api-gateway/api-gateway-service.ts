import { ApiError } from '../../../spec/errors.ts';
import {
  apiGatewayLimits,
  type endpoints,
  type Operation,
  type OperationInput,
} from '../../../spec/services/api-gateway/endpoints.ts';
import type { Service } from '../../api/call.ts';
import { paginate } from '../../api/page.ts';
import { normalizePath } from '../../engines/uri/normalize-path.ts';
import type { World } from '../../world/world.ts';
import { operationKey, type ZoneTenant } from '../../world/zone-tenant.ts';

/** The endpoint inventory: cloudflare-typescript, API Gateway. */
export function createApiGatewayService(): Service<typeof endpoints> {
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

/** Saves all or none; returns an existing operation unchanged, but with a new date. */
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

interface OperationFilter {
  readonly host?: readonly string[] | undefined;
  readonly method?: readonly string[] | undefined;
  /** A part of the endpoint's text. */
  readonly endpoint?: string | undefined;
  /** `method`, `host`, `endpoint`; an order by a feature has no effect, since there is no data for it. */
  readonly order?: string | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
}

/** Operations that match the filters of a list, in its order. */
export function selectOperations(
  operations: readonly Operation[],
  filter: OperationFilter,
): readonly Operation[] {
  const { order, direction } = filter;
  const hosts = filter.host && new Set(filter.host.map((host) => host.toLowerCase()));
  const methods = filter.method && new Set(filter.method.map((method) => method.toUpperCase()));
  const unfiltered = !hosts && !methods && filter.endpoint === undefined;
  const selected = unfiltered
    ? operations
    : operations.filter(
        (operation) =>
          (!hosts || hosts.has(operation.host.toLowerCase())) &&
          (!methods || methods.has(operation.method)) &&
          (filter.endpoint === undefined || operation.endpoint.includes(filter.endpoint)),
      );
  if (order !== 'method' && order !== 'host' && order !== 'endpoint') return selected;
  const sign = direction === 'desc' ? -1 : 1;
  return [...selected].sort((a, b) => sign * (a[order] < b[order] ? -1 : a[order] > b[order] ? 1 : 0));
}

/**
 * An operation in its stored form: variables renamed left to right, then the URL normalized (RFC 3986, sections 6.2.2
 * and 5.2.4). Two inputs with the same normal form are one operation.
 *
 * @example
 * normalizeOperation({ method: 'GET', host: 'API.example.com', endpoint: '/a/./b/{user}' })
 * // { method: 'GET', host: 'api.example.com', endpoint: '/a/b/{var1}' }
 */
export function normalizeOperation({ method, host, endpoint }: OperationInput): OperationInput {
  return {
    method,
    host: normalizeHost(host),
    endpoint: normalizePath(encodeText(renameVariables(endpoint))),
  };
}

/** Characters outside ASCII as a request encodes them (RFC 3987, section 3.1), or no path would ever match. */
function encodeText(endpoint: string): string {
  return endpoint.toWellFormed().replace(/[^\0-\x7f]+/g, encodeURIComponent);
}

/** Lower case everywhere except in variables. */
function normalizeHost(host: string): string {
  return host
    .split('.')
    .map((label) => (label.startsWith('{') ? label : label.toLowerCase()))
    .join('.');
}

function renameVariables(endpoint: string): string {
  let count = 0;
  return endpoint.replace(/\{[^{}/]+\}/g, () => `{var${++count}}`);
}
