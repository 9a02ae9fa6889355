import type { DynamicRoute, RouteChange, RouteVersion } from '../../../../spec/services/ai-gateway/routes.ts';
import { TouchstoneError } from '../../../../spec/touchstone-error.ts';
import type {
  StoredRoute,
  StoredRouteDeployment,
  StoredRouteVersion,
} from '../../../world/gateway-records.ts';

/** The version of a route with an id. */
export function getVersion(route: StoredRoute, id: string): StoredRouteVersion | undefined {
  return route.versions.find((version) => version.id === id);
}

/** The latest deployment of a route, which serves. */
function getServing(route: StoredRoute): {
  readonly version: StoredRouteVersion;
  readonly deployment: StoredRouteDeployment;
} {
  const deployment = route.deployments.at(-1);
  const version = deployment && getVersion(route, deployment.versionId);
  if (!version) throw new TouchstoneError('route', `Route ${route.id} has no version that serves`);
  return { version, deployment };
}

/** A version with its elements as text only, and with the flag that says whether it serves. */
export function versionView(route: StoredRoute, { id, createdAt, elements }: StoredRouteVersion) {
  return {
    version_id: id,
    active: getServing(route).version.id === id ? ('true' as const) : ('false' as const),
    created_at: createdAt,
    data: JSON.stringify(elements),
    is_valid: true,
  };
}

export function deploymentView({ id, versionId, createdAt }: StoredRouteDeployment) {
  return { deployment_id: id, version_id: versionId, created_at: createdAt };
}

/** A route with the version that serves. */
export function routeView(accountId: string, route: StoredRoute): DynamicRoute {
  const { version, deployment } = getServing(route);
  return {
    ...headView(accountId, route),
    elements: [...version.elements],
    version: versionView(route, version),
    deployment: deploymentView(deployment),
  };
}

/** A route with the version that an operation changed. */
export function changeView(accountId: string, route: StoredRoute, version: StoredRouteVersion): RouteChange {
  const { deployment } = getServing(route);
  return {
    ...headView(accountId, route),
    elements: [...version.elements],
    version: versionView(route, version),
    deployment: deploymentView(deployment),
  };
}

/** One version by itself, under the id of its route. */
export function routeVersionView(route: StoredRoute, version: StoredRouteVersion): RouteVersion {
  const { id, gatewayId, name, modifiedAt } = route;
  return {
    id,
    gateway_id: gatewayId,
    name,
    ...versionView(route, version),
    modified_at: modifiedAt,
    elements: [...version.elements],
  };
}

function headView(accountId: string, { id, gatewayId, name, createdAt, modifiedAt }: StoredRoute) {
  return {
    id,
    account_tag: accountId,
    gateway_id: gatewayId,
    name,
    created_at: createdAt,
    modified_at: modifiedAt,
  };
}
