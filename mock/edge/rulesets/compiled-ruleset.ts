import type { PhaseName } from '../../../spec/services/rulesets/phases.ts';
import type { Ruleset, RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import { type EvaluationContext, type Filter, print } from '../../engines/expressions/index.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import { Recent } from '../recent.ts';
import { needsBody } from '../request-fields.ts';
import { compileRulesetExpression } from '../ruleset-expression.ts';

/** Results of a ruleset's shared conditions during one run for a request. */
export type Known = Uint8Array<ArrayBuffer>;

/** A rule that is ready to evaluate. */
export interface CompiledRule {
  readonly rule: RulesetRule;
  /** Absent if the expression is not evaluated. */
  readonly filter: Filter | undefined;
  matches(context: EvaluationContext, known: Known): boolean;
}

/** A ruleset that is ready to run. */
export interface CompiledRuleset {
  readonly id: string;
  /** All rules in order, including disabled ones: the rule that executes the ruleset can enable them. */
  readonly rules: readonly CompiledRule[];
  /** The enabled rules. */
  readonly enabled: readonly CompiledRule[];
  /** Whether the rules need the beginning of the body. */
  readonly readsBody: boolean;
  /** Number of conditions that several rules share; each run begins with all of them unknown. */
  readonly shared: number;
}

/** Compiles a ruleset, or returns the earlier result. */
export type CompileRuleset = (ruleset: Readonly<Ruleset>) => CompiledRuleset;

/** A condition and its canonical source, which identifies it. */
interface Condition {
  readonly text: string;
  readonly evaluate: (context: EvaluationContext) => boolean;
}

/** A parsed rule. */
interface ReadRule {
  readonly filter: Filter;
  readonly conditions: readonly Condition[];
}

/**
 * Caches compiled rulesets. A stored ruleset never changes in place, so it is its own cache key. The same holds for
 * each rule, so changing one rule among a thousand compiles one.
 *
 * A condition that several rules share, such as the host, runs once per request. Rules are pure, so the order doesn't
 * matter.
 */
export function createRulesetCompiler(): CompileRuleset {
  const rulesets = new WeakMap<Readonly<Ruleset>, CompiledRuleset>();
  const rules = new WeakMap<RulesetRule, ReadRule | null>();

  /** Null for a rule whose expression is not evaluated. */
  function read(phase: PhaseName, rule: RulesetRule): ReadRule | null {
    let known = rules.get(rule);
    if (known === undefined) {
      const filter = compileRulesetExpression(phase, rule.expression);
      known = filter ? { filter, conditions: getConditions(filter) } : null;
      rules.set(rule, known);
    }
    return known;
  }

  return (ruleset) => {
    let compiled = rulesets.get(ruleset);
    if (!compiled) {
      compiled = compileRules(ruleset, (rule) => read(ruleset.phase, rule));
      rulesets.set(ruleset, compiled);
    }
    return compiled;
  };
}

function getConditions({ conditions }: Filter): Condition[] {
  return conditions.map(({ ast, evaluate }) => ({ text: print(ast), evaluate }));
}

function compileRules(
  { id, rules }: Readonly<Ruleset>,
  read: (rule: RulesetRule) => ReadRule | null,
): CompiledRuleset {
  const parts = rules.map(read);
  const common = repeated(parts.flatMap((part) => part?.conditions.map(({ text }) => text) ?? []));
  const places = new Map<string, number>();
  const list = rules.map((rule, index): CompiledRule => {
    const part = parts[index];
    return { rule, filter: part?.filter, matches: part ? matcher(part, common, places) : () => false };
  });
  return {
    id,
    rules: list,
    enabled: list.filter(({ rule }) => rule.enabled),
    readsBody: parts.some((part) => part?.filter.references.fields.some(needsBody)),
    shared: places.size,
  };
}

/** The texts that occur more than once. */
function repeated(texts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(texts.filter((text) => seen.size === seen.add(text).size));
}

const no = 1;
const yes = 2;

/**
 * Evaluates the conditions that other rules have too first, all at once. Rules with the same set share the result.
 *
 * @param places index of each set of shared conditions; gets an entry for a new set
 */
function matcher(
  { filter, conditions }: ReadRule,
  common: ReadonlySet<string>,
  places: Map<string, number>,
): CompiledRule['matches'] {
  const shared = conditions.filter(({ text }) => common.has(text));
  if (shared.length === 0) return filter.evaluate;
  const name = shared
    .map(({ text }) => text)
    .sort()
    .join('\n');
  const place = places.get(name) ?? places.size;
  places.set(name, place);
  const sharedHold = conjunction(shared);
  const ownHold = conjunction(conditions.filter(({ text }) => !common.has(text)));
  return (context, known) => {
    if (known[place] === 0) known[place] = sharedHold(context) ? yes : no;
    return known[place] === yes && ownHold(context);
  };
}

function conjunction(conditions: readonly Condition[]): Condition['evaluate'] {
  const [only] = conditions;
  if (only && conditions.length === 1) return only.evaluate;
  return (context) => conditions.every(({ evaluate }) => evaluate(context));
}

/** The rulesets that can apply to requests of a zone, as a snapshot. */
export interface ZoneRulesets {
  /** The entry points of a phase: the account's ruleset, then the zone's. */
  entrypoints(phase: PhaseName): readonly Readonly<Ruleset>[];
  /** A ruleset that a rule executes, by id. */
  byId(id: string): Readonly<Ruleset> | undefined;
}

const none: readonly Readonly<Ruleset>[] = [];

/** The rulesets of each zone, collected again after a change in the zone or its account. */
export function createZoneRulesets(world: World) {
  const known = new Recent<
    ZoneTenant,
    { zoneVersion: number; accountVersion: number; rulesets: ZoneRulesets }
  >();

  return (zone: ZoneTenant): ZoneRulesets => {
    const account = world.accounts.get(zone.zone.account.id);
    const zoneVersion = zone.rulesets.version;
    const accountVersion = account?.rulesets.version ?? 0;
    const before = known.get(zone);
    if (before?.zoneVersion === zoneVersion && before.accountVersion === accountVersion)
      return before.rulesets;
    const phases = new Map<PhaseName, Readonly<Ruleset>[]>();
    const all = new Map<string, Readonly<Ruleset>>();
    for (const { current } of [...(account?.rulesets.list() ?? []), ...zone.rulesets.list()]) {
      all.set(current.id, current);
      if (current.kind !== 'root' && current.kind !== 'zone') continue;
      const list = phases.get(current.phase);
      if (list) list.push(current);
      else phases.set(current.phase, [current]);
    }
    const rulesets: ZoneRulesets = {
      entrypoints: (phase) => phases.get(phase) ?? none,
      byId: (id) => all.get(id),
    };
    known.set(zone, { zoneVersion, accountVersion, rulesets });
    return rulesets;
  };
}
