import type { PhaseName } from '../../../spec/services/rulesets/phases.ts';
import type { Ruleset, RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import type { EvaluationContext } from '../../engines/expressions/index.ts';
import { needsBody } from '../fields/body-fields.ts';
import { compileRulesetExpression } from '../ruleset-expression.ts';

/** A rule that is ready to be asked. */
export interface CompiledRule {
  readonly rule: RulesetRule;
  /** Whether the beginning of the body has to be read first. */
  readonly readsBody: boolean;
  matches(context: EvaluationContext): boolean;
}

/** A ruleset that is ready to be run. */
export interface CompiledRuleset {
  readonly id: string;
  /** All rules in order, those that are off included: the rule that runs the ruleset may switch them on. */
  readonly rules: readonly CompiledRule[];
  /** The rules that are on. */
  readonly enabled: readonly CompiledRule[];
  readonly readsBody: boolean;
}

/** Compiles a ruleset, or gives what it compiled before. */
export type CompileRuleset = (ruleset: Readonly<Ruleset>) => CompiledRuleset;

/**
 * Compiled rulesets. A stored ruleset never changes in place, so it is its own cache key; so is each of its
 * rules, and a change of one rule among a thousand compiles one.
 */
export function createRulesetCompiler(): CompileRuleset {
  const rulesets = new WeakMap<Readonly<Ruleset>, CompiledRuleset>();
  const rules = new WeakMap<RulesetRule, CompiledRule>();

  function ruleOf(phase: PhaseName, rule: RulesetRule): CompiledRule {
    let compiled = rules.get(rule);
    if (!compiled) {
      compiled = compileRule(phase, rule);
      rules.set(rule, compiled);
    }
    return compiled;
  }

  return (ruleset) => {
    let compiled = rulesets.get(ruleset);
    if (!compiled) {
      const list = ruleset.rules.map((rule) => ruleOf(ruleset.phase, rule));
      compiled = {
        id: ruleset.id,
        rules: list,
        enabled: list.filter(({ rule }) => rule.enabled),
        readsBody: list.some(({ readsBody }) => readsBody),
      };
      rulesets.set(ruleset, compiled);
    }
    return compiled;
  };
}

/** A rule whose expression is not evaluated here matches nothing. */
function compileRule(phase: PhaseName, rule: RulesetRule): CompiledRule {
  const filter = compileRulesetExpression(phase, rule.expression);
  if (!filter) return { rule, readsBody: false, matches: () => false };
  return { rule, readsBody: filter.references.fields.some(needsBody), matches: filter.evaluate };
}
