import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { endpoints } from '../endpoints.ts';
/** Gateways as resources, including the default gateway. */
export const gatewayRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway manage gateways', certainty: 'documented' },
    {
      'GW-CONF-1': 'The gateway `default` exists after the first run through it.',
      'GW-CONF-2': 'The gateway `default` logs, does not cache and has no rate limit.',
      'GW-CONF-3': 'The first run after its deletion creates the gateway `default` again.',
      'GW-CONF-4': 'The server refuses a run through a gateway that does not exist.',
      'GW-CONF-5': 'A run through a gateway that does not exist gets status 400 and code 2001.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, AI Gateway', certainty: 'documented' },
    {
      'GW-CONF-6': 'A POST of an id and the five required settings creates a gateway.',
      'GW-CONF-7': 'The server refuses a creation without one of the required settings.',
      'GW-CONF-8': 'The server accepts an id of 64 characters.',
      'GW-CONF-9': 'The server refuses an id of 65 characters.',
      'GW-CONF-10': 'The creation of a gateway returns its settings, `created_at` and `modified_at`.',
      'GW-CONF-11': 'A GET by id returns the gateway.',
      'GW-CONF-12': 'A PUT of all required settings updates a gateway.',
      'GW-CONF-13': 'The deletion of a gateway returns the deleted gateway.',
      'GW-CONF-14': 'A deleted gateway no longer exists.',
      'GW-CONF-15':
        'The list of gateways has pages by `page` and `per_page`, with at most 100 gateways each.',
      'GW-CONF-16': 'The `search` of gateways matches a part of their id.',
      'GW-CONF-17': 'An invalid setting gets status 400 and code 7001.',
      'GW-CONF-18': 'An unknown gateway gets status 404 and code 7002.',
      'GW-CONF-19': 'The `workers_ai_billing_mode` is `postpaid` by default.',
      'GW-CONF-20': 'The `rate_limiting_technique` is `fixed` or `sliding`.',
      'GW-CONF-23': 'An update accepts `guardrails`, `dlp`, `otel` and `spend_limits`.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'ai-gateway.gateway.update',
      of: 'gateway',
      passage: 'cloudflare-typescript, AI Gateway',
      certainty: 'documented',
    },
    {
      'GW-CONF-21': ['too small', '/log_management'],
      'GW-CONF-22': ['too large', '/log_management'],
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway limits', certainty: 'documented', feature: 'free-plan' },
    {
      'GW-CONF-24': 'The server refuses an eleventh gateway for an account on the free plan.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, AI Gateway universal endpoint',
      certainty: 'documented',
      feature: 'gateway-host',
      level: 'should',
    },
    {
      'GW-HOST-1': 'The gateway host serves a chat completion of a provider.',
      'GW-HOST-2': 'The gateway host serves a chat completion of `compat`, whose model names its provider.',
      'GW-HOST-3': 'The gateway host runs a hosted model at `workers-ai`.',
      'GW-HOST-4': 'The first request of a list that succeeds gives the answer; `cf-aig-step` says which.',
      'GW-HOST-5': 'On a gateway that requires a token, a request without one gets status 401 and code 2009.',
      'GW-HOST-6': 'On the gateway host, a gateway that does not exist gets status 400 and code 2001.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare docs, AI Gateway universal endpoint',
      certainty: 'inferred',
      feature: 'gateway-host',
    },
    { 'GW-HOST-7': 'On the gateway host, an unknown path gets status 404.' },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'GW-CONF-25': 'The server stores a `cache_ttl` of null as 0.',
      'GW-CONF-26': 'The URL of a provider names the account, the gateway and the provider.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: The gateway', certainty: 'inferred' },
    {
      'GW-CONF-28': 'An update of settings takes effect with the next run.',
      'GW-CONF-31': 'A gateway of one account is unknown in another account.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'ai-gateway.gateway.update',
      of: 'gateway',
      passage: 'decision record 7: The gateway',
      certainty: 'inferred',
    },
    {
      'GW-CONF-29': [
        'too small',
        ['/rate_limiting_limit', '/rate_limiting_interval', '/cache_ttl'],
        { sentence: 'The server refuses a negative limit.' },
      ],
    },
  ),
  ...statements(
    {
      passage: 'cloudflare-typescript, AI Gateway: provider-configs',
      certainty: 'documented',
      feature: 'provider-keys',
    },
    {
      'GW-KEY-1': 'The server stores a provider key under an alias.',
      'GW-KEY-2': 'The server never returns a stored key, only a preview of it.',
      'GW-KEY-3': 'A PUT replaces a stored key.',
    },
  ),
]);

