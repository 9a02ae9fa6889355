import type { z } from 'zod';
import { ApiError } from '../../../spec/errors.ts';
import {
  actionParameterSchemas,
  actionsWithParameters,
} from '../../../spec/services/rulesets/action-parameters.ts';
import type { PhaseName, RulesetAction } from '../../../spec/services/rulesets/phases.ts';
import { mayConvert } from '../../../spec/services/settings/known-settings.ts';
import { jsonPointer } from '../../validate.ts';
import type { Scene } from './scene.ts';

type Parameters = Readonly<Record<string, unknown>>;

const demanding: ReadonlySet<string> = new Set(actionsWithParameters);
const schemas: Readonly<Partial<Record<RulesetAction, z.ZodType>>> = actionParameterSchemas;

/**
 * That the parameters of an action are what it takes: fact sheet token-validation, section 9.2.
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
  const issue = outcome?.error?.issues[0];
  if (issue) throw invalid(issue, pointer);
  if (action === 'set_config') checkPlan(scene, parameters, pointer);
  if (action === 'execute') checkExecuted(scene, phase, String(parameters['id']), `${pointer}/id`);
}

function invalid(issue: z.core.$ZodIssue, pointer: string): ApiError {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const field = issue.keys[0] ?? '';
    return new ApiError('ruleset-field-unknown', { field }, pointer + jsonPointer([...path, field]));
  }
  const detail = { field: ['action_parameters', ...path].join('.'), problem: issue.message };
  return new ApiError('ruleset-parameters-invalid', detail, pointer + jsonPointer(path));
}

/** Who may convert, may by a rule as well as by the setting: seed inference-and-conversion, Limits. */
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
