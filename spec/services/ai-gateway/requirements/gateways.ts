import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { aiGatewayEndpoints } from '../endpoints.ts';
/** Gateways as resources, the default one included. */
export const gatewayRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway manage gateways', certainty: 'documented' },
    {
      'GW-CONF-1': 'The gateway `default` is there after the first run that goes through it.',
      'GW-CONF-2': 'The gateway `default` logs, does not cache and has no rate limit.',
      'GW-CONF-3': 'The gateway `default` is made again by the first run after its deletion.',
      'GW-CONF-4': 'A run through a gateway that nobody made is refused.',
      'GW-CONF-5': 'A run through a gateway that nobody made is answered with status 400 and code 2001.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, AI Gateway', certainty: 'documented' },
    {
      'GW-CONF-6': 'A gateway is created with its id and the five settings that are required.',
      'GW-CONF-7': 'A creation without one of the settings that are required is refused.',
      'GW-CONF-8': 'An id of 64 characters is accepted.',
      'GW-CONF-9': 'An id of 65 characters is refused.',
      'GW-CONF-10': 'A created gateway is answered with its settings, `created_at` and `modified_at`.',
      'GW-CONF-11': 'A gateway is read by its id.',
      'GW-CONF-12': 'A gateway is updated by a PUT of all settings that are required.',
      'GW-CONF-13': 'A deleted gateway is answered as it was.',
      'GW-CONF-14': 'A deleted gateway is gone.',
      'GW-CONF-15': 'Gateways are listed by `page` and `per_page`, at most 100 at a time.',
      'GW-CONF-16': 'The `search` of gateways finds them by a part of their id.',
      'GW-CONF-17': 'A wrong setting is answered with status 400 and code 7001.',
      'GW-CONF-18': 'An unknown gateway is answered with status 404 and code 7002.',
      'GW-CONF-19': 'The `workers_ai_billing_mode` is `postpaid` where nobody sets it.',
      'GW-CONF-20': 'The `rate_limiting_technique` is `fixed` or `sliding`.',
      'GW-CONF-23': 'An update takes `guardrails`, `dlp`, `otel` and `spend_limits`.',
    },
  ),
  ...bounds(
    {
      in: aiGatewayEndpoints,
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
      'GW-CONF-24': 'An account with 10 gateways on the free plan gets no further one.',
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
      'GW-HOST-1': 'A chat completion of a provider is answered at the host of gateways.',
      'GW-HOST-2': 'A chat completion of `compat` is answered there, whose model names its provider.',
      'GW-HOST-3': 'A hosted model runs there behind `workers-ai`.',
      'GW-HOST-4': 'A list of requests is answered by the first that succeeds; `cf-aig-step` says which.',
      'GW-HOST-5': 'A gateway that asks for a token answers a request without one with 401 and code 2009.',
      'GW-HOST-6': 'A gateway that nobody made is answered there with status 400 and code 2001.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare docs, AI Gateway universal endpoint',
      certainty: 'inferred',
      feature: 'gateway-host',
    },
    { 'GW-HOST-7': 'What is not served there is answered with status 404.' },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'GW-CONF-25': 'A `cache_ttl` of null is kept as 0.',
      'GW-CONF-26': 'The URL of a provider names the account, the gateway and the provider.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: The gateway', certainty: 'inferred' },
    {
      'GW-CONF-27': 'A second gateway of one id is refused.',
      'GW-CONF-28': 'An update of settings holds for the next run.',
      'GW-CONF-30': 'A token that may only read gateways changes none.',
      'GW-CONF-31': 'A gateway of one account is unknown in another.',
    },
  ),
  ...bounds(
    {
      in: aiGatewayEndpoints,
      operation: 'ai-gateway.gateway.update',
      of: 'gateway',
      passage: 'decision record 7: The gateway',
      certainty: 'inferred',
    },
    {
      'GW-CONF-29': [
        'too small',
        ['/rate_limiting_limit', '/rate_limiting_interval', '/cache_ttl'],
        { sentence: 'A negative limit is refused.' },
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
      'GW-KEY-1': 'A key of a provider is stored under an alias.',
      'GW-KEY-2': 'A stored key is never answered, only a preview of it.',
      'GW-KEY-3': 'A stored key is replaced by a PUT.',
    },
  ),
]);

