import { ApiError } from '../../../spec/errors.ts';
import {
  type RulePosition,
  type Ruleset,
  type RulesetRule,
  type RulesetRuleInput,
  rulesetLimits,
} from '../../../spec/services/rulesets/schemas.ts';
import { isObject } from '../../../spec/value-kinds.ts';
import { type CheckedRule, checkRule, type RuleHome } from './check-rule.ts';
import type { Scene } from './scene.ts';

/** The time of a write, and the source of ids for new rules. */
export interface RuleStamp {
  /** RFC 3339. */
  readonly at: string;
  readonly newId: () => string;
}

/** Skip rules log the requests that they exempt, unless they say otherwise (observed). */
const skipLogging = { enabled: true };

/**
 * Creates the stored form of a rule.
 *
 * @param known the rule it replaces: its id stays, and its version too when nothing changes
 */
export function buildRule(
  {
    id: _id,
    version: _version,
    last_updated: _at,
    categories: _,
    position: _position,
    ...input
  }: CheckedRule,
  known: RulesetRule | undefined,
  { at, newId }: RuleStamp,
): RulesetRule {
  const id = known?.id ?? newId();
  const { action, action_parameters, expression, description, enabled = true, ref, ...rest } = input;
  const content = {
    action,
    ...(action_parameters === undefined ? {} : { action_parameters }),
    expression,
    ...(description === undefined ? {} : { description }),
    ref: ref ?? known?.ref ?? id,
    enabled,
    ...(action === 'skip' ? { logging: skipLogging } : {}),
    ...rest,
  };
  if (known) {
    const { id: _known, version, last_updated: _before, ...before } = known;
    if (sameJson(content, before)) return known;
    return { id, version: String(Number(version) + 1), ...content, last_updated: at };
  }
  return { id, version: '1', ...content, last_updated: at };
}

/**
 * The rules of a ruleset after a full replacement. A rule whose id, or else ref, is known keeps both; any other is new:
 * cloudflare-typescript, Rulesets.
 *
 * @param before the previous rules
 * @throws ApiError `ruleset-rule-twice` when two of them are the same rule.
 */
function buildRules(
  inputs: readonly CheckedRule[],
  before: readonly RulesetRule[],
  stamp: RuleStamp,
): RulesetRule[] {
  const byId = new Map(before.map((rule) => [rule.id, rule]));
  const byRef = new Map(before.map((rule) => [rule.ref, rule]));
  const taken = new Set<string>();
  const rules = inputs.map((input, index) => {
    const known = knownRule(input, byId, byRef);
    if (known) {
      const member = known.id === input.id ? 'id' : 'ref';
      if (taken.has(known.id)) throw twice(member, known[member], `/rules/${index}`);
      taken.add(known.id);
    }
    return buildRule(input, known, stamp);
  });
  checkRefs(rules, (index) => `/rules/${index}`);
  return rules;
}

function knownRule(
  { id, ref }: RulesetRuleInput,
  byId: ReadonlyMap<string, RulesetRule>,
  byRef: ReadonlyMap<string, RulesetRule>,
): RulesetRule | undefined {
  return (id === undefined ? undefined : byId.get(id)) ?? (ref === undefined ? undefined : byRef.get(ref));
}

/**
 * Checks that no two rules of a ruleset have the same ref.
 *
 * @param pointer JSON pointer to the rule at an index
 * @throws ApiError `ruleset-rule-twice`.
 */
export function checkRefs(rules: readonly RulesetRule[], pointer: (index: number) => string): void {
  const seen = new Set<string>();
  for (const [index, { ref }] of rules.entries()) {
    if (seen.has(ref)) throw twice('ref', ref, pointer(index));
    seen.add(ref);
  }
}

/** Checks the number of rules in a ruleset. @throws ApiError `ruleset-rule-limit`. */
export function checkRuleCount(count: number, pointer: string): void {
  const limit = rulesetLimits.rulesPerRuleset;
  if (count > limit) throw new ApiError('ruleset-rule-limit', { count, limit }, pointer);
}

function twice(member: 'id' | 'ref', value: string, rule: string): ApiError {
  return new ApiError('ruleset-rule-twice', { member, value }, `${rule}/${member}`);
}

/**
 * The stored form of a body's rules; undefined if the body has none.
 *
 * @param before the current rules of the ruleset
 * @throws ApiError with the error and the rule that has it.
 */
export function rulesOfBody(
  scene: Scene,
  home: RuleHome,
  inputs: readonly RulesetRuleInput[] | undefined,
  before: readonly RulesetRule[],
  stamp: RuleStamp,
): RulesetRule[] | undefined {
  if (inputs === undefined) return undefined;
  checkRuleCount(inputs.length, '/rules');
  const checked = inputs.map((rule, index) => checkRule(scene, home, rule, `/rules/${index}`));
  return buildRules(checked, before, stamp);
}

/** Members that never change after the ruleset is created. */
const fixed = ['name', 'kind', 'phase'] as const;

/**
 * Checks that a write leaves the fixed members alone; sending one unchanged is allowed.
 *
 * @throws ApiError `ruleset-member-fixed`.
 */
export function checkFixedMembers(
  current: Pick<Ruleset, (typeof fixed)[number]>,
  body: { readonly [M in (typeof fixed)[number]]?: string | undefined },
): void {
  for (const member of fixed) {
    const value = body[member];
    if (value === undefined || value === current[member]) continue;
    throw new ApiError('ruleset-member-fixed', { member, value, current: current[member] }, `/${member}`);
  }
}

/**
 * The rules with one of them moved: before or after another, or to an index counted from 1. An empty `before` is the
 * top, an empty `after` the bottom: cloudflare-typescript, Rulesets.
 *
 * @param rules the other rules, with or without the rule
 * @param pointer JSON pointer to the position in the body
 * @throws ApiError `ruleset-position-invalid` when it names the rule itself or an unknown rule.
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

/** Whether two JSON values are equal, whatever the order of their members. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => sameJson(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && sameJson(one[name], other[name]));
}
