import { customProviderEndpoints } from './endpoints/custom-providers.ts';
import { datasetEndpoints } from './endpoints/datasets.ts';
import { evaluationEndpoints } from './endpoints/evaluations.ts';
import { fundsEndpoints } from './endpoints/funds.ts';
import { gatewayEndpoints } from './endpoints/gateways.ts';
import { logEndpoints } from './endpoints/logs.ts';
import { providerConfigEndpoints } from './endpoints/provider-configs.ts';
import { routeEndpoints } from './endpoints/routes.ts';

/** The endpoints by which a gateway is configured and its logs are read, by operation id. */
export const aiGatewayEndpoints = {
  ...gatewayEndpoints,
  ...logEndpoints,
  ...providerConfigEndpoints,
  ...routeEndpoints,
  ...customProviderEndpoints,
  ...datasetEndpoints,
  ...evaluationEndpoints,
  ...fundsEndpoints,
} as const;
