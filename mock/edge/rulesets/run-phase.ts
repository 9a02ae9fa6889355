import type { PhaseName } from '../../../spec/services/rulesets/phases.ts';
import type { RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import type { RequestContext } from '../request-context.ts';
import type { CompileRuleset } from './compiled-ruleset.ts';
import type { ZoneRulesets } from './entrypoints.ts';
import { asWritten, type Effective, readOverrides } from './overrides.ts';
import { isRecord } from './parameters.ts';
import type { Skips } from './skips.ts';

/** A rule that matched. */
export interface Match {
  readonly rule: RulesetRule;
  readonly rulesetId: string;
  /** The action of the rule, or the one that it is overridden with. */
  readonly action: string;
}

/** What a rule that matched does to the rules behind it. */
export type Effect = 'go-on' | 'end-phase';

export interface PhaseRun {
  readonly phase: PhaseName;
  readonly rulesets: ZoneRulesets;
  readonly compile: CompileRuleset;
  readonly context: RequestContext;
  readonly skips: Skips;
  /** Told of every rule that matched, but not of those that run another ruleset. */
  readonly onMatch: (match: Match) => Effect;
}

/**
 * Runs the rules of one phase in order: the account's, then the zone's; a rule with the action `execute`
 * runs another ruleset in its place. Fact sheet token-validation, section 9.2, Evaluation.
 */
export async function runPhase(run: PhaseRun): Promise<void> {
  if (run.skips.hasPhase(run.phase)) return;
  for (const { id } of run.rulesets.entrypoints(run.phase)) {
    const effect = await runRuleset(run, id, asWritten, []);
    if (effect === 'end-phase') return;
  }
}

/** @param running ids of the rulesets that this one is run by: none runs itself */
async function runRuleset(
  run: PhaseRun,
  id: string,
  effective: Effective,
  running: readonly string[],
): Promise<Effect> {
  const { phase, rulesets, context, skips } = run;
  const ruleset = rulesets.byId(id);
  if (!ruleset || ruleset.phase !== phase || running.includes(id) || skips.hasRuleset(id)) return 'go-on';
  const compiled = run.compile(ruleset);
  if (compiled.readsBody) await context.request.readBody();
  const rules = effective === asWritten ? compiled.enabled : compiled.rules;
  const known = new Uint8Array(compiled.shared);
  for (const compiledRule of rules) {
    // Asked first, because of a thousand rules hardly any matches.
    if (!compiledRule.matches(context, known)) continue;
    const { rule } = compiledRule;
    const { action, enabled } = effective(rule);
    if (!enabled || skips.hasRule(rule.id)) continue;
    if (action === 'execute') {
      const effect = await execute(run, rule, [...running, id]);
      if (effect === 'end-phase') return effect;
      continue;
    }
    if (run.onMatch({ rule, rulesetId: id, action }) === 'end-phase') return 'end-phase';
    if (action !== 'skip') continue;
    const skipped = skips.add(phase, rule);
    if (skipped === 'phase') return 'end-phase';
    if (skipped === 'ruleset') return 'go-on';
  }
  return 'go-on';
}

async function execute(run: PhaseRun, rule: RulesetRule, running: readonly string[]): Promise<Effect> {
  const { id, overrides } = rule.action_parameters ?? {};
  if (typeof id !== 'string') return 'go-on';
  const effective = isRecord(overrides) ? readOverrides(overrides) : asWritten;
  return runRuleset(run, id, effective, running);
}
