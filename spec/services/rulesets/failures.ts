import { defineFailures } from '../../failure.ts';

/**
 * Failures of the rulesets service: fact sheets token-validation, section 9.3, and markdown-conversion,
 * section 7.2. Codes from 20800 are ours.
 */
export const rulesetsFailures = defineFailures({
  'entrypoint-unknown': {
    status: 404,
    code: 10003,
    message: 'could not find entrypoint ruleset in the {phase} phase',
    certainty: 'observed',
    wording: 'observed',
  },
  'ruleset-unknown': {
    status: 404,
    code: 20800,
    message: 'could not find ruleset {id}',
    certainty: 'inferred',
    wording: 'invented',
  },
  'ruleset-version-unknown': {
    status: 404,
    code: 20801,
    message: 'could not find version {version} of ruleset {id}',
    certainty: 'inferred',
    wording: 'invented',
  },
  'ruleset-rule-unknown': {
    status: 404,
    code: 20802,
    message: 'could not find rule {rule} in ruleset {id}',
    certainty: 'inferred',
    wording: 'invented',
  },
  'ruleset-kind-taken': {
    status: 400,
    code: 20217,
    message:
      "'{kind}' is not a valid value for kind because exceeded maximum number of {kind} rulesets for phase {phase}",
    certainty: 'observed',
    wording: 'observed',
  },
  'ruleset-kind-invalid': {
    status: 400,
    code: 20803,
    message: "'{kind}' is not a valid value for kind because {reason}",
    certainty: 'inferred',
    wording: 'invented',
  },
  'ruleset-member-fixed': {
    status: 400,
    code: 20804,
    message: "'{value}' is not a valid value for {member} because it can't be changed from '{current}'",
    certainty: 'documented',
    wording: 'invented',
  },
  'ruleset-limit': {
    status: 400,
    code: 20805,
    message: 'there are {limit} rulesets here already, and more are not allowed: delete one first',
    certainty: 'inferred',
    wording: 'invented',
  },
  'ruleset-rule-limit': {
    status: 400,
    code: 20806,
    message: 'the ruleset would have {count} rules, and {limit} are allowed: use fewer rules',
    certainty: 'inferred',
    wording: 'invented',
  },
  'ruleset-in-use': {
    // Not 409: the platform's own client retries that status.
    status: 400,
    code: 20807,
    message: 'ruleset {id} is executed by rule {rule}: change or delete the rule first',
    certainty: 'inferred',
    wording: 'invented',
  },
  'ruleset-version-current': {
    status: 400,
    code: 20808,
    message: 'version {version} is the current one and stays: delete an older version, or the ruleset',
    certainty: 'inferred',
    wording: 'invented',
  },
  'ruleset-expression-blank': {
    status: 400,
    code: 20125,
    message: "'{expression}' is not a valid value for {member} because the expression cannot be blank",
    certainty: 'observed',
    wording: 'observed',
  },
  'ruleset-expression-invalid': {
    status: 400,
    code: 20127,
    message:
      "'{expression}' is not a valid value for {member} because could not parse filter expression: {problem}",
    certainty: 'observed',
    wording: 'observed',
  },
  'ruleset-expression-argument': {
    status: 400,
    code: 20083,
    message:
      "'{expression}' is not a valid value for {member} because could not parse filter expression: {problem}",
    certainty: 'observed',
    wording: 'observed',
  },
  'ruleset-action-missing': {
    status: 400,
    code: 20809,
    message: 'action is required for action parameters',
    certainty: 'observed',
    wording: 'observed',
  },
  'ruleset-action-absent': {
    status: 400,
    code: 20816,
    message: 'action is required',
    certainty: 'inferred',
    wording: 'invented',
  },
  'ruleset-action-unfit': {
    status: 400,
    code: 20810,
    message: "'{action}' is not a valid value for action because {reason}",
    certainty: 'documented',
    wording: 'invented',
  },
  'ruleset-parameters-missing': {
    status: 400,
    code: 20113,
    message: 'action parameters are required for the {action} action',
    certainty: 'observed',
    wording: 'observed',
  },
  'ruleset-parameters-invalid': {
    status: 400,
    code: 20811,
    message: '{field} is not valid: {problem}',
    certainty: 'documented',
    wording: 'invented',
  },
  'ruleset-field-unknown': {
    status: 400,
    code: 20812,
    message: 'invalid JSON: unknown field "{field}"',
    certainty: 'observed',
    wording: 'observed',
  },
  'ruleset-not-entitled': {
    status: 400,
    code: 20813,
    message:
      "'{parameter}' is not a valid value for action_parameters because not entitled: a paid plan is required, and this zone is on the plan {plan}",
    certainty: 'inferred',
    wording: 'invented',
  },
  'ruleset-logging-unfit': {
    status: 400,
    code: 20018,
    message: 'logging options are only allowed with the skip action, and this rule has {action}',
    certainty: 'observed',
    wording: 'observed',
  },
  'ruleset-position-invalid': {
    status: 400,
    code: 20814,
    message: 'the position is not valid: {problem}',
    certainty: 'inferred',
    wording: 'invented',
  },
  'ruleset-rule-twice': {
    status: 400,
    code: 20815,
    message: "'{value}' is not a valid value for {member} because another rule of the ruleset has it",
    certainty: 'inferred',
    wording: 'invented',
  },
});
