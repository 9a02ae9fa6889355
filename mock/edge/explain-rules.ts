import type { PhaseName } from '../../spec/services/rulesets/phases.ts';
import type { RulesetRule } from '../../spec/services/rulesets/schemas.ts';
import { type EvaluationContext, type Filter, print, type Value } from '../engines/expressions/index.ts';
import type { StoredTokenRule } from '../world/records.ts';
import type { RequestContext } from './request-context.ts';
import { excludedOperations, includedHosts, RuleIndex } from './rule-index.ts';
import { compileRulesetExpression } from './ruleset-expression.ts';
import { compileTokenRule } from './token-rule.ts';

/** Rules of a phase that are explained; each is asked once more for it. */
const mostRules = 20;
/** Characters of a value or an expression that are shown. */
const mostCharacters = 120;

/** Fields whose values are nobody's business: credentials stand in them. */
const secretField = /^http\.request\.(?:headers|cookies|body)|^raw\.|jwt/;

/** A phase, as the rules of it that a zone has. */
export interface PhaseRules {
  readonly phase: PhaseName;
  /** What its rules are called. */
  readonly kind: string;
  readonly rules: readonly RulesetRule[];
}

/**
 * Which rules of a phase a request meets, and of each other one what it is that does not hold.
 *
 * @param stop id of the rule behind which none was asked
 */
export function explainRulesets(
  { phase, kind, rules }: PhaseRules,
  context: RequestContext,
  stop?: string,
): string[] {
  const lines: string[] = [];
  for (const rule of rules.slice(0, mostRules)) {
    const name = `${kind} ${quote(rule.description || rule.ref || rule.id)} (${rule.action})`;
    if (!rule.enabled) {
      lines.push(`${name} is off.`);
      continue;
    }
    const filter = compileRulesetExpression(phase, rule.expression);
    if (!filter) continue;
    if (filter.evaluate(context)) lines.push(`${name} matched: ${shortened(rule.expression)}`);
    else lines.push(`${name} did not match: ${falseParts(filter, context)}`);
    if (rule.id === stop) return lines;
  }
  if (rules.length > mostRules) lines.push(`… and ${rules.length - mostRules} more rules of this kind.`);
  return lines;
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
