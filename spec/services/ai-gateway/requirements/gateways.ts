import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { aiGatewayEndpoints } from '../endpoints.ts';

const sheet = 'fact sheet inference';

/** Gateways as resources, the default one included. */
export const gatewayRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 6.7`, certainty: 'documented' },
    {
      'GW-CONF-1': 'The gateway `default` is there after the first run that goes through it.',
      'GW-CONF-2': 'The gateway `default` logs, does not cache and has no rate limit.',
      'GW-CONF-3': 'The gateway `default` is made again by the first run after its deletion.',
      'GW-CONF-4': 'A run through a gateway that nobody made is refused.',
      'GW-CONF-5': 'A run through a gateway that nobody made is answered with status 400 and code 2001.',
    },
  ),
  ...statements(
    { passage: `${sheet} 6.8`, certainty: 'documented' },
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
      passage: `${sheet} 6.8`,
      certainty: 'documented',
    },
    {
      'GW-CONF-21': ['too small', '/log_management'],
      'GW-CONF-22': ['too large', '/log_management'],
    },
  ),
  ...statements(
    { passage: `${sheet} 6.5`, certainty: 'documented', feature: 'free-plan' },
    {
      'GW-CONF-24': 'An account with 10 gateways on the free plan gets no further one.',
    },
  ),
  ...statements(
    { passage: `${sheet} 6.8`, certainty: 'observed' },
    {
      'GW-CONF-25': 'A `cache_ttl` of null is kept as 0.',
      'GW-CONF-26': 'The URL of a provider names the account, the gateway and the provider.',
    },
  ),
  ...statements(
    { passage: `${sheet} 6.8`, certainty: 'inferred' },
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
      passage: `${sheet} 6.8`,
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
    { passage: `${sheet} 6.8`, certainty: 'documented', feature: 'provider-keys' },
    {
      'GW-KEY-1': 'A key of a provider is stored under an alias.',
      'GW-KEY-2': 'A stored key is never answered, only a preview of it.',
      'GW-KEY-3': 'A stored key is replaced by a PUT.',
    },
  ),
]);