/** Guardrails and rules about data: what is noted, and what ends a run. */
export const guardrailRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway guardrails', certainty: 'documented', feature: 'guardrails' },
    {
      'GW-GUARD-1': 'A category is looked for in prompts and in answers, each with its own action.',
      'GW-GUARD-2': 'A run whose prompt is blocked is answered with status 422 and code 2017.',
      'GW-GUARD-3': 'A run whose answer is blocked is answered with status 422 and code 2017.',
      'GW-GUARD-4': 'A run in which something is only flagged is answered.',
      'GW-GUARD-5': 'A stream whose answer would be blocked is answered in full.',
      'GW-GUARD-6':
        'A scanner that does not answer ends a run with status 503 and code 7013 where a rule blocks.',
      'GW-GUARD-7': 'A scanner that does not answer lets a run pass where rules only flag.',
      'GW-GUARD-8': 'A scanner that no credits are left for ends a run with status 402 and code 2021.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare docs, AI Gateway guardrails',
      certainty: 'inferred',
      feature: 'guardrails',
    },
    {
      'GW-GUARD-9': 'A prompt that is blocked does not reach the model.',
      'GW-GUARD-10': 'A run that is blocked is logged.',
      'GW-GUARD-11': 'An action that is neither `FLAG` nor `BLOCK` is refused.',
      'GW-GUARD-12': 'A category that nobody has is refused.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway data loss prevention', certainty: 'documented', feature: 'dlp' },
    {
      'GW-DLP-1': 'A request that a data rule blocks is answered with code 2029.',
      'GW-DLP-2': 'An answer that a data rule blocks is answered with code 2030.',
      'GW-DLP-3': 'The header `cf-aig-dlp` says what a data rule found.',
    },
  ),
]);

/** Headers of the gateway, both ways, beyond those of the seed. */
export const headerRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway header glossary', certainty: 'documented' },
    {
      'GW-HDR-21': 'The former name `cf-skip-cache` works as `cf-aig-skip-cache` does.',
      'GW-HDR-22': 'The former name `cf-cache-ttl` works as `cf-aig-cache-ttl` does.',
      'GW-HDR-23': 'A run with `cf-aig-collect-log-payload` false leaves a log entry without bodies.',
      'GW-HDR-24': 'The `cf-aig-request-timeout` counts until the first byte of the answer.',
      'GW-HDR-25': 'A header of a request wins over the setting of its gateway.',
      'GW-HDR-26': 'A `cf-aig-custom-cost` is the cost of the log entry.',
      'GW-HDR-27': 'The `cf-aig-event-id` of a request is accepted.',
      'GW-HDR-28': 'A run with `cf-aig-collect-log` true leaves a log entry though its gateway keeps none.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway header glossary', certainty: 'documented' },
    {
      'GW-HDR-29': 'An answer carries `cf-aig-cache-status` as `HIT` or `MISS` where a cache was asked for.',
      'GW-HDR-30': 'An answer of a run that is logged carries the id of its log entry in `cf-aig-log-id`.',
      'GW-HDR-31': 'The log id is a UUID of version 7, or a ULID.',
      'GW-HDR-32': 'An answer carries `cf-aig-event-id`.',
      'GW-HDR-33': 'The `cf-aig-step` of a run without fallback is 0.',
      'GW-HDR-34': 'The `cf-aig-request-id` of a run without fallback is its log id.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    { 'GW-HDR-35': 'A refusal for the rate limit of a gateway carries no `Retry-After`.' },
  ),
  ...statements(
    { passage: 'decision record 7: The gateway', certainty: 'inferred' },
    {
      'GW-HDR-15': 'Attempts never stand more than 60000 milliseconds apart by `cf-aig-retry-delay`.',
      'GW-HDR-18': 'The backoff `exponential` doubles the wait before each attempt.',
      'GW-HDR-19': 'A `cf-aig-backoff` other than the three is refused.',
      'GW-HDR-36': 'A `cf-aig-max-attempts` of 6 is answered with status 400.',
      'GW-HDR-37': 'A `cf-aig-max-attempts` of 0 is answered with status 400.',
      'GW-HDR-38': 'A `cf-aig-retry-delay` of 60001 is answered with status 400.',
      'GW-HDR-39': 'A `cf-aig-metadata` that is no JSON is answered with status 400.',
      'GW-HDR-40': 'A `cf-aig-cache-ttl` that is no number is answered with status 400.',
      'GW-HDR-41': 'A header that is refused is named in the refusal.',
      'GW-HDR-42': 'A run of a hosted model without `cf-aig-gateway-id` is answered with status 400.',
      'GW-HDR-43': 'The refusal of a run without `cf-aig-gateway-id` names the header.',
    },
  ),
]);
