import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
import { gatewayRequirements, guardrailRequirements, headerRequirements } from './requirements/gateways.ts';
import { cacheRequirements, fundsRequirements, limitRequirements } from './requirements/limits.ts';
import { evaluationRequirements, logRequirements } from './requirements/logs.ts';
import { customProviderRequirements, routeRequirements } from './requirements/routes.ts';

const doc = 'inference-and-conversion.md';
const headers = `${doc}: Per-request headers`;

/** The gateway of a run: its request headers and the permissions for its own endpoints. */
export const requirements = defineRequirements([
  ...statements(
    { passage: `${doc}: What the service does`, certainty: 'seed' },
    {
      'GW-RUN-1': 'The gateway logs a run that does not ask for it.',
      'GW-RUN-2':
        'A gateway with a cache answers a repeated run from it, even if the run does not ask for it.',
      'GW-RUN-3': 'The gateway refuses a run beyond its rate limit.',
      'GW-RUN-4': 'The gateway refuses a run that its guardrails block.',
    },
  ),
  ...statements(
    { passage: headers, certainty: 'seed' },
    {
      'GW-HDR-1': '`cf-aig-gateway-id` selects the gateway of a run.',
      'GW-HDR-2': 'A run of a third-party model without the header uses the default gateway of the account.',
      'GW-HDR-3': 'With `cf-aig-skip-cache` true the cache does not answer a run.',
      'GW-HDR-4': 'The cache answers a run for the seconds in `cf-aig-cache-ttl`.',
      'GW-HDR-5': 'The cache does not answer a run after the seconds in `cf-aig-cache-ttl`.',
      'GW-HDR-6': 'Two different runs with the same `cf-aig-cache-key` share a cached answer.',
      'GW-HDR-7': 'A run with `cf-aig-collect-log` false creates no log entry.',
      'GW-HDR-8': 'A run with `cf-aig-collect-log` true creates a log entry.',
      'GW-HDR-9': 'A run that takes longer than the milliseconds in `cf-aig-request-timeout` fails.',
      'GW-HDR-10': 'The gateway tries a run whose provider fails as often as `cf-aig-max-attempts` says.',
      'GW-HDR-11': 'The server accepts a `cf-aig-max-attempts` of 5.',
      'GW-HDR-12': 'The gateway never tries a run more than 5 times, whatever `cf-aig-max-attempts` says.',
      'GW-HDR-13': 'The gateway waits `cf-aig-retry-delay` milliseconds between attempts.',
      'GW-HDR-14': 'The server accepts a `cf-aig-retry-delay` of 60000.',
      'GW-HDR-16': 'The backoff `constant` waits the same time before each attempt.',
      'GW-HDR-17': 'The backoff `linear` waits one delay, then two, then three and so on.',
      'GW-HDR-44': 'The server accepts `constant`, `linear` and `exponential` as `cf-aig-backoff`.',
      'GW-HDR-20': 'The log entry of a run carries the metadata of `cf-aig-metadata`.',
    },
  ),
  ...statements(
    { passage: `${doc}: Authentication`, certainty: 'seed', feature: 'gateway-token' },
    {
      'GW-AUTH-1': 'A token with a gateway permission can read the configuration of a gateway.',
      'GW-AUTH-2': 'A token with a gateway permission can read the logs of a gateway.',
      'GW-AUTH-3': 'A token with a gateway permission can read the routes of a gateway.',
    },
  ),
  ...headerRequirements,
  ...cacheRequirements,
  ...limitRequirements,
  ...guardrailRequirements,
  ...gatewayRequirements,
  ...logRequirements,
  ...routeRequirements,
  ...customProviderRequirements,
  ...evaluationRequirements,
  ...fundsRequirements,
]);
