import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet inference';

/** Limits and billing of runs. */
export const limitRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 7.1`, certainty: 'documented' },
    {
      'INF-LIM-1': 'A run that is too large is answered with status 413 and code 3006.',
      'INF-LIM-2': 'A run that `rejectIfBusy` cuts short is answered with status 429 and code 3040.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.1`, certainty: 'documented', feature: 'billing' },
    {
      'INF-BILL-6': 'A run beyond the free allocation is answered with status 429.',
      'INF-BILL-7': 'A frontier model is refused on the free plan with status 403 and code 5035.',
    },
  ),
  ...statements(
    { passage: `${sheet} 5`, certainty: 'documented', feature: 'billing' },
    {
      'INF-BILL-8': 'A frontier model takes 20 requests in a minute without prepaid credits.',
      'INF-BILL-9': 'A frontier model takes 50 requests in a minute with prepaid credits.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.2`, certainty: 'observed', feature: 'billing' },
    {
      'INF-BILL-10': 'A run that no credits are left for is answered with status 402 and code 2021.',
      'INF-BILL-11': 'A run that no credits are left for says how to go on.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.1`, certainty: 'inferred' },
    {
      'INF-LIM-3': 'A prompt that is longer than the window of its model is refused.',
      'INF-LIM-4': 'A schema together with `stream` is refused by a model of the old shape.',
      'INF-LIM-5': 'A run that takes too long is answered with a status of the 4xx or 5xx class.',
    },
  ),
]);
