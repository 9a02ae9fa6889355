import type { PhaseName } from '../../spec/services/rulesets/phases.ts';
import type { Ruleset, RulesetRule } from '../../spec/services/rulesets/schemas.ts';
import type { Filter } from '../engines/expressions/index.ts';
import type { RequestContext } from './request-context.ts';
import { compileRulesetExpression } from './ruleset-expression.ts';
import type { ZoneRulesets } from './rulesets/compiled-ruleset.ts';
import { asWritten, type Effective, isRecord, readOverrides, type Skips } from './rulesets/run-phase.ts';

/** Most rules of a phase to follow; each of them is evaluated once more. */
const mostRules = 20;

/** A phase whose rules are explained. */
export interface AskedPhase {
  readonly phase: PhaseName;
  readonly rulesets: ZoneRulesets;
  readonly context: RequestContext;
  /** What earlier rules skip; gets what the rules of this phase skip. */
  readonly skips: Skips;
  /** Whether the request ended before this phase. */
  readonly unreached?: boolean;
}

/** A rule on the way of a request, or a ruleset that was skipped. */
export type MetRule =
  | {
      /** `skipped`: an earlier rule exempts the request from it; `unreached`: an earlier rule ended the request. */
      readonly state: 'off' | 'unmatched' | 'skipped' | 'unreached' | 'matched';
      readonly rule: RulesetRule;
      /** The action of the rule, or the one that overrides it. */
      readonly action: string;
      readonly filter: Filter;
      /** Number of rules that execute the ruleset of this one. */
      readonly depth: number;
    }
  | { readonly state: 'ruleset-skipped'; readonly name: string; readonly depth: number };

/** The first rules of a phase. */
export interface MetRules {
  readonly rules: readonly MetRule[];
  /** Number of further rules. */
  readonly omitted: number;
}

/**
 * Follows the way of a request through the rules of a phase, as `runPhase` went, and lists those that did not run as
 * well. The rules of a ruleset that another rule executes come after that rule.
 *
 * @param stop id of the rule that stopped the request
 */
export function getMetRules(asked: AskedPhase, stop?: string): MetRules {
  const { phase, rulesets, skips, unreached } = asked;
  const over = unreached ? 'unreached' : skips.hasPhase(phase) ? 'skipped' : undefined;
  const met: Met = { stop, over, rules: [], omitted: 0 };
  for (const ruleset of rulesets.entrypoints(phase)) followRuleset(asked, ruleset, asWritten, [], met);
  return met;
}

interface Met {
  readonly stop: string | undefined;
  readonly rules: MetRule[];
  /** Why no further rule of the phase runs. */
  over: 'skipped' | 'unreached' | undefined;
  omitted: number;
}

function followRuleset(
  asked: AskedPhase,
  { id, rules }: Readonly<Ruleset>,
  effective: Effective,
  running: readonly string[],
  met: Met,
): void {
  const { phase, context, skips } = asked;
  const depth = running.length;
  let skipsRest = false;
  for (const rule of rules) {
    if (met.rules.length >= mostRules) {
      met.omitted++;
      continue;
    }
    const filter = compileRulesetExpression(phase, rule.expression);
    if (!filter) continue;
    const { action, enabled } = effective(rule);
    const getState = () => {
      if (!enabled) return 'off';
      if (met.over || skipsRest) return met.over ?? 'skipped';
      if (!filter.evaluate(context)) return 'unmatched';
      return skips.hasRule(rule.id) ? 'skipped' : 'matched';
    };
    const state = getState();
    met.rules.push({ state, rule, action, filter, depth });
    if (state !== 'matched') continue;
    if (rule.id === met.stop) met.over = 'unreached';
    else if (action === 'execute') followExecuted(asked, rule, [...running, id], met);
    else if (action === 'skip') {
      const skipped = skips.add(phase, rule);
      if (skipped === 'phase') met.over = 'skipped';
      if (skipped === 'ruleset') skipsRest = true;
    }
  }
}

function followExecuted(
  asked: AskedPhase,
  { action_parameters: parameters = {} }: RulesetRule,
  running: readonly string[],
  met: Met,
): void {
  const { id, overrides } = parameters;
  const ruleset = typeof id === 'string' ? asked.rulesets.byId(id) : undefined;
  if (!ruleset || ruleset.phase !== asked.phase || running.includes(ruleset.id)) return;
  if (asked.skips.hasRuleset(ruleset.id)) {
    met.rules.push({ state: 'ruleset-skipped', name: ruleset.name, depth: running.length });
    return;
  }
  const effective = isRecord(overrides) ? readOverrides(overrides) : asWritten;
  followRuleset(asked, ruleset, effective, running, met);
}
