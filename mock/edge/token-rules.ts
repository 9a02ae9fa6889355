import type { StoredTokenRule } from '../world/records.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { Recent } from './recent.ts';
import type { RequestContext } from './request-context.ts';
import type { Finding } from './security-event.ts';
import { compileTokenRule, type TokenRuleFilter } from './token-rule.ts';
import { ruleViolations, unruledViolations, type Violations } from './violations.ts';
import type { createZoneIndex } from './zone-index.ts';

/**
 * The token validation rules: the saved operation that a request is for, and the one rule that applies to
 * it. The answer is the finding to record, if any; its action is the rule's.
 *
 * @param indexOf operation and rule indexes of each zone
 */
export function createTokenRules(indexOf: ReturnType<typeof createZoneIndex>) {
  const filterOf = createRuleFilters();

  return async (zone: ZoneTenant, context: RequestContext): Promise<Finding | undefined> => {
    const { operation, verdicts } = context;
    const operationId = operation?.operation_id ?? null;
    const rule = operation && indexOf(zone).rules.ruleFor(operation);
    if (!rule) {
      const violations = verdicts.size === 0 ? [] : unruledViolations(verdicts);
      return violations.length === 0 ? undefined : finding(undefined, operationId, violations);
    }
    const { satisfiedBy, configIds, readsBody } = filterOf(rule);
    if (readsBody) await context.request.readBody();
    // The action triggers when the expression is false (seed token-validation, Expression rules).
    if (satisfiedBy(context)) return undefined;
    return finding(rule, operationId, ruleViolations(verdicts, configIds));
  };
}

function finding(
  rule: StoredTokenRule | undefined,
  operationId: string | null,
  violations: Violations,
): Finding {
  return {
    source: 'apiShieldTokenValidation',
    action: rule?.action ?? 'log',
    ruleId: rule?.id ?? null,
    rulesetId: null,
    description: rule?.title ?? '',
    ref: '',
    operationId,
    violations,
  };
}

/** Compiled expressions; a stored rule never changes in place, so it is its own cache key. */
function createRuleFilters() {
  const filters = new Recent<StoredTokenRule, TokenRuleFilter>();
  return (rule: StoredTokenRule): TokenRuleFilter =>
    filters.get(rule) ?? filters.set(rule, compileTokenRule(rule.expression));
}
