import { ApiError } from '../../../spec/errors.ts';
import { type PhaseName, phaseOf, type RulesetAction } from '../../../spec/services/rulesets/phases.ts';
import type { Ruleset, RulesetRuleInput } from '../../../spec/services/rulesets/schemas.ts';
import { jsonPointer } from '../../validate.ts';
import { checkParameters } from './check-parameters.ts';
import { checkExpression } from './check-rule-expression.ts';
import type { Scene } from './scene.ts';

/** A rule whose action and expression are there and fit its phase. */
export type CheckedRule = RulesetRuleInput & {
  readonly action: RulesetAction;
  readonly expression: string;
};

/** The ruleset that a rule is checked for. */
export type RuleHome = Pick<Ruleset, 'kind' | 'phase'>;

/** Members of a rule of an evaluated phase; `position` stands in single rules only. */
const members: ReadonlySet<string> = new Set([
  'id',
  'ref',
  'version',
  'last_updated',
  'categories',
  'action',
  'action_parameters',
  'expression',
  'description',
  'enabled',
  'logging',
  'ratelimit',
  'exposed_credential_check',
  'position',
]);

/**
 * That a rule fits the ruleset it is for. What a rule of a kept phase does with its parameters nobody here
 * knows, so those are taken as they are.
 *
 * @param pointer JSON pointer to the rule in the body
 * @throws ApiError that says what is wrong, where.
 */
export function checkRule(
  scene: Scene,
  home: RuleHome,
  rule: RulesetRuleInput,
  pointer: string,
): CheckedRule {
  const { phase } = home;
  const { action, expression = '', ratelimit } = rule;
  // Before the action: a change that leaves out both is told of the expression (fact sheet 9.1).
  if (expression.trim() === '') {
    throw new ApiError(
      'ruleset-expression-blank',
      { member: 'expression', expression },
      `${pointer}/expression`,
    );
  }
  if (action === undefined) {
    const failure = rule.action_parameters ? 'ruleset-action-missing' : 'ruleset-action-absent';
    throw new ApiError(failure, {}, `${pointer}/action`);
  }
  checkAction(home, action, `${pointer}/action`);
  if (phaseOf(phase).evaluated) {
    checkMembers(rule, action, pointer);
    checkParameters(scene, phase, action, rule.action_parameters, `${pointer}/action_parameters`);
  }
  checkExpression(phase, 'expression', expression, `${pointer}/expression`);
  const counting = ratelimit?.['counting_expression'];
  if (typeof counting === 'string' && counting !== '') {
    checkExpression(phase, 'counting_expression', counting, `${pointer}/ratelimit/counting_expression`);
  }
  return { ...rule, action, expression };
}

function checkAction({ kind, phase }: RuleHome, action: RulesetAction, pointer: string): void {
  if (!phaseOf(phase).actions.includes(action)) {
    throw unfit(action, `rules of the phase ${phase} can't have it: ${allowed(phase)}`, pointer);
  }
  if (action === 'execute' && kind === 'custom') {
    throw unfit(action, 'a custom ruleset is executed by an entry point and executes none itself', pointer);
  }
}

const unfit = (action: string, reason: string, pointer: string) =>
  new ApiError('ruleset-action-unfit', { action, reason }, pointer);

function allowed(phase: PhaseName): string {
  return `use ${phaseOf(phase).actions.join(', ')}`;
}

function checkMembers(rule: RulesetRuleInput, action: RulesetAction, pointer: string): void {
  const field = Object.keys(rule).find((name) => !members.has(name));
  if (field !== undefined) {
    throw new ApiError('ruleset-field-unknown', { field }, `${pointer}${jsonPointer([field])}`);
  }
  if (rule.logging !== undefined && action !== 'skip' && action !== 'execute') {
    throw new ApiError('ruleset-logging-unfit', { action }, `${pointer}/logging`);
  }
}
