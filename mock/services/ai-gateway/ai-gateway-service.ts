import type { aiGatewayEndpoints } from '../../../spec/services/ai-gateway/endpoints.ts';
import { gatewayLimits } from '../../../spec/services/ai-gateway/limits.ts';
import type { Service } from '../../api/call.ts';
import { createCustomProviderHandlers } from './custom-providers/custom-provider-handlers.ts';
import { createDatasetHandlers } from './datasets/dataset-handlers.ts';
import { createEvaluationHandlers } from './evaluations/evaluation-handlers.ts';
import { createFundsHandlers } from './funds/funds-handlers.ts';
import { createGatewayHandlers, type GatewayOptions } from './gateways/gateway-handlers.ts';
import { createLogHandlers } from './logs/log-handlers.ts';
import { createProviderConfigHandlers } from './provider-configs/provider-config-handlers.ts';
import { createRouteHandlers } from './routes/route-handlers.ts';

/** What a mock can be told about gateways; what it is not told is as on the free plan. */
export type AiGatewayOptions = Partial<GatewayOptions>;

/**
 * The operations by which gateways are configured and their logs are read: cloudflare-typescript, AI Gateway.
 */
export function createAiGatewayService(options: AiGatewayOptions = {}): Service<typeof aiGatewayEndpoints> {
  const { gatewaysPerAccount = gatewayLimits.gatewaysPerAccount.free } = options;
  return {
    ...createGatewayHandlers({ gatewaysPerAccount }),
    ...createLogHandlers(),
    ...createProviderConfigHandlers(),
    ...createRouteHandlers(),
    ...createCustomProviderHandlers(),
    ...createDatasetHandlers(),
    ...createEvaluationHandlers(),
    ...createFundsHandlers(),
  };
}
