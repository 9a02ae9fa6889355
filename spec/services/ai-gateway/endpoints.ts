import { gatewayEndpoints } from './endpoints/gateways.ts';
import { logEndpoints } from './endpoints/logs.ts';
import { routeEndpoints } from './endpoints/routes.ts';

/** The endpoints by which a gateway is configured and its logs are read, by operation id. */
export const aiGatewayEndpoints = {
  ...gatewayEndpoints,
  ...logEndpoints,
  ...routeEndpoints,
} as const;
