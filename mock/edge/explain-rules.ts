import type { PhaseName } from '../../spec/services/rulesets/phases.ts';
import type { Ruleset, RulesetRule } from '../../spec/services/rulesets/schemas.ts';
import { type EvaluationContext, type Filter, print, type Value } from '../engines/expressions/index.ts';
import type { StoredTokenRule } from '../world/records.ts';
import type { RequestContext } from './request-context.ts';
import { excludedOperations, includedHosts, RuleIndex } from './rule-index.ts';
import { compileRulesetExpression } from './ruleset-expression.ts';
import type { ZoneRulesets } from './rulesets/entrypoints.ts';
import { asWritten, type Effective, readOverrides } from './rulesets/overrides.ts';
import { isRecord } from './rulesets/parameters.ts';
import type { Skips } from './rulesets/skips.ts';
import { compileTokenRule } from './token-rule.ts';

/** Rules of a phase that are explained; each is asked once more for it. */
const mostRules = 20;
/** Characters of a value or an expression that are shown. */
const mostCharacters = 120;

/** Fields whose values are nobody's business: credentials stand in them. */
const secretField = /^http\.request\.(?:headers|cookies|body)|^raw\.|jwt/;

/** A phase, and what a request meets in it. */
export interface AskedPhase {
  readonly phase: PhaseName;
  /** What its rules are called. */
  readonly kind: string;
  readonly rulesets: ZoneRulesets;
  readonly context: RequestContext;
  /** What rules have taken out of the way so far. */
  readonly skips: Skips;
}

/**
 * Which rules of a phase a request meets, and of each other one what it is that does not hold. Rules of a ruleset that
 * another rule runs stand behind that one, indented.
 *
 * @param stop id of the rule behind which none was asked
 */
export function explainRulesets(asked: AskedPhase, stop?: string): string[] {
  const { phase, rulesets, skips } = asked;
  const told: Told = { stop, lines: [], untold: 0 };
  if (skips.hasPhase(phase)) return told.lines;
  for (const ruleset of rulesets.entrypoints(phase)) {
    if (explainRuleset(asked, ruleset, asWritten, [], told) === 'end-phase') return told.lines;
  }
  if (told.untold > 0) told.lines.push(`… and ${told.untold} more rules of this kind.`);
  return told.lines;
}

interface Told {
  readonly stop: string | undefined;
  readonly lines: string[];
  /** Rules that nothing is said of any more. */
  untold: number;
}

/** The same way that `runPhase` goes, with a line for each rule. */
function explainRuleset(
  asked: AskedPhase,
  { id, rules }: Readonly<Ruleset>,
  effective: Effective,
  running: readonly string[],
  told: Told,
): 'go-on' | 'end-phase' {
  const { phase, kind, context, skips } = asked;
  const say = (line: string) => told.lines.push(`${'  '.repeat(running.length)}${line}`);
  for (const rule of rules) {
    if (told.lines.length >= mostRules) {
      told.untold++;
      continue;
    }
    const { action, enabled } = effective(rule);
    const name = `${kind} ${quote(rule.description || rule.ref || rule.id)} (${action})`;
    if (!enabled) {
      say(`${name} is off.`);
      continue;
    }
    const filter = compileRulesetExpression(phase, rule.expression);
    if (!filter) continue;
    if (!filter.evaluate(context)) {
      say(`${name} did not match: ${falseParts(filter, context)}`);
      continue;
    }
    if (skips.hasRule(rule.id)) {
      say(`${name} is skipped.`);
      continue;
    }
    say(`${name} matched: ${shortened(rule.expression)}`);
    if (rule.id === told.stop) return 'end-phase';
    if (action === 'execute' && explainExecuted(asked, rule, [...running, id], told) === 'end-phase')
      return 'end-phase';
    if (action !== 'skip') continue;
    const skipped = skips.add(phase, rule);
    if (skipped === 'phase') return 'end-phase';
    if (skipped === 'ruleset') return 'go-on';
  }
  return 'go-on';
}

function explainExecuted(
  asked: AskedPhase,
  { action_parameters: parameters = {} }: RulesetRule,
  running: readonly string[],
  told: Told,
): 'go-on' | 'end-phase' {
  const { id, overrides } = parameters;
  const ruleset = typeof id === 'string' ? asked.rulesets.byId(id) : undefined;
  if (!ruleset || ruleset.phase !== asked.phase || running.includes(ruleset.id)) return 'go-on';
  if (asked.skips.hasRuleset(ruleset.id)) {
    told.lines.push(`${'  '.repeat(running.length)}ruleset ${quote(ruleset.name)} is skipped.`);
    return 'go-on';
  }
  const effective = isRecord(overrides) ? readOverrides(overrides) : asWritten;
  return explainRuleset(asked, ruleset, effective, running, told);
}

/** Which token validation rule applies to the operation of a request and what it says, or why none does. */
export function explainTokenRules(rules: readonly StoredTokenRule[], context: RequestContext): string[] {
  const { operation } = context;
  if (!operation || rules.length === 0) return [];
  const applied = new RuleIndex(rules).ruleFor(operation);
  if (applied) {
    const name = `token rule ${quote(applied.title)} (${applied.action})`;
    const { filter } = compileTokenRule(applied.expression);
    if (filter.evaluate(context)) return [`${name} is satisfied: ${shortened(applied.expression)}`];
    return [`${name} is not satisfied: ${falseParts(filter, context)}`];
  }
  return rules.slice(0, mostRules).map((rule) => {
    const name = `token rule ${quote(rule.title)} (${rule.action}) does not apply:`;
    if (!rule.enabled) return `${name} it is off.`;
    if (!includedHosts(rule.selector).has(operation.host.toLowerCase())) {
      return `${name} its selector does not include the host ${operation.host}.`;
    }
    const excludes = excludedOperations(rule.selector).has(operation.operation_id);
    return excludes ? `${name} its selector excludes the operation.` : `${name} another one comes first.`;
  });
}

/** The operands of an expression's outermost `and` that do not hold, with what the request has in their fields. */
function falseParts<C extends EvaluationContext>(filter: Filter<C>, context: C): string {
  const parts = filter.conditions.filter(({ evaluate }) => !evaluate(context));
  const fields = filter.references.fields.filter((field) =>
    parts.some(({ ast }) => print(ast).includes(field)),
  );
  const values = fields.flatMap((field) => shownValue(field, context.get(field)));
  const texts = parts.map(({ ast }) => shortened(print(ast)));
  return `${texts.join(' and ') || filter.source}${values.length === 0 ? '' : `, where ${values.join(', ')}`}`;
}

function shownValue(field: string, value: Value | undefined): string[] {
  if (secretField.test(field)) return [];
  if (value === undefined) return [`${field} is missing`];
  if (typeof value === 'string') return [`${field} is ${quote(shortened(value))}`];
  return typeof value === 'object' ? [] : [`${field} is ${value}`];
}

function shortened(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}

const quote = (text: string) => JSON.stringify(text);
