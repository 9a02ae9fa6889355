import { defineFailures } from '../../failure.ts';

/**
 * Failures of the token validation service. Only the statuses 403/10403 and 404 were ever seen; the
 * other codes are ours, in the neighbourhood of the documented message 110003.
 */
export const tokenValidationFailures = defineFailures({
  'token-validation-not-entitled': {
    status: 403,
    code: 10403,
    message: 'You are not entitled for this service',
    certainty: 'observed',
    wording: 'observed',
  },
  'config-unknown': {
    status: 404,
    code: 110404,
    message: 'No token configuration {id} in this zone',
    certainty: 'observed',
    wording: 'invented',
  },
  'rule-unknown': {
    status: 404,
    code: 110405,
    message: 'No token validation rule {id} in this zone',
    certainty: 'observed',
    wording: 'invented',
  },
  'key-invalid': {
    status: 400,
    code: 110010,
    message: '{problem}',
    certainty: 'seed',
    wording: 'invented',
  },
  'token-source-invalid': {
    status: 400,
    code: 110011,
    message: 'token_sources[{index}] is not a token source: {problem}',
    certainty: 'seed',
    wording: 'invented',
  },
  'rule-expression-invalid': {
    status: 400,
    code: 110012,
    message: '{problem}',
    certainty: 'inferred',
    wording: 'invented',
  },
  'rule-config-unknown': {
    status: 400,
    code: 110013,
    message:
      'The expression names token configuration {id}, and this zone has none with that id: create it first',
    certainty: 'documented',
    wording: 'invented',
  },
  'config-in-use': {
    // Not 409: the platform's own client retries that status.
    status: 400,
    code: 110014,
    message: 'Token configuration {id} is named by rule {rule}: change or delete the rule first',
    certainty: 'inferred',
    wording: 'invented',
  },
  'config-limit': {
    status: 400,
    code: 110015,
    message: 'This zone has {limit} token configurations, and more are not allowed: delete one first',
    certainty: 'documented',
    wording: 'invented',
  },
  'position-invalid': {
    status: 400,
    code: 110016,
    message: 'Invalid position: {problem}',
    certainty: 'inferred',
    wording: 'invented',
  },
  'bulk-duplicate': {
    status: 400,
    code: 110017,
    message: 'Rule {id} stands twice in one call: name each rule once',
    certainty: 'inferred',
    wording: 'invented',
  },
  'rule-limit': {
    status: 400,
    code: 110018,
    message:
      'This zone would have {count} token validation rules, and {limit} are allowed: delete some first',
    certainty: 'inferred',
    wording: 'invented',
  },
});
