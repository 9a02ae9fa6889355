import { defineFailures, failure } from '../../failure.ts';

/**
 * Failures of the token validation service. Only the statuses 403/10403 and 404 were observed; the other codes are
 * ours, close to the documented message 110003.
 */
export const tokenValidationFailures = defineFailures({
  'token-validation-not-entitled': failure(403, 10403).observed('You are not entitled for this service'),
  'config-unknown': failure(404, 110404).observed('No token configuration {id} in this zone', 'invented'),
  'rule-unknown': failure(404, 110405).observed('No token validation rule {id} in this zone', 'invented'),
  'key-invalid': failure(400, 110010).seed('{problem}'),
  'token-source-invalid': failure(400, 110011).seed(
    'token_sources[{index}] is not a token source: {problem}',
  ),
  'rule-expression-invalid': failure(400, 110012).inferred('{problem}'),
  'rule-config-unknown': failure(400, 110013).documented(
    'The expression names token configuration {id}, which is not in this zone: create it first',
    'invented',
  ),
  // Not 409: the platform's own client retries that status.
  'config-in-use': failure(400, 110014).inferred(
    'Token configuration {id} is named by rule {rule}: change or delete the rule first',
  ),
  'config-limit': failure(400, 110015).documented(
    'This zone has {limit} token configurations, which is the limit: delete one first',
    'invented',
  ),
  'position-invalid': failure(400, 110016).inferred('Invalid position: {problem}'),
  'bulk-duplicate': failure(400, 110017).inferred('Rule {id} is in one call twice: name each rule once'),
  'rule-limit': failure(400, 110018).inferred(
    'This zone would have {count} token validation rules, and the limit is {limit}: delete some first',
  ),
});
