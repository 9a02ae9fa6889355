import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** Access, envelopes and routing of the inference endpoints. */
export const commonRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare OpenAPI document, ai', certainty: 'documented' },
    {
      'INF-ENV-1': 'A run that succeeds is answered with `result`, `success`, `errors` and `messages`.',
      'INF-ENV-2': 'The `success` of a run that succeeds is true.',
      'INF-ENV-3': 'The `errors` of a run that succeeds is an empty list.',
      'INF-ENV-4': 'The answer to a run has no `result_info`.',
      'INF-AUTH-7': 'A token with the Edit permission of the service may run a model.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare OpenAPI document, ai', certainty: 'documented', feature: 'legacy-auth' },
    { 'INF-AUTH-8': 'The inference endpoints accept `X-Auth-Email` with `X-Auth-Key`.' },
  ),
  ...statements(
    { passage: 'opencode issue 32051', certainty: 'observed', feature: 'gateway-token' },
    { 'INF-AUTH-9': 'The error of a token with a gateway permission alone reads `Authentication error`.' },
  ),
  ...statements(
    { passage: 'claude-code-router issue 1630', certainty: 'observed' },
    {
      'INF-ERR-1': 'What the edge refuses has a `result` of null.',
      'INF-ERR-2': 'What the runtime of hosted models refuses has a `result` without members.',
      'INF-ERR-3': 'What the runtime refuses has `success` false and its entries under `errors`.',
      'INF-ERR-4': 'The message of a refusal of the runtime begins with `AiError: `.',
      'INF-ROUTE-1': 'An unknown path below `/ai` is answered with status 404 and code 7003.',
      'INF-ROUTE-2': 'The message of an unknown path below `/ai` names the path.',
      'INF-ROUTE-3': 'A GET of `/ai/v1/chat/completions` is answered with status 405.',
      'INF-ROUTE-4': 'An account id that is none is answered with code 7003.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'INF-ERR-5': 'A refused credential is answered with the envelope on `/ai/v1/chat/completions`.',
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
      'INF-ERR-11': 'A refused credential is answered with the envelope on `/ai/v1/responses`.',
      'INF-ERR-12': 'A refused credential is answered with the envelope on `/ai/v1/messages`.',
      'INF-ERR-13':
        'A refusal of a model on `/ai/v1/chat/completions` has `error` with `message`, `type`, `param` and `code` too.',
      'INF-ERR-14': 'An exhausted limit on `/ai/v1/messages` is a `rate_limit_error`.',
      'INF-ERR-15': 'A body that is no JSON is refused with status 400 on each inference endpoint.',
      'INF-ERR-17':
        'Whatever is refused below `/ai/v1` has an `error` with a `message`, an unknown path too.',
      'INF-ERR-16': 'A refusal names neither a stack nor a path of the server.',
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
      'INF-LIM-1': 'A run that is too large is answered with status 413 and code 3006.',
      'INF-LIM-2': 'A run that `rejectIfBusy` cuts short is answered with status 429 and code 3040.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Workers AI errors', certainty: 'documented', feature: 'billing' },
    {
      'INF-BILL-6': 'A run beyond the free allocation is answered with status 429.',
      'INF-BILL-7': 'A frontier model is refused on the free plan with status 403 and code 5035.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, AI Gateway changelog: 2026-08-07',
      certainty: 'documented',
      feature: 'billing',
    },
    {
      'INF-BILL-8': 'A frontier model takes 20 requests in a minute without prepaid credits.',
      'INF-BILL-9': 'A frontier model takes 50 requests in a minute with prepaid credits.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed', feature: 'billing' },
    {
      'INF-BILL-10': 'A run that no credits are left for is answered with status 402 and code 2021.',
      'INF-BILL-11': 'A run that no credits are left for says how to go on.',
      'INF-BILL-12': 'A run of a third-party model draws on the credits of the account.',
      'INF-BILL-13': 'A run of a third-party model is refused with status 402 where no credits are left.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: Runs', certainty: 'inferred' },
    {
      'INF-LIM-3': 'A prompt that is longer than the window of its model is refused.',
      'INF-LIM-4': 'A schema together with `stream` is refused by a model of the old shape.',
      'INF-LIM-5': 'A run that takes too long is answered with a status of the 4xx or 5xx class.',
    },
  ),
]);

/** What Worker code can do with a binding of models. */
export const modelBindingRequirements = defineRequirements([
  ...statements(
    { passage: 'workerd, src/cloudflare/internal/ai-api.ts', certainty: 'documented', feature: 'bindings' },
    {
      'INF-BIND-1': 'Worker code runs a model by its binding without a token, and gets its output alone.',
      'INF-BIND-2': 'A run that streams gives a stream of events.',
      'INF-BIND-3': 'The message of what a model refuses with is `<code>: <text>`.',
    },
  ),
]);