/** Guardrails and data rules: what the gateway records and what stops a run. */
export const guardrailRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway guardrails', certainty: 'documented', feature: 'guardrails' },
    {
      'GW-GUARD-1': 'Guardrails check prompts and answers for a category, with an action for each.',
      'GW-GUARD-2': 'A run with a blocked prompt gets status 422 and code 2017.',
      'GW-GUARD-3': 'A run with a blocked answer gets status 422 and code 2017.',
      'GW-GUARD-4': 'A run that guardrails only flag gets its answer.',
      'GW-GUARD-5': 'A stream gets its full answer even if guardrails would block that answer.',
      'GW-GUARD-6': 'A blocking rule whose scanner does not answer ends a run with status 503 and code 7013.',
      'GW-GUARD-7': 'A flagging rule whose scanner does not answer lets a run pass.',
      'GW-GUARD-8': 'A scanner without remaining credits ends a run with status 402 and code 2021.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare docs, AI Gateway guardrails',
      certainty: 'inferred',
      feature: 'guardrails',
    },
    {
      'GW-GUARD-9': 'A blocked prompt does not reach the model.',
      'GW-GUARD-10': 'The gateway logs a blocked run.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway data loss prevention', certainty: 'documented', feature: 'dlp' },
    {
      'GW-DLP-1': 'A request that a data rule blocks gets code 2029.',
      'GW-DLP-2': 'An answer that a data rule blocks gets code 2030.',
      'GW-DLP-3': 'The header `cf-aig-dlp` says what a data rule matched.',
    },
  ),
]);

/** Request and response headers of the gateway beyond those of the seed. */
export const headerRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway header glossary', certainty: 'documented' },
    {
      'GW-HDR-21': 'The former name `cf-skip-cache` works like `cf-aig-skip-cache`.',
      'GW-HDR-22': 'The former name `cf-cache-ttl` works like `cf-aig-cache-ttl`.',
      'GW-HDR-23': 'A run with `cf-aig-collect-log-payload` false creates a log entry without bodies.',
      'GW-HDR-24': 'The `cf-aig-request-timeout` runs until the first byte of the answer.',
      'GW-HDR-25': 'A request header overrides the setting of its gateway.',
      'GW-HDR-26': 'A `cf-aig-custom-cost` sets the cost of the log entry.',
      'GW-HDR-27': 'The server accepts the `cf-aig-event-id` of a request.',
      'GW-HDR-28': 'A run with `cf-aig-collect-log` true creates a log entry even if its gateway keeps none.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway header glossary', certainty: 'documented' },
    {
      'GW-HDR-29': 'Where a cache applies, an answer carries `cf-aig-cache-status` as `HIT` or `MISS`.',
      'GW-HDR-30': 'The answer of a logged run carries the id of its log entry in `cf-aig-log-id`.',
      'GW-HDR-31': 'The log id is a UUID of version 7, or a ULID.',
      'GW-HDR-32': 'An answer carries `cf-aig-event-id`.',
      'GW-HDR-33': 'The `cf-aig-step` of a run without fallback is 0.',
      'GW-HDR-34': 'The `cf-aig-request-id` of a run without fallback is its log id.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    { 'GW-HDR-35': 'A refusal by the rate limit of a gateway carries no `Retry-After`.' },
  ),
  ...statements(
    { passage: 'decision record 7: The gateway', certainty: 'inferred' },
    {
      'GW-HDR-15':
        'The gateway never waits more than 60000 milliseconds between attempts, whatever `cf-aig-retry-delay` says.',
      'GW-HDR-18': 'The backoff `exponential` doubles the wait before each attempt.',
    },
  ),
]);
