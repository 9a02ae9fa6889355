import { ApiError } from '../../../../spec/errors.ts';
import { gatewayLimits as limits } from '../../../../spec/services/ai-gateway/limits.ts';
import type { ProviderConfig } from '../../../../spec/services/ai-gateway/provider-configs.ts';
import {
  modelRequestsPerMinute,
  type PlatformLimits,
} from '../../../../spec/services/ai-gateway/rate-limits.ts';
import type { RateLimiter } from '../../../engines/rate-window/rate-limiter.ts';
import type { PerAccount } from '../../../world/account-tenant.ts';
import type { Passage } from './passage.ts';

const minuteMs = 60_000;

/**
 * Counts a run against what its gateway takes.
 *
 * @throws ApiError `gateway-rate-limited`
 */
export function countForGateway(limiters: PerAccount<RateLimiter>, { request, gateway }: Passage): void {
  const { rate_limiting_limit: limit, rate_limiting_interval: seconds } = gateway;
  if (!limit || !seconds) return;
  // A gateway that was made anew begins anew.
  const key = `gateway ${gateway.id} ${gateway.created_at}`;
  const rule = { limit, intervalMs: seconds * 1000, technique: gateway.rate_limiting_technique };
  if (!limiters.of(request.account).take(key, rule).allowed) throw new ApiError('gateway-rate-limited');
}

/**
 * Counts a run against what its own key, unified billing and its model take; a run from the cache is none.
 *
 * @throws ApiError
 */
export function countForProvider(
  limiters: PerAccount<RateLimiter>,
  { request, gateway, charge }: Passage,
  { ownKey, enforced }: { readonly ownKey: ProviderConfig | undefined; readonly enforced: PlatformLimits },
): void {
  const { account, model } = request;
  if (ownKey?.rate_limit) {
    const rule = fixed(ownKey.rate_limit, (ownKey.rate_limit_period ?? 60) * 1000);
    if (!limiters.of(account).take(`key ${ownKey.id}`, rule).allowed)
      throw new ApiError('gateway-rate-limited');
  }
  if (charge === 'unified-billing' && enforced === 'all') {
    const { requests: limit, seconds } = limits.unifiedBilling;
    const key = `unified ${gateway.id}`;
    if (!limiters.of(account).take(key, fixed(limit, seconds * 1000)).allowed) {
      throw new ApiError('unified-billing-rate-limited', { limit, seconds });
    }
  }
  const limit = modelRequestsPerMinute(model, { prepaid: charge === 'prepaid-credits', enforced });
  if (limit === undefined) return;
  // The limit of a task is one for all its models.
  const key = model.frontier ? `model ${model.id}` : `task ${model.task}`;
  if (!limiters.of(account).take(key, fixed(limit, minuteMs)).allowed) {
    throw new ApiError('model-rate-limited', { limit, model: model.id });
  }
}

function fixed(limit: number, intervalMs: number) {
  return { limit, intervalMs: Math.max(1, Math.round(intervalMs)), technique: 'fixed' } as const;
}
