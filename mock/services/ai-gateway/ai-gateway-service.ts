import type { endpoints } from '../../../spec/services/ai-gateway/endpoints.ts';
import { gatewayLimits } from '../../../spec/services/ai-gateway/limits.ts';
import type { Service } from '../../api/call.ts';
import { createCustomProviderHandlers } from './custom-providers/custom-provider-handlers.ts';
import { createGatewayHandlers, type GatewayOptions } from './gateways/gateway-handlers.ts';
import { createLogHandlers } from './logs/log-handlers.ts';
import { createProviderConfigHandlers } from './provider-configs/provider-config-handlers.ts';
import { createRouteHandlers } from './routes/route-handlers.ts';

/** Options of gateways; anything unset behaves as on the free plan. */
export type AiGatewayOptions = Partial<GatewayOptions>;

/**
 * The operations that configure gateways and read their logs: cloudflare-typescript, AI Gateway.
 */
export function createAiGatewayService(options: AiGatewayOptions = {}): Service<typeof endpoints> {
  const { gatewaysPerAccount = gatewayLimits.gatewaysPerAccount.free } = options;
  return {
    ...createGatewayHandlers({ gatewaysPerAccount }),
    ...createLogHandlers(),
    ...createProviderConfigHandlers(),
    ...createRouteHandlers(),
    ...createCustomProviderHandlers(),
  };
}
