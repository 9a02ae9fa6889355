import type { z } from 'zod';
import { ApiError } from '../../../spec/errors.ts';
import { getMistake, jsonPointer } from '../../../spec/mistake.ts';
import {
  actionParameterSchemas,
  actionsWithParameters,
} from '../../../spec/services/rulesets/action-parameters.ts';
import { getPhase, type PhaseName, type RulesetAction } from '../../../spec/services/rulesets/phases.ts';
import type { Ruleset, RulesetRuleInput } from '../../../spec/services/rulesets/schemas.ts';
import { mayConvert } from '../../../spec/services/settings/known-settings.ts';
import { compileRulesetExpression } from '../../edge/ruleset-expression.ts';
import { ExpressionError } from '../../engines/expressions/index.ts';
import type { Scene } from './scene.ts';

type Parameters = Readonly<Record<string, unknown>>;

const demanding: ReadonlySet<string> = new Set(actionsWithParameters);
const schemas: Readonly<Partial<Record<RulesetAction, z.ZodType>>> = actionParameterSchemas;

/**
 * Checks the parameters of an action: cloudflare-typescript, Rulesets.
 *
 * @param pointer JSON pointer to the parameters in the body
 * @throws ApiError `ruleset-parameters-missing`, `ruleset-parameters-invalid`, `ruleset-field-unknown` or
 *   `ruleset-not-entitled`.
 */
export function checkParameters(
  scene: Scene,
  phase: PhaseName,
  action: RulesetAction,
  parameters: Parameters = {},
  pointer: string,
): void {
  if (demanding.has(action) && Object.keys(parameters).length === 0) {
    throw new ApiError('ruleset-parameters-missing', { action }, pointer);
  }
  const outcome = schemas[action]?.safeParse(parameters);
  if (outcome?.error) throw invalid(outcome.error.issues, parameters, pointer);
  if (action === 'set_config') checkPlan(scene, parameters, pointer);
  if (action === 'execute') checkExecuted(scene, phase, String(parameters['id']), `${pointer}/id`);
}

function invalid(issues: readonly z.core.$ZodIssue[], parameters: Parameters, pointer: string): ApiError {
  const [issue] = issues;
  if (issue?.code === 'unrecognized_keys') {
    const field = issue.keys[0] ?? '';
    const unknown = [...issue.path.map(String), field];
    return new ApiError('ruleset-field-unknown', { field }, pointer + jsonPointer(unknown));
  }
  const { path, problem } = getMistake(issues, parameters);
  const detail = { field: ['action_parameters', ...path].join('.'), problem };
  return new ApiError('ruleset-parameters-invalid', detail, pointer + jsonPointer(path));
}

/** A zone that may convert may do so by rule or by setting: seed inference-and-conversion, Limits. */
function checkPlan({ world, zone }: Scene, parameters: Parameters, pointer: string): void {
  const parameter = 'content_converter';
  if (!zone || parameters[parameter] === undefined) return;
  const plan = zone.plan.legacy_id;
  if (mayConvert({ plan, customHostnames: world.customHostnames.count(zone.id) })) return;
  throw new ApiError('ruleset-not-entitled', { parameter, plan }, `${pointer}/${parameter}`);
}

/** Only a custom ruleset of the account can be executed, and only in its own phase. */
function checkExecuted({ account }: Scene, phase: PhaseName, id: string, pointer: string): void {
  const executed = account?.rulesets.get(id)?.current;
  if (executed?.kind === 'custom' && executed.phase === phase) return;
  const problem = `the account has no custom ruleset ${id} of the phase ${phase}`;
  throw new ApiError('ruleset-parameters-invalid', { field: 'action_parameters.id', problem }, pointer);
}

/** A rule whose action and expression are present and fit its phase. */
export type CheckedRule = RulesetRuleInput & {
  readonly action: RulesetAction;
  readonly expression: string;
};

/** The ruleset of a rule. */
export type RuleHome = Pick<Ruleset, 'kind' | 'phase'>;

/** Members of a rule of an evaluated phase; `position` is allowed in single rules only. */
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
 * Checks that a rule fits its ruleset. The effect of parameters in phases that the mock doesn't evaluate is unknown, so
 * those are not checked.
 *
 * @param pointer JSON pointer to the rule in the body
 * @throws ApiError with the error and its position.
 */
export function checkRule(
  scene: Scene,
  home: RuleHome,
  rule: RulesetRuleInput,
  pointer: string,
): CheckedRule {
  const { phase } = home;
  const { action, expression = '', ratelimit } = rule;
  // Before the action: a change without both gets the error about the expression (cloudflare-typescript, Rulesets).
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
  if (getPhase(phase).evaluated) {
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
  if (!getPhase(phase).actions.includes(action)) {
    throw unfit(action, `rules of the phase ${phase} can't have it: ${allowed(phase)}`, pointer);
  }
  if (action === 'execute' && kind === 'custom') {
    throw unfit(action, 'a custom ruleset is executed by an entry point and executes none itself', pointer);
  }
}

const unfit = (action: string, reason: string, pointer: string) =>
  new ApiError('ruleset-action-unfit', { action, reason }, pointer);

function allowed(phase: PhaseName): string {
  return `use ${getPhase(phase).actions.join(', ')}`;
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

/**
 * Checks that an expression compiles for a phase.
 *
 * @param member the rule's member with the expression, for the message
 * @param pointer JSON pointer to it in the body
 * @throws ApiError with the text and position of the platform's message: cloudflare/wirefilter.
 */
export function checkExpression(
  phase: PhaseName,
  member: 'expression' | 'counting_expression',
  expression: string,
  pointer: string,
): void {
  try {
    compileRulesetExpression(phase, expression);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const detail = { member, expression, problem: error.render() };
    throw new ApiError(getFailure(error), detail, pointer, { cause: error });
  }
}

/** One error has a code of its own: live API answers that users report. */
function getFailure({ code, message }: ExpressionError) {
  if (code === 'expression_blank') return 'ruleset-expression-blank';
  return message.startsWith('invalid kind of argument')
    ? 'ruleset-expression-argument'
    : 'ruleset-expression-invalid';
}
