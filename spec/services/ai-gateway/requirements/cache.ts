import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet inference';

/** What the gateway keeps and answers again. */
export const cacheRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 6.3`, certainty: 'documented' },
    {
      'GW-CACHE-1': 'A run that differs in its input from a cached one is not answered from the cache.',
      'GW-CACHE-2': 'A `cf-aig-cache-key` on a gateway that does not cache keeps the answer for 5 minutes.',
      'GW-CACHE-3': 'A stream is not kept.',
      'GW-CACHE-4': 'Answers of models that draw are kept too.',
      'GW-CACHE-5': 'A request of more than 25 MB is not kept.',
    },
  ),
  ...statements(
    { passage: `${sheet} 6.3`, certainty: 'observed' },
    {
      'GW-CACHE-6': 'A run with other metadata is answered from the cache.',
      'GW-CACHE-7': 'An answer from the cache is the first answer, byte by byte.',
      'GW-CACHE-8': 'The log entry of an answer from the cache has `cached` true and costs nothing.',
      'GW-CACHE-9': 'A change of a gateway that invalidates on update leaves kept answers where they are.',
    },
  ),
  ...statements(
    { passage: `${sheet} 6.3`, certainty: 'inferred' },
    {
      'GW-CACHE-10': 'A refusal is not kept.',
      'GW-CACHE-11': 'An answer that one gateway keeps is not given by another.',
      'GW-CACHE-12': 'An answer that one endpoint keeps is not given by another.',
      'GW-CACHE-13': 'An answer that is kept for one account is not given to another.',
      'GW-CACHE-14': 'A run with `cf-aig-skip-cache` true is not kept either.',
      'GW-CACHE-15': 'A `cf-aig-cache-ttl` of 0 turns the cache of its gateway off.',
    },
  ),
]);
