import type { PhaseName } from '../../spec/services/rulesets/phases.ts';
import type { Ruleset, RulesetRule } from '../../spec/services/rulesets/schemas.ts';
import type { Filter } from '../engines/expressions/index.ts';
import type { RequestContext } from './request-context.ts';
import { compileRulesetExpression } from './ruleset-expression.ts';
import type { ZoneRulesets } from './rulesets/compiled-ruleset.ts';
import { asWritten, type Effective, isRecord, readOverrides, type Skips } from './rulesets/run-phase.ts';

/** Most rules of a phase to follow; each of them is evaluated once more. */
const mostRules = 20;

/** A phase that a request went through. */
export interface AskedPhase {
  readonly phase: PhaseName;
  readonly rulesets: ZoneRulesets;
  readonly context: RequestContext;
  /** What earlier rules skip; gets what the rules of this phase skip. */
  readonly skips: Skips;
}

/** A rule on the way of a request, or a ruleset that was skipped. */
export type MetRule =
  | {
      /** `skipped`: it matched, but an earlier rule exempts the request from it. */
      readonly state: 'off' | 'unmatched' | 'skipped' | 'matched';
      readonly rule: RulesetRule;
      /** The action of the rule, or the one that overrides it. */
      readonly action: string;
      readonly filter: Filter;
      /** Number of rules that execute the ruleset of this one. */
      readonly depth: number;
    }
  | { readonly state: 'ruleset-skipped'; readonly name: string; readonly depth: number };

/** The first rules of a phase on the way of a request. */
export interface MetRules {
  readonly rules: readonly MetRule[];
  /** Number of further rules. */
  readonly omitted: number;
}

/**
 * Follows the way of a request through the rules of a phase, as `runPhase` went. The rules of a ruleset that another
 * rule executes come after that rule.
 *
 * @param stop id of the rule that stopped the request; later rules didn't run
 */
export function getMetRules(asked: AskedPhase, stop?: string): MetRules {
  const { phase, rulesets, skips } = asked;
  const met: Met = { stop, rules: [], omitted: 0 };
  if (skips.hasPhase(phase)) return met;
  for (const ruleset of rulesets.entrypoints(phase)) {
    if (followRuleset(asked, ruleset, asWritten, [], met) === 'end-phase') {
      // Those left out come after the rule that ended the phase.
      return { rules: met.rules, omitted: 0 };
    }
  }
  return met;
}

interface Met {
  readonly stop: string | undefined;
  readonly rules: MetRule[];
  omitted: number;
}

function followRuleset(
  asked: AskedPhase,
  { id, rules }: Readonly<Ruleset>,
  effective: Effective,
  running: readonly string[],
  met: Met,
): 'go-on' | 'end-phase' {
  const { phase, context, skips } = asked;
  const depth = running.length;
  for (const rule of rules) {
    if (met.rules.length >= mostRules) {
      met.omitted++;
      continue;
    }
    const filter = compileRulesetExpression(phase, rule.expression);
    if (!filter) continue;
    const { action, enabled } = effective(rule);
    const say = (state: 'off' | 'unmatched' | 'skipped' | 'matched') =>
      met.rules.push({ state, rule, action, filter, depth });
    if (!enabled) {
      say('off');
      continue;
    }
    if (!filter.evaluate(context)) {
      say('unmatched');
      continue;
    }
    if (skips.hasRule(rule.id)) {
      say('skipped');
      continue;
    }
    say('matched');
    if (rule.id === met.stop) return 'end-phase';
    if (action === 'execute' && followExecuted(asked, rule, [...running, id], met) === 'end-phase')
      return 'end-phase';
    if (action !== 'skip') continue;
    const skipped = skips.add(phase, rule);
    if (skipped === 'phase') return 'end-phase';
    if (skipped === 'ruleset') return 'go-on';
  }
  return 'go-on';
}

function followExecuted(
  asked: AskedPhase,
  { action_parameters: parameters = {} }: RulesetRule,
  running: readonly string[],
  met: Met,
): 'go-on' | 'end-phase' {
  const { id, overrides } = parameters;
  const ruleset = typeof id === 'string' ? asked.rulesets.byId(id) : undefined;
  if (!ruleset || ruleset.phase !== asked.phase || running.includes(ruleset.id)) return 'go-on';
  if (asked.skips.hasRuleset(ruleset.id)) {
    met.rules.push({ state: 'ruleset-skipped', name: ruleset.name, depth: running.length });
    return 'go-on';
  }
  const effective = isRecord(overrides) ? readOverrides(overrides) : asWritten;
  return followRuleset(asked, ruleset, effective, running, met);
}
