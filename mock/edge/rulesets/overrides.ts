import type { RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import { isRecord, recordList, textList, textOr } from './parameters.ts';

/** What a rule is to be taken as, where the rule that runs its ruleset overrides it. */
export interface EffectiveRule {
  readonly action: string;
  readonly enabled: boolean;
}

/** How the rules of a ruleset are to be taken. */
export type Effective = (rule: RulesetRule) => EffectiveRule;

/** As they are. */
export const asWritten: Effective = (rule) => rule;

/**
 * The `overrides` of a rule with the action `execute`. What is said of a rule beats what is said of one of
 * its categories, which beats what is said of the whole ruleset.
 */
export function readOverrides(overrides: unknown): Effective {
  if (!isRecord(overrides)) return asWritten;
  const rules = new Map(recordList(overrides['rules']).map((entry) => [entry['id'], entry]));
  const categories = new Map(recordList(overrides['categories']).map((entry) => [entry['category'], entry]));
  return (rule) => {
    const entries = [
      rules.get(rule.id),
      ...textList(rule.categories).map((category) => categories.get(category)),
      overrides,
    ];
    const said = (member: 'action' | 'enabled') =>
      entries.find((entry) => entry?.[member] !== undefined)?.[member];
    const enabled = said('enabled');
    return {
      action: textOr(said('action'), rule.action),
      enabled: typeof enabled === 'boolean' ? enabled : rule.enabled,
    };
  };
}
