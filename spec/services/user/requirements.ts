import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
/** API tokens: verification, and those that are created through the API. */
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
  ...statements(
    { passage: 'Cloudflare docs, Token formats', certainty: 'documented' },
    {
      'US-TOKEN-6': 'The value of a created token of a user begins with `cfut_`.',
      'US-TOKEN-12': 'The value of a created token of an account begins with `cfat_`.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Create API token', certainty: 'documented' },
    {
      'US-TOKEN-7': 'The value of a token is only in the answer that creates it.',
      'US-TOKEN-8': 'A token with a permission for one zone opens that, and no other operation of the zone.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Roll tokens', certainty: 'documented' },
    { 'US-TOKEN-9': 'A rolled token has a new value, and the old one is refused.' },
  ),
  ...statements(
    { passage: 'Cloudflare API reference, User tokens', certainty: 'documented' },
    {
      'US-TOKEN-10': 'A token that is disabled or deleted is refused.',
      'US-TOKEN-14': 'A permission group is listed with its id, its name and its scopes.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'US-TOKEN-11':
        'A token from an address that its condition leaves out gets status 403 and the error 9109 `Cannot use the access token from location`.',
      'US-TOKEN-13': 'The token of an account is verified below its account, and gets status 403 at `/user`.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare API reference, Accounts', certainty: 'documented' },
    { 'US-ACCOUNT-1': 'A GET of an account has its `id`, `name`, `created_on` and `settings`.' },
  ),
]);
