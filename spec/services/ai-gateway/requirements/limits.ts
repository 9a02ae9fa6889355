import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet inference';

/** Attempts, times and limits. */
export const limitRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 6.4`, certainty: 'documented' },
    {
      'GW-RETRY-1': 'A gateway with `retry_max_attempts` repeats a run whose provider fails.',
      'GW-RETRY-2': 'A gateway takes a `retry_delay` of 5000.',
      'GW-RETRY-3': 'A gateway refuses a `retry_delay` of more than 5000.',
      'GW-RETRY-4': 'The timeout of a request does not count what comes after the first byte.',
      'GW-RETRY-5': 'A run whose credentials are refused is not repeated.',
    },
  ),
  ...statements(
    { passage: `${sheet} 6.4`, certainty: 'inferred' },
    {
      'GW-RETRY-6': 'A run whose input is refused is not repeated.',
      'GW-RETRY-7': 'A run that is repeated until it succeeds is answered as one that succeeded.',
      'GW-RETRY-8': 'A run whose attempts all fail is answered with the last failure.',
      'GW-RETRY-9': 'A timeout counts for each attempt, and each is ended by it.',
    },
  ),
  ...statements(
    { passage: `${sheet} 6.5`, certainty: 'documented' },
    {
      'GW-RATE-1': 'A gateway takes `rate_limiting_limit` runs in `rate_limiting_interval` seconds.',
      'GW-RATE-2': 'The technique `fixed` begins anew with each interval of the clock.',
      'GW-RATE-3': 'The technique `sliding` counts what happened in the seconds before.',
      'GW-RATE-4': 'A gateway with a limit of 0 has none.',
    },
  ),
  ...statements(
    { passage: `${sheet} 6.5`, certainty: 'documented', feature: 'billing' },
    { 'GW-RATE-5': 'Unified billing takes 200 requests in 60 seconds for each gateway.' },
  ),
  ...statements(
    { passage: `${sheet} 6.5`, certainty: 'observed' },
    {
      'GW-RATE-6': 'A run beyond the rate limit of its gateway is answered with status 429 and code 2003.',
      'GW-RATE-7': 'The message beyond a rate limit reads `Rate limited`.',
    },
  ),
  ...statements(
    { passage: `${sheet} 6.5`, certainty: 'observed', feature: 'spend-limits' },
    {
      'GW-SPEND-1': 'A run beyond a spend rule is answered with status 429 and code 2045.',
      'GW-SPEND-2': 'The message beyond a spend rule names the rule, its limit, its window and the model.',
      'GW-SPEND-3': 'A spend rule is enforced one request late.',
      'GW-SPEND-4': 'An answer from the cache is given to a user beyond a spend rule too.',
    },
  ),
  ...statements(
    { passage: `${sheet} 6.5`, certainty: 'documented', feature: 'spend-limits' },
    { 'GW-SPEND-5': 'A gateway takes 20 spend rules and refuses 21.' },
  ),
]);
