import {
  compileFilter,
  createScheme,
  type Filter,
  fieldsFor,
  functionsFor,
  jwtFunctions,
} from '../engines/expressions/index.ts';
import type { StoredTokenRule } from '../world/records.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { Recent } from './recent.ts';
import type { RequestContext } from './request-context.ts';
import { needsBody } from './request-fields.ts';
import type { createZoneIndex } from './rule-index.ts';
import type { Finding } from './security-event.ts';
import { ruleViolations, unruledViolations, type Violations } from './token-check.ts';

/** The result of the token validation rules for a request. */
export interface TokenRulesVerdict {
  /** To record, if any; its action is the rule's. */
  readonly finding?: Finding | undefined;
  /** The rule that applies. */
  readonly rule?: StoredTokenRule;
  readonly compiled?: TokenRuleFilter;
}

/**
 * The token validation rules: finds the saved operation of a request and the one rule that applies to it.
 *
 * @param indexOf operation and rule indexes of each zone
 */
export function createTokenRules(indexOf: ReturnType<typeof createZoneIndex>) {
  const getFilter = createRuleFilters();

  return async (zone: ZoneTenant, context: RequestContext): Promise<TokenRulesVerdict> => {
    const { operation, verdicts } = context;
    const operationId = operation?.operation_id ?? null;
    const rule = operation && indexOf(zone).rules.ruleFor(operation);
    if (!rule) {
      const violations = verdicts.size === 0 ? [] : unruledViolations(verdicts);
      return violations.length === 0 ? {} : { finding: getFinding(undefined, operationId, violations) };
    }
    const compiled = getFilter(rule);
    if (compiled.readsBody) await context.request.readBody();
    // The action triggers when the expression is false (seed token-validation, Expression rules).
    if (compiled.filter.evaluate(context)) return { rule, compiled };
    const violations = ruleViolations(verdicts, compiled.configIds);
    return { rule, compiled, finding: getFinding(rule, operationId, violations) };
  };
}

function getFinding(
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

/** A compiled rule expression. */
export interface TokenRuleFilter {
  /** Ids of the configurations in the expression. */
  readonly configIds: readonly string[];
  /** Whether the rule needs the beginning of the body. */
  readonly readsBody: boolean;
  readonly filter: Filter<RequestContext>;
}

/** Only token validation rules have these two (seed token-validation, Expression rules). */
const tokenFunctions = jwtFunctions<RequestContext>({
  present: (id, { verdicts }) => verdicts.get(id.toLowerCase())?.verdict.present ?? false,
  valid: (id, { verdicts }) => verdicts.get(id.toLowerCase())?.verdict.valid ?? false,
});

const tokenRuleScheme = createScheme<RequestContext>({
  fields: fieldsFor('token_rules'),
  functions: { ...functionsFor('token_rules'), ...tokenFunctions },
});

/**
 * Compiles the expression of a token validation rule.
 *
 * @throws ExpressionError with the position of the error.
 */
export function compileTokenRule(expression: string): TokenRuleFilter {
  const filter = compileFilter(expression, tokenRuleScheme);
  const configIds = new Set<string>();
  for (const { name, literals } of filter.references.calls) {
    if (Object.hasOwn(tokenFunctions, name)) configIds.add(String(literals[0]).toLowerCase());
  }
  return {
    configIds: [...configIds],
    readsBody: filter.references.fields.some(needsBody),
    filter,
  };
}
