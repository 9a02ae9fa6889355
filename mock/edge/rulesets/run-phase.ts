import type { PhaseName } from '../../../spec/services/rulesets/phases.ts';
import type { Ruleset, RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import { isObject } from '../../../spec/value-kinds.ts';
import type { RequestContext } from '../request-context.ts';
import type { CompiledRuleset, CompileRuleset, ZoneRulesets } from './compiled-ruleset.ts';

/** A rule that matched. */
export interface Match {
  readonly rule: RulesetRule;
  readonly rulesetId: string;
  /** The action of the rule, or the one that overrides it. */
  readonly action: string;
}

/** Whether the phase continues after a matching rule. */
export type Effect = 'go-on' | 'end-phase';

export interface PhaseRun {
  readonly phase: PhaseName;
  readonly rulesets: ZoneRulesets;
  readonly compile: CompileRuleset;
  readonly context: RequestContext;
  readonly skips: Skips;
  /** Called for every matching rule, except those that execute another ruleset. */
  readonly onMatch: (match: Match) => Effect;
}

/** Why a rule did not run: an earlier rule exempts the request from it, or ended the request. */
export type Unrun = 'skipped' | 'unreached';

/** What the rules of a phase did with a request. */
export interface PhaseTrail {
  readonly entrypoints: readonly Readonly<Ruleset>[];
  /** Of the first entry points. */
  readonly runs: readonly RulesetRun[];
  /** Why the other entry points did not run. */
  readonly over?: Unrun | undefined;
}

/** What the rules of a ruleset did with a request. */
export interface RulesetRun {
  readonly name: string;
  readonly effective: Effective;
  /** Absent if an earlier rule skips the ruleset. */
  readonly compiled?: CompiledRuleset;
  /** The rules that were true, with the run of the ruleset that one executes. All others were false. */
  readonly met: ReadonlyMap<RulesetRule, 'matched' | 'skipped' | RulesetRun>;
  /** The rule after which no other ran. */
  readonly end?: { readonly rule: RulesetRule; readonly why: Unrun; readonly effect: Effect };
}

const noRules: RulesetRun['met'] = new Map();

/**
 * Runs the rules of one phase in order: the account's, then the zone's. A rule with the action `execute` runs another
 * ruleset in its place. Cloudflare docs, Rules language actions.
 */
export async function runPhase(run: PhaseRun): Promise<PhaseTrail> {
  const entrypoints = run.rulesets.entrypoints(run.phase);
  const runs: RulesetRun[] = [];
  if (run.skips.hasPhase(run.phase)) return { entrypoints, runs, over: 'skipped' };
  for (const ruleset of entrypoints) {
    const done = await runRuleset(run, ruleset, asWritten, []);
    runs.push(done);
    if (done.end?.effect === 'end-phase') return { entrypoints, runs, over: done.end.why };
  }
  return { entrypoints, runs };
}

/** @param running ids of the rulesets that execute this one, to prevent recursion */
async function runRuleset(
  run: PhaseRun,
  ruleset: Readonly<Ruleset>,
  effective: Effective,
  running: readonly string[],
): Promise<RulesetRun> {
  const { context, skips } = run;
  const { id, name } = ruleset;
  if (skips.hasRuleset(id)) return { name, effective, met: noRules };
  const compiled = run.compile(ruleset);
  if (compiled.readsBody) await context.request.readBody();
  const rules = effective === asWritten ? compiled.enabled : compiled.rules;
  const known = new Uint8Array(compiled.shared);
  let met: Map<RulesetRule, 'matched' | 'skipped' | RulesetRun> | undefined;
  for (const compiledRule of rules) {
    // This check comes first, because few of a thousand rules match.
    if (!compiledRule.matches(context, known)) continue;
    const { rule } = compiledRule;
    const { action, enabled } = effective(rule);
    if (!enabled) continue;
    met ??= new Map();
    if (skips.hasRule(rule.id)) {
      met.set(rule, 'skipped');
      continue;
    }
    const executed = action === 'execute' && (await execute(run, rule, [...running, id]));
    met.set(rule, executed || 'matched');
    const end = executed
      ? executed.end
      : action !== 'execute' && getEnd(run, { rule, rulesetId: id, action });
    if (!end || (executed && end.effect === 'go-on')) continue;
    return { name, effective, compiled, met, end: { ...end, rule } };
  }
  return { name, effective, compiled, met: met ?? noRules };
}

/** Whether a match ends its ruleset or its phase. */
function getEnd(run: PhaseRun, match: Match): Omit<NonNullable<RulesetRun['end']>, 'rule'> | undefined {
  if (run.onMatch(match) === 'end-phase') return { why: 'unreached', effect: 'end-phase' };
  if (match.action !== 'skip') return undefined;
  const skipped = run.skips.add(run.phase, match.rule);
  if (skipped === 'rule') return undefined;
  return { why: 'skipped', effect: skipped === 'phase' ? 'end-phase' : 'go-on' };
}

async function execute(
  run: PhaseRun,
  rule: RulesetRule,
  running: readonly string[],
): Promise<RulesetRun | undefined> {
  const { id, overrides } = rule.action_parameters ?? {};
  const ruleset = typeof id === 'string' ? run.rulesets.byId(id) : undefined;
  if (!ruleset || ruleset.phase !== run.phase || running.includes(ruleset.id)) return undefined;
  return runRuleset(run, ruleset, isObject(overrides) ? readOverrides(overrides) : asWritten, running);
}

// Rules may hold any parameters that fit their phase, so the code below checks each type.

/** The strings of a list; empty for any other value. */
export function textList(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Lists of strings by name, without the names. */
export function textLists(value: unknown): string[][] {
  return isObject(value) ? Object.values(value).map(textList) : [];
}

/** The objects of a list; empty for any other value. */
export function recordList(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A string, or the fallback. */
export function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise;
}

/** A rule after overrides by the rule that executes its ruleset. */
export interface EffectiveRule {
  readonly action: string;
  readonly enabled: boolean;
}

/** Applies overrides to the rules of a ruleset. */
export type Effective = (rule: RulesetRule) => EffectiveRule;

/** No overrides. */
export const asWritten: Effective = (rule) => rule;

/**
 * The `overrides` of a rule with the action `execute`. An override of a rule beats one of a category, which beats one
 * of the whole ruleset.
 */
export function readOverrides(overrides: unknown): Effective {
  if (!isObject(overrides)) return asWritten;
  const rules = new Map(recordList(overrides['rules']).map((entry) => [entry['id'], entry]));
  const categories = new Map(recordList(overrides['categories']).map((entry) => [entry['category'], entry]));
  return (rule) => {
    const entries = [
      rules.get(rule.id),
      ...textList(rule.categories).map((category) => categories.get(category)),
      overrides,
    ];
    const override = (member: 'action' | 'enabled') =>
      entries.find((entry) => entry?.[member] !== undefined)?.[member];
    const enabled = override('enabled');
    return {
      action: textOr(override('action'), rule.action),
      enabled: typeof enabled === 'boolean' ? enabled : rule.enabled,
    };
  };
}

/**
 * What rules with the action `skip` exempt a request from: Cloudflare docs, Rules language actions. `products` are
 * other services; this mock has none to skip.
 */
export class Skips {
  // One set for all kinds, since every request has one and few use it.
  readonly #skipped = new Set<string>();

  /** Adds the parameters of a rule; returns whether the rest of its ruleset, or of its phase, is skipped. */
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
