import { ApiError } from '../../../spec/errors.ts';
import {
  type RulesetRule,
  type RulesetRuleInput,
  rulesetLimits,
} from '../../../spec/services/rulesets/schemas.ts';
import type { CheckedRule } from './check-rule.ts';
import { sameJson } from './same-json.ts';

/** When a write happens, and where its new rules get their ids. */
export interface RuleStamp {
  /** RFC 3339. */
  readonly at: string;
  readonly newId: () => string;
}

/** Skip rules log what they let through unless they say otherwise (observed). */
const skipLogging = { enabled: true };

/**
 * A rule as it is kept.
 *
 * @param known the rule it replaces: its id stays, and its version too when nothing differs
 */
export function buildRule(
  {
    id: _id,
    version: _version,
    last_updated: _at,
    categories: _,
    position: _position,
    ...input
  }: CheckedRule,
  known: RulesetRule | undefined,
  { at, newId }: RuleStamp,
): RulesetRule {
  const id = known?.id ?? newId();
  const { action, action_parameters, expression, description, enabled = true, ref, ...rest } = input;
  const content = {
    action,
    ...(action_parameters === undefined ? {} : { action_parameters }),
    expression,
    ...(description === undefined ? {} : { description }),
    ref: ref ?? known?.ref ?? id,
    enabled,
    ...(action === 'skip' ? { logging: skipLogging } : {}),
    ...rest,
  };
  if (known) {
    const { id: _known, version, last_updated: _before, ...before } = known;
    if (sameJson(content, before)) return known;
    return { id, version: String(Number(version) + 1), ...content, last_updated: at };
  }
  return { id, version: '1', ...content, last_updated: at };
}

/**
 * The rules of a ruleset after they were all sent anew. A rule that is known by its id, or else by its ref,
 * keeps both; any other is new: fact sheet token-validation, section 9.1.
 *
 * @param before the rules as they were
 * @throws ApiError `ruleset-rule-twice` when two of them are the same rule.
 */
export function buildRules(
  inputs: readonly CheckedRule[],
  before: readonly RulesetRule[],
  stamp: RuleStamp,
): RulesetRule[] {
  const byId = new Map(before.map((rule) => [rule.id, rule]));
  const byRef = new Map(before.map((rule) => [rule.ref, rule]));
  const taken = new Set<string>();
  const rules = inputs.map((input, index) => {
    const known = knownRule(input, byId, byRef);
    if (known) {
      const member = known.id === input.id ? 'id' : 'ref';
      if (taken.has(known.id)) throw twice(member, known[member], `/rules/${index}`);
      taken.add(known.id);
    }
    return buildRule(input, known, stamp);
  });
  checkRefs(rules, (index) => `/rules/${index}`);
  return rules;
}

function knownRule(
  { id, ref }: RulesetRuleInput,
  byId: ReadonlyMap<string, RulesetRule>,
  byRef: ReadonlyMap<string, RulesetRule>,
): RulesetRule | undefined {
  return (id === undefined ? undefined : byId.get(id)) ?? (ref === undefined ? undefined : byRef.get(ref));
}

/**
 * That no two rules of a ruleset have the same ref.
 *
 * @param pointer JSON pointer to the rule in a place
 * @throws ApiError `ruleset-rule-twice`.
 */
export function checkRefs(rules: readonly RulesetRule[], pointer: (index: number) => string): void {
  const seen = new Set<string>();
  for (const [index, { ref }] of rules.entries()) {
    if (seen.has(ref)) throw twice('ref', ref, pointer(index));
    seen.add(ref);
  }
}

/** That a ruleset does not have too many rules. @throws ApiError `ruleset-rule-limit`. */
export function checkRuleCount(count: number, pointer: string): void {
  const limit = rulesetLimits.rulesPerRuleset;
  if (count > limit) throw new ApiError('ruleset-rule-limit', { count, limit }, pointer);
}

function twice(member: 'id' | 'ref', value: string, rule: string): ApiError {
  return new ApiError('ruleset-rule-twice', { member, value }, `${rule}/${member}`);
}
