import { ApiError } from '../../../../spec/errors.ts';
import type { RouteElement, routeEndpoints } from '../../../../spec/services/ai-gateway/routes.ts';
import type { Service } from '../../../api/call.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredRoute, StoredRouteVersion } from '../../../world/gateway-records.ts';
import type { World } from '../../../world/world.ts';
import { findGateway, type GatewayParams } from '../gateways/ensure-gateway.ts';
import {
  changeView,
  deploymentView,
  getVersion,
  routeVersionView,
  routeView,
  versionView,
} from './route-views.ts';

/** CRUD of dynamic routes; this API does not run them. cloudflare-typescript, AI Gateway. */
export function createRouteHandlers(): Service<typeof routeEndpoints> {
  return {
    'ai-gateway.route.list': ({ world, params, query }) => {
      const { account, gateway } = findGateway(world, params);
      const routes = getRoutes(account, gateway.id).map((route) => routeView(account.id, route));
      return { result: listed('routes', routes, query) };
    },

    'ai-gateway.route.create': ({ world, params, body: { name, elements } }) => {
      const { account, gateway } = findGateway(world, params);
      checkName(account, gateway.id, name);
      checkElements(elements);
      const version = newVersion(world, account, elements);
      const route: StoredRoute = {
        id: world.ids.uuid(),
        gatewayId: gateway.id,
        name,
        createdAt: version.createdAt,
        modifiedAt: version.createdAt,
        versions: [version],
        deployments: [newDeployment(world, account, version)],
      };
      account.gatewayRoutes.put(route);
      return { result: routeView(account.id, route) };
    },

    'ai-gateway.route.get': ({ world, params }) => {
      const { account, route } = findRoute(world, params);
      return { result: routeView(account.id, route) };
    },

    'ai-gateway.route.edit': ({ world, params, body: { name } }) => {
      const { account, route: before } = findRoute(world, params);
      if (name !== before.name) checkName(account, before.gatewayId, name);
      const route = { ...before, name, modifiedAt: account.clock.timestamp() };
      account.gatewayRoutes.put(route);
      return { result: { success: true, route: routeView(account.id, route) } };
    },

    'ai-gateway.route.delete': ({ world, params }) => {
      const { account, route } = findRoute(world, params);
      account.gatewayRoutes.remove(route.id);
      return { result: routeView(account.id, route) };
    },

    'ai-gateway.route.version.list': ({ world, params, query }) => {
      const { route } = findRoute(world, params);
      const versions = route.versions.map((version) => versionView(route, version));
      return { result: listed('versions', versions, query) };
    },

    'ai-gateway.route.version.create': ({ world, params, body: { elements } }) => {
      const { account, route: before } = findRoute(world, params);
      checkElements(elements);
      const version = newVersion(world, account, elements);
      const versions = [...before.versions, version];
      const route = { ...before, versions, modifiedAt: version.createdAt };
      account.gatewayRoutes.put(route);
      return { result: changeView(account.id, route, version) };
    },

    'ai-gateway.route.version.get': ({ world, params }) => {
      const { route } = findRoute(world, params);
      return { result: routeVersionView(route, findVersion(route, params.version_id)) };
    },

    'ai-gateway.route.deployment.list': ({ world, params, query }) => {
      const { route } = findRoute(world, params);
      return { result: listed('deployments', route.deployments.map(deploymentView), query) };
    },

    'ai-gateway.route.deployment.create': ({ world, params, body }) => {
      const { account, route: before } = findRoute(world, params);
      const version = getVersion(before, body.version_id);
      if (!version) {
        const detail = { field: 'version_id', problem: `${body.version_id} is no version of this route` };
        throw new ApiError('gateway-config-invalid', detail, '/version_id');
      }
      const deployment = newDeployment(world, account, version);
      const deployments = [...before.deployments, deployment];
      const route = { ...before, deployments, modifiedAt: deployment.createdAt };
      account.gatewayRoutes.put(route);
      return { result: changeView(account.id, route, version) };
    },
  };
}

function getRoutes(account: AccountTenant, gatewayId: string): StoredRoute[] {
  return account.gatewayRoutes.list().filter((route) => route.gatewayId === gatewayId);
}

/** @throws ApiError `gateway-config-unknown` for an unknown gateway and for an unknown route of it */
function findRoute(
  world: World,
  params: GatewayParams & { readonly route_id: string },
): { readonly account: AccountTenant; readonly route: StoredRoute } {
  const { account, gateway } = findGateway(world, params);
  const route = account.gatewayRoutes.get(params.route_id);
  if (route?.gatewayId !== gateway.id) throw new ApiError('gateway-config-unknown');
  return { account, route };
}

function findVersion(route: StoredRoute, id: string): StoredRouteVersion {
  const version = getVersion(route, id);
  if (!version) throw new ApiError('gateway-config-unknown');
  return version;
}

/** @throws ApiError `route-exists`: requests name a route by its name */
function checkName(account: AccountTenant, gateway: string, name: string): void {
  if (getRoutes(account, gateway).some((route) => route.name === name)) {
    throw new ApiError('route-exists', { gateway, name }, '/name');
  }
}

function newVersion(
  world: World,
  { clock }: AccountTenant,
  elements: StoredRouteVersion['elements'],
): StoredRouteVersion {
  return { id: world.ids.uuid(), createdAt: clock.timestamp(), elements };
}

function newDeployment(world: World, { clock }: AccountTenant, version: StoredRouteVersion) {
  return { id: world.ids.uuid(), versionId: version.id, createdAt: clock.timestamp() };
}

interface PageQuery {
  readonly page: number;
  readonly per_page: number;
}

/** One page of a list, newest first, under `data` and a name of its own. */
function listed<const Name extends string, Item>(
  name: Name,
  oldestFirst: readonly Item[],
  { page, per_page }: PageQuery,
) {
  const items = oldestFirst.toReversed().slice((page - 1) * per_page, page * per_page);
  const paging = { page, per_page, order_by: 'created_at', order_by_direction: 'desc' as const };
  return { success: true as const, data: { [name]: items, ...paging } };
}

/**
 * Checks that elements form a route: one start, unique ids, and links to existing elements (inferred).
 *
 * @throws ApiError `route-elements-invalid` with a pointer to the error
 */
function checkElements(elements: readonly RouteElement[]): void {
  const ids = new Set<string>();
  for (const [index, { id }] of elements.entries()) {
    if (ids.has(id)) throw invalid(`two elements have the id ${id}`, `/elements/${index}/id`);
    ids.add(id);
  }
  const starts = elements.filter(({ type }) => type === 'start').length;
  if (starts !== 1) throw invalid(`${starts} of them are of the type start, and one has to be`, '/elements');
  for (const [index, { id, outputs }] of elements.entries()) {
    for (const [name, link] of Object.entries(outputs)) {
      if (link === undefined || ids.has(link.elementId)) continue;
      throw invalid(
        `output ${name} of ${id} leads to ${link.elementId}, which is not there`,
        `/elements/${index}/outputs/${name}/elementId`,
      );
    }
  }
}

function invalid(problem: string, pointer: string): ApiError {
  return new ApiError('route-elements-invalid', { problem }, pointer);
}
