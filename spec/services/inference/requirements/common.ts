import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** Access, envelopes and routes of the inference endpoints. */
export const commonRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare OpenAPI document, ai', certainty: 'documented' },
    {
      'INF-ENV-1': 'A successful run returns `result`, `success`, `errors` and `messages`.',
      'INF-ENV-2': 'The `success` of a successful run is true.',
      'INF-ENV-3': 'The `errors` of a successful run is an empty list.',
      'INF-ENV-4': 'The response to a run has no `result_info`.',
      'INF-AUTH-7': 'A token with the Edit permission of the service can run a model.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare OpenAPI document, ai', certainty: 'documented', feature: 'legacy-auth' },
    { 'INF-AUTH-8': 'The inference endpoints accept `X-Auth-Email` with `X-Auth-Key`.' },
  ),
  ...statements(
    { passage: 'opencode issue 32051', certainty: 'observed', feature: 'gateway-token' },
    { 'INF-AUTH-9': 'The error for a token with only a gateway permission reads `Authentication error`.' },
  ),
  ...statements(
    { passage: 'claude-code-router issue 1630', certainty: 'observed' },
    {
      'INF-ERR-1': 'A refusal of the edge has a `result` of null.',
      'INF-ERR-2': 'A refusal of the runtime of hosted models has a `result` without members.',
      'INF-ERR-3': 'A refusal of the runtime has `success` false and its entries under `errors`.',
      'INF-ERR-4': 'The message of a refusal of the runtime begins with `AiError: `.',
      'INF-ROUTE-1': 'An unknown path below `/ai` gets status 404 and code 7003.',
      'INF-ROUTE-2': 'The message of an unknown path below `/ai` names the path.',
      'INF-ROUTE-3': 'A GET of `/ai/v1/chat/completions` gets status 405.',
      'INF-ROUTE-4': 'A malformed account id gets code 7003.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'INF-ERR-5': 'A refused credential gets the envelope on `/ai/v1/chat/completions`.',
      'INF-ERR-6': 'A refusal of a model on `/ai/v1/chat/completions` has its entries under `errors`.',
      'INF-ERR-7': 'A refusal of a model on `/ai/v1/responses` has `error` with `code` and `message`.',
      'INF-ERR-8':
        'A refusal on `/ai/v1/messages` has the `type` `error`, and `error` with `type` and `message`.',
      'INF-ERR-9': 'An unknown model on `/ai/v1/messages` is a `not_found_error` with status 404.',
      'INF-ERR-10': 'A wrong body on `/ai/v1/messages` is an `invalid_request_error` with status 400.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: Runs', certainty: 'inferred' },
    {
      'INF-ERR-13':
        'A refusal of a model on `/ai/v1/chat/completions` has `error` with `message`, `type`, `param` and `code` too.',
      'INF-ERR-14': 'An exhausted limit on `/ai/v1/messages` is a `rate_limit_error`.',
      'INF-ERR-15': 'Each inference endpoint refuses a body that is not JSON with status 400.',
      'INF-ERR-16': 'A refusal contains neither a stack trace nor a path of the server.',
      'INF-AUTH-10': 'The messages endpoints accept the API token in `x-api-key`.',
      'INF-AUTH-11': 'The other inference endpoints do not accept the API token in `x-api-key`.',
    },
  ),
]);

/** Limits and billing of runs. */
export const limitRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Workers AI errors', certainty: 'documented' },
    {
      'INF-LIM-1': 'A run that is too large gets status 413 and code 3006.',
      'INF-LIM-2': 'A run that `rejectIfBusy` rejects gets status 429 and code 3040.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Workers AI errors', certainty: 'documented', feature: 'billing' },
    {
      'INF-BILL-6': 'A run beyond the free allocation gets status 429.',
      'INF-BILL-7': 'The server refuses a frontier model on the free plan with status 403 and code 5035.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, AI Gateway changelog: 2026-08-07',
      certainty: 'documented',
      feature: 'billing',
    },
    {
      'INF-BILL-8': 'A frontier model accepts 20 requests in a minute without prepaid credits.',
      'INF-BILL-9': 'A frontier model accepts 50 requests in a minute with prepaid credits.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed', feature: 'billing' },
    {
      'INF-BILL-10': 'A run without remaining credits gets status 402 and code 2021.',
      'INF-BILL-11': 'The refusal of a run without remaining credits says how to continue.',
      'INF-BILL-12': 'A run of a third-party model uses the credits of the account.',
      'INF-BILL-13':
        'The server refuses a run of a third-party model without remaining credits with status 402.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: Runs', certainty: 'inferred' },
    {
      'INF-LIM-3': 'The server refuses a prompt that is longer than the context window of its model.',
      'INF-LIM-4': 'A model with the old response shape refuses a schema together with `stream`.',
    },
  ),
]);

/** The model binding of Worker code. */
export const modelBindingRequirements = defineRequirements([
  ...statements(
    { passage: 'workerd, src/cloudflare/internal/ai-api.ts', certainty: 'documented', feature: 'bindings' },
    {
      'INF-BIND-1': 'Worker code runs a model by its binding without a token and gets only its output.',
      'INF-BIND-2': 'A streaming run returns a stream of events.',
      'INF-BIND-3': 'The message of a model refusal is `<code>: <text>`.',
    },
  ),
]);
