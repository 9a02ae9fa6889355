import type { PhaseName } from '../../../spec/services/rulesets/phases.ts';
import type { Ruleset, RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import { type EvaluationContext, type Filter, print } from '../../engines/expressions/index.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import { Recent } from '../recent.ts';
import { needsBody } from '../request-fields.ts';
import { compileRulesetExpression } from '../ruleset-expression.ts';

/** What is known of the shared conditions of a ruleset while one request runs through it. */
export type Known = Uint8Array<ArrayBuffer>;

/** A rule that is ready to be asked. */
export interface CompiledRule {
  readonly rule: RulesetRule;
  matches(context: EvaluationContext, known: Known): boolean;
}

/** A ruleset that is ready to be run. */
export interface CompiledRuleset {
  readonly id: string;
  /** All rules in order, those that are off included: the rule that runs the ruleset may switch them on. */
  readonly rules: readonly CompiledRule[];
  /** The rules that are on. */
  readonly enabled: readonly CompiledRule[];
  /** Whether the beginning of the body has to be read first. */
  readonly readsBody: boolean;
  /** How many conditions several of its rules share; each run begins with that many unknown. */
  readonly shared: number;
}

/** Compiles a ruleset, or gives what it compiled before. */
export type CompileRuleset = (ruleset: Readonly<Ruleset>) => CompiledRuleset;

/** A condition and its canonical source, by which it is known from others. */
interface Condition {
  readonly text: string;
  readonly evaluate: (context: EvaluationContext) => boolean;
}

/** A rule by itself. */
interface ReadRule {
  readonly filter: Filter;
  readonly conditions: readonly Condition[];
}

/**
 * Compiled rulesets. A stored ruleset never changes in place, so it is its own cache key; so is each of its
 * rules, and a change of one rule among a thousand compiles one.
 *
 * A condition that several rules have in common, such as the host, is judged once per request: rules are
 * pure, so it does not matter which of them asks first.
 */
export function createRulesetCompiler(): CompileRuleset {
  const rulesets = new WeakMap<Readonly<Ruleset>, CompiledRuleset>();
  const rules = new WeakMap<RulesetRule, ReadRule | null>();

  /** Null for a rule whose expression is not evaluated here. */
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
    return { rule, matches: part ? matcher(part, common, places) : () => false };
  });
  return {
    id,
    rules: list,
    enabled: list.filter(({ rule }) => rule.enabled),
    readsBody: parts.some((part) => part?.filter.references.fields.some(needsBody)),
    shared: places.size,
  };
}

/** The texts that stand more than once. */
function repeated(texts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(texts.filter((text) => seen.size === seen.add(text).size));
}

const no = 1;
const yes = 2;

/**
 * Asks first for the conditions that other rules have as well, all of them at once: what came of it is kept
 * for the rules that share the same ones.
 *
 * @param places where each set of common conditions has its answer; a new set is added
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

/** Rulesets that a request for a zone can meet, as they were when they were looked through. */
export interface ZoneRulesets {
  /** Where the phase begins: with the account's own ruleset, then with the zone's. */
  entrypoints(phase: PhaseName): readonly Readonly<Ruleset>[];
  /** A ruleset that a rule runs by id. */
  byId(id: string): Readonly<Ruleset> | undefined;
}

const none: readonly Readonly<Ruleset>[] = [];

/** The rulesets of each zone, looked through again when the zone's or its account's changed. */
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
