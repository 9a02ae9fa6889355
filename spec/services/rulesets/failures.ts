import { defineFailures, failure } from '../../failure.ts';

/**
 * Failures of the rulesets service, from live API answers that users report. Codes from 20800 are ours.
 */
export const rulesetsFailures = defineFailures({
  'entrypoint-unknown': failure(404, 10003).observed(
    'could not find entrypoint ruleset in the {phase} phase',
  ),
  'ruleset-unknown': failure(404, 20800).inferred('could not find ruleset {id}'),
  'ruleset-version-unknown': failure(404, 20801).inferred('could not find version {version} of ruleset {id}'),
  'ruleset-rule-unknown': failure(404, 20802).inferred('could not find rule {rule} in ruleset {id}'),
  'ruleset-kind-taken': failure(400, 20217).observed(
    "'{kind}' is not a valid value for kind because exceeded maximum number of {kind} rulesets for phase {phase}",
  ),
  'ruleset-kind-invalid': failure(400, 20803).inferred(
    "'{kind}' is not a valid value for kind because {reason}",
  ),
  'ruleset-member-fixed': failure(400, 20804).documented(
    "'{value}' is not a valid value for {member} because it can't be changed from '{current}'",
    'invented',
  ),
  'ruleset-limit': failure(400, 20805).inferred(
    'there are {limit} rulesets here, which is the limit: delete one first',
  ),
  'ruleset-rule-limit': failure(400, 20806).inferred(
    'the ruleset would have {count} rules, and the limit is {limit}: use fewer rules',
  ),
  // Not 409: the platform's own client retries that status.
  'ruleset-in-use': failure(400, 20807).inferred(
    'ruleset {id} is executed by rule {rule}: change or delete the rule first',
  ),
  'ruleset-version-current': failure(400, 20808).inferred(
    'version {version} is the current one and cannot be deleted: delete an older version, or the ruleset',
  ),
  'ruleset-expression-blank': failure(400, 20125).observed(
    "'{expression}' is not a valid value for {member} because the expression cannot be blank",
  ),
  'ruleset-expression-invalid': failure(400, 20127).observed(
    "'{expression}' is not a valid value for {member} because could not parse filter expression: {problem}",
  ),
  'ruleset-expression-argument': failure(400, 20083).observed(
    "'{expression}' is not a valid value for {member} because could not parse filter expression: {problem}",
  ),
  'ruleset-action-missing': failure(400, 20809).observed('action is required for action parameters'),
  'ruleset-action-absent': failure(400, 20816).inferred('action is required'),
  'ruleset-action-unfit': failure(400, 20810).documented(
    "'{action}' is not a valid value for action because {reason}",
    'invented',
  ),
  'ruleset-parameters-missing': failure(400, 20113).observed(
    'action parameters are required for the {action} action',
  ),
  'ruleset-parameters-invalid': failure(400, 20811).documented('{field} is not valid: {problem}', 'invented'),
  'ruleset-field-unknown': failure(400, 20812).observed('invalid JSON: unknown field "{field}"'),
  'ruleset-not-entitled': failure(400, 20813).inferred(
    "'{parameter}' is not a valid value for action_parameters because not entitled: a paid plan is required, and this zone is on the plan {plan}",
  ),
  'ruleset-logging-unfit': failure(400, 20018).observed(
    'logging options are only allowed with the skip action, and this rule has {action}',
  ),
  'ruleset-position-invalid': failure(400, 20814).inferred('the position is not valid: {problem}'),
  'ruleset-rule-twice': failure(400, 20815).inferred(
    "'{value}' is not a valid value for {member} because another rule of the ruleset has it",
  ),
});
