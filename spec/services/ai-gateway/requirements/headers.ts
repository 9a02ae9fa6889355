import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet inference';

/** Headers of the gateway, both ways, beyond those of the seed. */
export const headerRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 6.1`, certainty: 'documented' },
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
    { passage: `${sheet} 6.2`, certainty: 'documented' },
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
    { passage: `${sheet} 6.2`, certainty: 'observed' },
    { 'GW-HDR-35': 'A refusal for the rate limit of a gateway carries no `Retry-After`.' },
  ),
  ...statements(
    { passage: `${sheet} 6.1`, certainty: 'inferred' },
    {
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
