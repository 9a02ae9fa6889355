import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
/** Verification of the API token of a request. */
export const requirements = defineRequirements([
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'US-TOKEN-1': 'A GET of `/user/tokens/verify` with a valid token has `result.status` `active`.',
      'US-TOKEN-2':
        'The verification of a valid token carries the message 10000 `This API Token is valid and active`.',
      'US-TOKEN-3': 'The verification of a token that was never issued gets status 401.',
      'US-TOKEN-4':
        'The verification of a token that was never issued gets the error 1000 `Invalid API Token`.',
    },
  ),
  ...statements(
    { passage: 'inferred from live API answers that users report', certainty: 'inferred' },
    {
      'US-TOKEN-5': 'The verification of a valid token carries its `id` as 32 hexadecimal digits.',
    },
  ),
]);
