import { ApiError } from '../../../../spec/errors.ts';
import type { SpendRule } from '../../../../spec/services/ai-gateway/rate-limits.ts';
import type { RateLimiter, RateRule } from '../../../engines/rate-window/rate-limiter.ts';
import type { PerAccount } from '../../../world/account-tenant.ts';
import type { Passage } from './passage.ts';

/** A rule that a run falls under, and what it is counted under. */
interface Bucket {
  readonly rule: SpendRule;
  readonly name: string;
  readonly key: string;
}

/**
 * Refuses a run of whose spend rules one is used up. The cost of a run is only known afterwards, so that
 * rules act one run late: fact sheet inference, section 6.5.
 *
 * @throws ApiError `spend-limit`
 */
export function checkSpend(limiters: PerAccount<RateLimiter>, passage: Passage): void {
  for (const { rule, name, key } of bucketsOf(passage)) {
    if (limiters.of(passage.request.account).check(key, rateOf(rule)).allowed) continue;
    const { provider, modelName: model } = passage;
    const { limit, window, technique } = rule;
    throw new ApiError('spend-limit', { rule: name, limit, window, technique, provider, model });
  }
}

/** Counts what a run cost against the rules that it falls under. */
export function chargeSpend(limiters: PerAccount<RateLimiter>, passage: Passage, dollars: number): void {
  for (const { rule, key } of bucketsOf(passage)) {
    limiters.of(passage.request.account).charge(key, rateOf(rule), dollars);
  }
}

/** The technique `sliding` was seen to weigh the window before, as `sliding-counter` does. */
function rateOf({ limit, window, technique }: SpendRule): RateRule {
  const counted = technique === 'sliding' ? 'sliding-counter' : 'fixed';
  return { limit, intervalMs: window * 1000, technique: counted };
}

const none: readonly Bucket[] = [];

function bucketsOf({ gateway, request, provider, modelName, metadata }: Passage): readonly Bucket[] {
  const { enabled = true, rules = [] } = gateway.spend_limits ?? {};
  if (!enabled || rules.length === 0) return none;
  return rules.flatMap((rule, index) => {
    if (rule.enabled === false) return [];
    const values = [
      partOf(rule.provider, [provider]),
      partOf(rule.model, [modelName, request.model.id]),
      ...Object.entries(rule.metadata ?? {}).map(([name, dimension]) => {
        const value = metadata?.[name];
        return partOf(dimension, value === undefined ? [] : [String(value)]);
      }),
    ];
    if (values.includes(undefined)) return [];
    const name = rule.id ?? String(index + 1);
    return [{ rule, name, key: JSON.stringify(['spend', gateway.id, name, ...values]) }];
  });
}

/**
 * What a dimension of a rule adds to what is counted together: nothing where there is no such dimension, and
 * undefined where the rule does not hold for a run.
 *
 * @param names all that the value of the run is called; none where it has no such value
 */
function partOf(dimension: SpendRule['model'], names: readonly string[]): string | undefined {
  if (dimension === undefined) return '';
  const [value] = names;
  if (value === undefined) return undefined;
  const { mode, values } = dimension;
  if (values !== undefined && !names.some((name) => values.includes(name))) return undefined;
  return mode === 'partition' ? value : '';
}
