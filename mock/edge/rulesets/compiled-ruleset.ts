import type { PhaseName } from '../../../spec/services/rulesets/phases.ts';
import type { Ruleset, RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import { type EvaluationContext, type Filter, print } from '../../engines/expressions/index.ts';
import { needsBody } from '../fields/body-fields.ts';
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
      known = filter ? { filter, conditions: conditionsOf(filter) } : null;
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

function conditionsOf({ conditions }: Filter): Condition[] {
  return conditions.map(({ ast, evaluate }) => ({ text: print(ast), evaluate }));
}

function compileRules(
  { id, rules }: Readonly<Ruleset>,
  read: (rule: RulesetRule) => ReadRule | null,
): CompiledRuleset {
  const parts = rules.map(read);
  const slots = sharedSlots(parts.flatMap((part) => part?.conditions ?? []));
  const list = rules.map((rule, index): CompiledRule => {
    const part = parts[index];
    return { rule, matches: part ? matcher(part, slots) : () => false };
  });
  return {
    id,
    rules: list,
    enabled: list.filter(({ rule }) => rule.enabled),
    readsBody: parts.some((part) => part?.filter.references.fields.some(needsBody)),
    shared: slots.size,
  };
}

/** A place for each condition that stands more than once. */
function sharedSlots(conditions: readonly Condition[]): ReadonlyMap<string, number> {
  const seen = new Set<string>();
  const slots = new Map<string, number>();
  for (const { text } of conditions) {
    if (seen.has(text)) {
      if (!slots.has(text)) slots.set(text, slots.size);
    } else seen.add(text);
  }
  return slots;
}

const [no, yes] = [1, 2];

/** Asks for the shared conditions first, since most of them are known already. */
function matcher(
  { filter, conditions }: ReadRule,
  slots: ReadonlyMap<string, number>,
): CompiledRule['matches'] {
  const shared = conditions.flatMap((condition) => {
    const slot = slots.get(condition.text);
    return slot === undefined ? [] : [{ slot, condition }];
  });
  if (shared.length === 0) return filter.evaluate;
  const own = conditions.filter(({ text }) => !slots.has(text));
  return (context, known) => {
    for (const { slot, condition } of shared) {
      if (known[slot] === 0) known[slot] = condition.evaluate(context) ? yes : no;
      if (known[slot] === no) return false;
    }
    for (const condition of own) if (!condition.evaluate(context)) return false;
    return true;
  };
}
