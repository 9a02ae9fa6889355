import { ApiError } from '../../../../spec/errors.ts';
import { gatewayLimits as limits } from '../../../../spec/services/ai-gateway/limits.ts';
import type { ProviderConfig } from '../../../../spec/services/ai-gateway/provider-configs.ts';
import {
  modelRequestsPerMinute,
  type PlatformLimits,
  type SpendRule,
} from '../../../../spec/services/ai-gateway/rate-limits.ts';
import type { RateLimiter, RateRule } from '../../../engines/rate-window/rate-limiter.ts';
import type { PerAccount } from '../../../world/account-tenant.ts';
import type { GatewayRun } from './gateway-run.ts';

const minuteMs = 60_000;

/**
 * Counts a run against the limit of its gateway.
 *
 * @throws ApiError `gateway-rate-limited`
 */
export function countForGateway(limiters: PerAccount<RateLimiter>, { request, gateway }: GatewayRun): void {
  const { rate_limiting_limit: limit, rate_limiting_interval: seconds } = gateway;
  if (!limit || !seconds) return;
  // A recreated gateway starts at zero.
  const key = `gateway ${gateway.id} ${gateway.created_at}`;
  const rule = { limit, intervalMs: seconds * 1000, technique: gateway.rate_limiting_technique };
  if (!limiters.of(request.account).take(key, rule).allowed) throw new ApiError('gateway-rate-limited');
}

/**
 * Counts a run against the limits of its own key, of unified billing and of its model. A cached run doesn't count.
 *
 * @throws ApiError
 */
export function countForProvider(
  limiters: PerAccount<RateLimiter>,
  { request, gateway, charge }: GatewayRun,
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
  // All models of a task share its limit.
  const key = model.frontier ? `model ${model.id}` : `task ${model.task}`;
  if (!limiters.of(account).take(key, fixed(limit, minuteMs)).allowed) {
    throw new ApiError('model-rate-limited', { limit, model: model.id });
  }
}

function fixed(limit: number, intervalMs: number) {
  return { limit, intervalMs: Math.max(1, Math.round(intervalMs)), technique: 'fixed' } as const;
}

/** A rule that applies to a run, and the key of its counter. */
interface Bucket {
  readonly rule: SpendRule;
  readonly name: string;
  readonly key: string;
}

/**
 * Refuses a run when one of its spend rules is used up. The cost of a run is known only afterwards, so rules act one
 * run late: Cloudflare docs, AI Gateway rate limiting.
 *
 * @throws ApiError `spend-limit`
 */
export function checkSpend(limiters: PerAccount<RateLimiter>, run: GatewayRun): void {
  for (const { rule, name, key } of getBuckets(run)) {
    if (limiters.of(run.request.account).check(key, getRate(rule)).allowed) continue;
    const { provider, modelName: model } = run;
    const { limit, window, technique } = rule;
    throw new ApiError('spend-limit', { rule: name, limit, window, technique, provider, model });
  }
}

/** Counts the cost of a run against its rules. */
export function chargeSpend(limiters: PerAccount<RateLimiter>, run: GatewayRun, dollars: number): void {
  for (const { rule, key } of getBuckets(run)) {
    limiters.of(run.request.account).charge(key, getRate(rule), dollars);
  }
}

/** The technique `sliding` also weighs the previous window (observed), as `sliding-counter` does. */
function getRate({ limit, window, technique }: SpendRule): RateRule {
  const counted = technique === 'sliding' ? 'sliding-counter' : 'fixed';
  return { limit, intervalMs: window * 1000, technique: counted };
}

const none: readonly Bucket[] = [];

function getBuckets({ gateway, request, provider, modelName, metadata }: GatewayRun): readonly Bucket[] {
  const { enabled = true, rules = [] } = gateway.spend_limits ?? {};
  if (!enabled || rules.length === 0) return none;
  return rules.flatMap((rule, index) => {
    if (rule.enabled === false) return [];
    const values = [
      toPart(rule.provider, [provider]),
      toPart(rule.model, [modelName, request.model.id]),
      ...Object.entries(rule.metadata ?? {}).map(([name, dimension]) => {
        const value = metadata?.[name];
        return toPart(dimension, value === undefined ? [] : [String(value)]);
      }),
    ];
    if (values.includes(undefined)) return [];
    const name = rule.id ?? String(index + 1);
    return [{ rule, name, key: JSON.stringify(['spend', gateway.id, name, ...values]) }];
  });
}

/**
 * The part of a counter's key that a dimension of a rule adds: empty without the dimension, and undefined when the rule
 * does not apply to the run.
 *
 * @param names all names of the run's value; empty when it has none
 */
function toPart(dimension: SpendRule['model'], names: readonly string[]): string | undefined {
  if (dimension === undefined) return '';
  const [value] = names;
  if (value === undefined) return undefined;
  const { mode, values } = dimension;
  if (values !== undefined && !names.some((name) => values.includes(name))) return undefined;
  return mode === 'partition' ? value : '';
}
