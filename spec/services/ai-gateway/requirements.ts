import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
import { gatewayRequirements, guardrailRequirements, headerRequirements } from './requirements/gateways.ts';
import { cacheRequirements, fundsRequirements, limitRequirements } from './requirements/limits.ts';
import { evaluationRequirements, logRequirements } from './requirements/logs.ts';
import { customProviderRequirements, routeRequirements } from './requirements/routes.ts';

const doc = 'inference-and-conversion.md';
const headers = `${doc}: Per-request headers`;

/** The gateway that every run passes: its request headers, and who may reach its own endpoints. */
export const aiGatewayRequirements = defineRequirements([
  ...statements(
    { passage: `${doc}: What the service does`, certainty: 'seed' },
    {
      'GW-RUN-1': 'A run is logged although the request asks for no log.',
      'GW-RUN-2': 'A run is cached by a gateway that caches, although the request asks for no cache.',
      'GW-RUN-3': 'A run beyond the rate limit of its gateway is refused.',
      'GW-RUN-4': 'A run that the guardrails of its gateway block is refused.',
    },
  ),
  ...statements(
    { passage: headers, certainty: 'seed' },
    {
      'GW-HDR-1': 'A run goes through the gateway that `cf-aig-gateway-id` names.',
      'GW-HDR-2':
        'A run of a third-party model without the header goes through the default gateway of the account.',
      'GW-HDR-3': 'A run with `cf-aig-skip-cache` true is not answered from the cache.',
      'GW-HDR-4': 'A run is answered from the cache within the seconds of `cf-aig-cache-ttl`.',
      'GW-HDR-5': 'A run is not answered from the cache after the seconds of `cf-aig-cache-ttl`.',
      'GW-HDR-6': 'Two different runs with one `cf-aig-cache-key` share a cached answer.',
      'GW-HDR-7': 'A run with `cf-aig-collect-log` false leaves no log entry.',
      'GW-HDR-8': 'A run with `cf-aig-collect-log` true leaves a log entry.',
      'GW-HDR-9': 'A run that takes longer than the milliseconds of `cf-aig-request-timeout` fails.',
      'GW-HDR-10': 'A run whose provider fails is tried as often as `cf-aig-max-attempts` says.',
      'GW-HDR-11': 'A `cf-aig-max-attempts` of 5 is accepted.',
      'GW-HDR-12': 'A run is never tried more than 5 times, whatever `cf-aig-max-attempts` says.',
      'GW-HDR-13': 'Attempts stand `cf-aig-retry-delay` milliseconds apart.',
      'GW-HDR-14': 'A `cf-aig-retry-delay` of 60000 is accepted.',
      'GW-HDR-16': 'The backoff `constant` waits the same time before each attempt.',
      'GW-HDR-17': 'The backoff `linear` waits the delay once, twice, three times and so on.',
      'GW-HDR-44': 'A `cf-aig-backoff` of `constant`, `linear` and `exponential` is accepted.',
      'GW-HDR-20': 'The log entry of a run carries the metadata of `cf-aig-metadata`.',
    },
  ),
  ...statements(
    { passage: `${doc}: Authentication`, certainty: 'seed', feature: 'gateway-token' },
    {
      'GW-AUTH-1': 'A token with a gateway permission may read the configuration of a gateway.',
      'GW-AUTH-2': 'A token with a gateway permission may read the logs of a gateway.',
      'GW-AUTH-3': 'A token with a gateway permission may read the routes of a gateway.',
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
