import { ApiError } from '../../../spec/errors.ts';
import type { Ruleset, RulesetRule, RulesetRuleInput } from '../../../spec/services/rulesets/schemas.ts';
import { buildRules, checkRuleCount, type RuleStamp } from './build-rules.ts';
import { checkRule, type RuleHome } from './check-rule.ts';
import type { Scene } from './scene.ts';

/**
 * The rules of a body as they are to be kept; undefined where the body has none.
 *
 * @param before the rules that the ruleset has so far
 * @throws ApiError that says what is wrong with which rule.
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

/** Members that stay as they were when the ruleset was made. */
const fixed = ['name', 'kind', 'phase'] as const;

/**
 * That a write leaves alone what can't be changed; sending it unchanged is no change.
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
