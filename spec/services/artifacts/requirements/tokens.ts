import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet artifacts';

/** Tokens of repositories, as documents and observations tell of them. */
export const artifactsTokenRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet}, sections 3 and 6`, certainty: 'documented' },
    {
      'AR-TOKEN-3': 'A POST to `/tokens` answers 201 with `id`, `plaintext`, `scope` and `expires_at`.',
      'AR-TOKEN-4': 'A token without a `scope` is one to write.',
      'AR-TOKEN-5': 'A token without a `ttl` is good for a day.',
      'AR-TOKEN-6': 'A token ends when its `ttl` is over.',
      'AR-TOKEN-7':
        'A list of tokens tells `id`, `scope`, `state`, `created_at` and `expires_at`, never the token itself.',
      'AR-TOKEN-8': 'A list of tokens begins with the newest.',
      'AR-TOKEN-9': 'A list of tokens shows the active ones unless `state` asks for others or for `all`.',
      'AR-TOKEN-10': 'A list of tokens has pages of `per_page`, and `result_info` says how many there are.',
      'AR-TOKEN-11': 'A DELETE of a token answers 200 with its id, and so does a second one.',
      'AR-TOKEN-12': 'A revoked token is listed as such.',
    },
  ),
  ...statements(
    { passage: `${sheet}, section 5`, certainty: 'observed' },
    {
      'AR-TOKEN-13': 'A `ttl` below 60 or above 31536000 is refused with 400 and 10103 at `/ttl`.',
      'AR-TOKEN-14': 'A `ttl` is judged before the repository is looked for.',
      'AR-TOKEN-15': 'A token id that is not there is answered 404 and 10200, `Token not found`.',
    },
  ),
  ...statements(
    { passage: `${sheet}, section 6`, certainty: 'observed' },
    {
      'AR-TOKEN-16': 'The text of a token is `art_v2_`, a letter, 40 hexadecimal digits and when it ends.',
      'AR-TOKEN-17':
        'A creation, a fork and an import each mint a token to write, good for a day, that is listed.',
      'AR-TOKEN-21':
        'The letter in a token says where its repository is kept: `x` without a jurisdiction, `e` in `eu`.',
      'AR-TOKEN-18': 'A token opens one repository, not its fork nor its neighbour.',
      'AR-TOKEN-19': 'A revocation holds at once.',
      'AR-TOKEN-20':
        'A token of a repository that was deleted opens nothing, not even a new repository of that name.',
      'AR-AUTH-8': 'Git accepts the secret of a token without what stands behind its `?`.',
      'AR-AUTH-9': 'When a token ends is not believed to the token.',
      'AR-AUTH-10':
        'Git accepts a token as the password of Basic credentials, whatever the name of the user.',
      'AR-AUTH-11': 'Git accepts a whole token as a password whether it is percent-encoded or not.',
      'AR-AUTH-12': 'A token in place of the name of the user counts for nothing.',
      'AR-AUTH-13':
        'Git without credentials is answered 401, `Basic realm="artifacts"` and `Authentication required`.',
      'AR-AUTH-14':
        'Git with a token that is unknown, over, revoked or of another repository is answered 403 and `Invalid or expired token`.',
      'AR-AUTH-15':
        'A push with a token to read is answered 403 and `Insufficient permissions` from its first request on.',
    },
  ),
]);
