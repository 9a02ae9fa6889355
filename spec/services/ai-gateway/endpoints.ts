import { customProviderEndpoints } from './custom-providers.ts';
import { gatewayEndpoints } from './gateways.ts';
import { logEndpoints } from './logs.ts';
import { providerConfigEndpoints } from './provider-configs.ts';
import { routeEndpoints } from './routes.ts';

/** The endpoints for the configuration and logs of gateways, by operation id. */
export const endpoints = {
  ...gatewayEndpoints,
  ...logEndpoints,
  ...providerConfigEndpoints,
  ...routeEndpoints,
  ...customProviderEndpoints,
} as const;
