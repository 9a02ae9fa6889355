import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { tokenValidationEndpoints } from '../endpoints.ts';

const rules = 'token-validation.md: Expression rules';

/** The expression of a token validation rule: when its action is taken. */
export const expressionRequirements = defineRequirements([
  ...statements(
    { passage: rules, certainty: 'seed', feature: 'edge' },
    {
      'TV-EXPR-1': 'The action of a rule is taken when its expression is false.',
      'TV-EXPR-2': 'The action of a rule is not taken when its expression is true.',
      'TV-EXPR-3': '`is_jwt_present(<id>)` takes the action on a request without a token.',
      'TV-EXPR-4': '`is_jwt_present(<id>)` lets a request with a token pass.',
      'TV-EXPR-5': '`is_jwt_valid(<id>)` takes the action on a request without a token.',
      'TV-EXPR-6': '`is_jwt_valid(<id>)` takes the action on a request with an invalid token.',
      'TV-EXPR-7': '`is_jwt_valid(<id>)` lets a request with a valid token pass.',
      'TV-EXPR-8':
        '`is_jwt_valid(<id1>) or is_jwt_valid(<id2>)` takes the action when neither token is valid.',
      'TV-EXPR-9': '`is_jwt_valid(<id1>) or is_jwt_valid(<id2>)` lets a valid token of the first pass.',
      'TV-EXPR-10': '`is_jwt_valid(<id1>) or is_jwt_valid(<id2>)` lets a valid token of the second pass.',
      'TV-EXPR-11': '`is_jwt_valid(<id>) or not is_jwt_present(<id>)` takes the action on an invalid token.',
      'TV-EXPR-12': '`is_jwt_valid(<id>) or not is_jwt_present(<id>)` lets a request without a token pass.',
      'TV-EXPR-13': '`is_jwt_valid(<id>) or not is_jwt_present(<id>)` lets a valid token pass.',
      'TV-EXPR-14': '`and` takes the action when one of its two sides is false.',
      'TV-EXPR-15': '`or` takes no action when one of its two sides is true.',
      'TV-EXPR-16': '`not` reverses when the action is taken.',
      'TV-EXPR-17': '`eq` compares a field of the request with a string.',
    },
  ),
  ...statements(
    { passage: rules, certainty: 'seed' },
    {
      'TV-EXPR-18': 'A rule with `is_jwt_valid(<config_id>)` is accepted.',
      'TV-EXPR-19': 'A rule with `is_jwt_present(<config_id>)` is accepted.',
    },
  ),
  ...statements(
    { passage: 'fact sheet token-validation 5.3', certainty: 'documented' },
    {
      'TV-EXPR-20': 'An expression that names a configuration the zone does not have is refused.',
      'TV-EXPR-21': 'An expression that is not of the rules language is refused.',
    },
  ),
  ...statements(
    { passage: 'fact sheet token-validation 1.9', certainty: 'documented' },
    {
      'TV-EXPR-22': 'An expression of 4,096 characters is accepted.',
      'TV-EXPR-23': 'An expression of 4,097 characters is refused.',
    },
  ),
  ...statements(
    { passage: 'fact sheet token-validation 5.3', certainty: 'documented', feature: 'edge' },
    {
      'TV-EXPR-24': '`or http.request.method eq "OPTIONS"` lets a preflight without a token pass.',
      'TV-EXPR-25': '`is_jwt_present(<id>)` lets a request with an invalid token pass.',
      'TV-EXPR-26': '`is_jwt_valid(<id>) or not is_jwt_valid(<id>)` never takes the action.',
    },
  ),
  ...statements(
    { passage: 'fact sheet token-validation 7.6', certainty: 'documented', feature: 'edge' },
    {
      'TV-EXPR-27': 'A comparison with a header that the request lacks is false and so takes the action.',
    },
  ),
  ...statements(
    { passage: 'fact sheet token-validation 5.3', certainty: 'inferred' },
    {
      'TV-EXPR-28': 'An argument of `is_jwt_valid` that is not a string literal is refused.',
      'TV-EXPR-30': 'An expression that is not boolean is refused.',
      'TV-EXPR-31': 'An expression that reads `http.request.jwt.claims` is refused.',
    },
  ),
  ...bounds(
    {
      in: tokenValidationEndpoints,
      operation: 'token-validation.rule.bulk-create',
      of: 'rule',
      passage: 'fact sheet token-validation 5.3',
      certainty: 'inferred',
    },
    {
      'TV-EXPR-29': ['too short', '/0/expression', { sentence: 'An empty expression is refused.' }],
    },
  ),
  ...statements(
    { passage: 'fact sheet token-validation 5.3', certainty: 'inferred', feature: 'edge' },
    {
      'TV-EXPR-32': 'A value that is no token at all counts as present.',
      'TV-EXPR-33': 'A value that begins with another authentication scheme and a space counts as absent.',
      'TV-EXPR-34': 'A source value that is empty, alone or behind `Bearer` and a space, counts as absent.',
    },
  ),
  ...statements(
    { passage: 'fact sheet token-validation 1.5', certainty: 'observed' },
    {
      'TV-EXPR-35': 'A space between a function name and its parenthesis is accepted.',
    },
  ),
]);
