import { ApiError } from '../../../spec/errors.ts';
import type { RulePosition, RulesetRule } from '../../../spec/services/rulesets/schemas.ts';

/**
 * The rules with one of them in a place: before or after another, or at an index counted from 1. An empty
 * `before` is the top, an empty `after` the bottom: fact sheet token-validation, section 9.1.
 *
 * @param rules with the rule anywhere among them, or not yet
 * @param pointer JSON pointer to the position in the body
 * @throws ApiError `ruleset-position-invalid` when it names the rule itself or one that is not there.
 *
 * @example
 * placeRule([a, b, c], c, { before: a.id }, '/position') // [c, a, b]
 */
export function placeRule(
  rules: readonly RulesetRule[],
  rule: RulesetRule,
  position: RulePosition,
  pointer: string,
): RulesetRule[] {
  const others = rules.filter(({ id }) => id !== rule.id);
  const index = indexIn(others, rule, position, pointer);
  return [...others.slice(0, index), rule, ...others.slice(index)];
}

function indexIn(
  others: readonly RulesetRule[],
  { id }: RulesetRule,
  { before, after, index: place }: RulePosition,
  pointer: string,
): number {
  if (place !== undefined) return Math.min(place - 1, others.length);
  const [member, wanted] = before === undefined ? (['after', after] as const) : (['before', before] as const);
  if (wanted === undefined || wanted === '') return member === 'before' ? 0 : others.length;
  if (wanted === id) throw invalid(`a rule can't stand ${member} itself`, `${pointer}/${member}`);
  const index = others.findIndex((other) => other.id === wanted);
  if (index === -1) throw invalid(`no rule ${wanted} in this ruleset`, `${pointer}/${member}`);
  return member === 'before' ? index : index + 1;
}

const invalid = (problem: string, pointer: string) =>
  new ApiError('ruleset-position-invalid', { problem }, pointer);
