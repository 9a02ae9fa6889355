import type { PhaseName } from '../../../spec/services/rulesets/phases.ts';
import type { RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import { textList, textLists } from './parameters.ts';

/**
 * What rules with the action `skip` have taken out of the way of one request: fact sheet token-validation,
 * section 9.2. `products` are other services, which have nothing to skip here.
 */
export class Skips {
  // One set for all kinds, since every request has one and hardly any uses it.
  readonly #skipped = new Set<string>();

  /** Takes in the parameters of a rule; says whether the rest of its ruleset, or of its phase, is skipped. */
  add(phase: PhaseName, { action_parameters = {} }: RulesetRule): 'rule' | 'ruleset' | 'phase' {
    for (const name of textList(action_parameters['phases'])) this.#skipped.add(`phase ${name}`);
    for (const id of textList(action_parameters['rulesets'])) this.#skipped.add(`ruleset ${id}`);
    for (const id of textLists(action_parameters['rules']).flat()) this.#skipped.add(`rule ${id}`);
    if (action_parameters['phase'] === 'current' || this.hasPhase(phase)) return 'phase';
    return action_parameters['ruleset'] === 'current' ? 'ruleset' : 'rule';
  }

  hasPhase(name: PhaseName): boolean {
    return this.#skipped.size > 0 && this.#skipped.has(`phase ${name}`);
  }

  hasRuleset(id: string): boolean {
    return this.#skipped.size > 0 && this.#skipped.has(`ruleset ${id}`);
  }

  hasRule(id: string): boolean {
    return this.#skipped.size > 0 && this.#skipped.has(`rule ${id}`);
  }
}
