import type { PhaseName } from '../../../spec/services/rulesets/phases.ts';
import type { RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import { textList, textLists } from './parameters.ts';

/**
 * What rules with the action `skip` have taken out of the way of one request: fact sheet token-validation,
 * section 9.2. `products` are other services, which have nothing to skip here.
 */
export class Skips {
  readonly phases = new Set<string>();
  readonly #rulesets = new Set<string>();
  readonly #rules = new Set<string>();

  /** Takes in the parameters of a rule; says whether the rest of its ruleset, or of its phase, is skipped. */
  add(phase: PhaseName, { action_parameters = {} }: RulesetRule): 'rule' | 'ruleset' | 'phase' {
    for (const name of textList(action_parameters['phases'])) this.phases.add(name);
    for (const id of textList(action_parameters['rulesets'])) this.#rulesets.add(id);
    for (const ids of textLists(action_parameters['rules'])) for (const id of ids) this.#rules.add(id);
    if (action_parameters['phase'] === 'current' || this.phases.has(phase)) return 'phase';
    return action_parameters['ruleset'] === 'current' ? 'ruleset' : 'rule';
  }

  hasRuleset(id: string): boolean {
    return this.#rulesets.has(id);
  }

  hasRule(id: string): boolean {
    return this.#rules.has(id);
  }
}
