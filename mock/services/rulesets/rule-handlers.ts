import type { RulePosition, RulesetRule, RulesetRuleInput } from '../../../spec/services/rulesets/schemas.ts';
import { buildRule, checkRefs, checkRuleCount } from './build-rules.ts';
import { checkRule } from './check-rule.ts';
import { findRule, findRuleset } from './find-ruleset.ts';
import { placeRule } from './place-rule.ts';
import { enterPhase } from './scene.ts';
import type { ScopedHandlers, ScopedName } from './scoped-service.ts';
import { nextVersion, settle, stampOf } from './write-ruleset.ts';

type Handlers = Pick<ScopedHandlers, Extract<ScopedName, `rule.${string}`>>;

/** Single rules; each call answers the whole ruleset: fact sheet token-validation, section 9.1. */
export function createRuleHandlers(): Handlers {
  return {
    'rule.create': ({ scene, params, body: { position, ...input }, query }) => {
      const stored = findRuleset(scene, params.ruleset_id);
      const { current } = stored;
      const messages = enterPhase(scene, current.phase, 'edit');
      checkRuleCount(current.rules.length + 1, '');
      const stamp = stampOf(scene, query);
      const rule = buildRule(checkRule(scene, current, input, ''), undefined, stamp);
      const rules = arrange([...current.rules, rule], rule, position);
      return { result: settle(scene, nextVersion(stored, stamp, { rules }), query), messages };
    },

    'rule.edit': ({ scene, params, body: { position, ...input }, query }) => {
      const stored = findRuleset(scene, params.ruleset_id);
      const { current } = stored;
      const messages = enterPhase(scene, current.phase, 'edit');
      const known = findRule(stored, params.rule_id);
      const stamp = stampOf(scene, query);
      const rule =
        position && isEmpty(input) ? known : buildRule(checkRule(scene, current, input, ''), known, stamp);
      const replaced = current.rules.map((one) => (one === known ? rule : one));
      const rules = arrange(replaced, rule, position);
      return { result: settle(scene, nextVersion(stored, stamp, { rules }), query), messages };
    },

    'rule.delete': ({ scene, params, query }) => {
      const stored = findRuleset(scene, params.ruleset_id);
      const { current } = stored;
      const messages = enterPhase(scene, current.phase, 'edit');
      const gone = findRule(stored, params.rule_id);
      const rules = current.rules.filter((rule) => rule !== gone);
      const stamp = stampOf(scene, query);
      return { result: settle(scene, nextVersion(stored, stamp, { rules }), query), messages };
    },
  };
}

/** Whether a change says nothing of the rule but where it goes. */
function isEmpty({ id: _, ...definition }: RulesetRuleInput): boolean {
  return Object.keys(definition).length === 0;
}

function arrange(
  rules: readonly RulesetRule[],
  rule: RulesetRule,
  position: RulePosition | undefined,
): readonly RulesetRule[] {
  checkRefs(rules, () => '');
  return position ? placeRule(rules, rule, position, '/position') : rules;
}
