import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { tokenValidationEndpoints } from '../endpoints.ts';

const endpoints = 'token-validation.md: Endpoints';
const jwk = 'token-validation.md: JSON Web Key';

/** Replacing (PUT) and editing (PATCH) the key set of a configuration. */
export const credentialsRequirements = defineRequirements([
  ...statements(
    { passage: endpoints, certainty: 'seed' },
    {
      'TV-CRED-1': 'A PUT of `/config/{config_id}/credentials` stores the keys that it sends.',
      'TV-CRED-2': 'A key that a PUT leaves out is removed.',
      'TV-CRED-3': 'A PUT with an HMAC key without `k` is refused, although the key is known.',
      'TV-CRED-4': 'A PUT is answered with the normalised keys as `result.keys`.',
      'TV-CRED-5': 'A PUT is answered with one message 110003 per defaulted algorithm.',
      'TV-CRED-6': 'A PATCH of `/config/{config_id}/credentials` stores the keys that it sends.',
      'TV-CRED-7': 'A key that a PATCH leaves out is removed.',
      'TV-CRED-8': 'A PATCH may leave out `k` of an HMAC key whose `alg` and `kid` are stored.',
      'TV-CRED-9': 'A PATCH may send a new `k` for a stored HMAC key.',
      'TV-CRED-10': 'A PATCH with an HMAC key of a new `kid` and no `k` is refused.',
      'TV-CRED-11': 'A PATCH with an HMAC key of a stored `kid`, another `alg` and no `k` is refused.',
      'TV-CRED-12': 'A PATCH with a new HMAC key and its `k` adds the key.',
      'TV-CRED-13': 'A PATCH with `k` null is refused.',
      'TV-CRED-14': 'A PATCH is answered with the normalised keys as `result.keys`.',
      'TV-CRED-15': 'A PATCH is answered with one message 110003 per defaulted algorithm.',
    },
  ),
  ...bounds(
    {
      in: tokenValidationEndpoints,
      operation: 'token-validation.credentials.replace',
      of: 'key set',
      passage: endpoints,
      certainty: 'seed',
    },
    {
      'TV-CRED-16': [['missing', 'type'], '/keys', { sentence: 'A PUT without a `keys` array is refused.' }],
    },
  ),
  ...bounds(
    {
      in: tokenValidationEndpoints,
      operation: 'token-validation.credentials.edit',
      of: 'key set',
      passage: endpoints,
      certainty: 'seed',
    },
    {
      'TV-CRED-17': [
        ['missing', 'type'],
        '/keys',
        { sentence: 'A PATCH without a `keys` array is refused.' },
      ],
    },
  ),
  ...statements(
    { passage: jwk, certainty: 'seed' },
    {
      'TV-CRED-18': 'The answer to a PUT never carries `k`.',
      'TV-CRED-19': 'The answer to a PATCH never carries `k`.',
    },
  ),
  ...statements(
    { passage: endpoints, certainty: 'seed', feature: 'edge' },
    {
      'TV-CRED-20': 'A token of a key that a PUT removed is no longer valid.',
      'TV-CRED-21': 'A token of a key that a PUT added is valid.',
      'TV-CRED-22': 'A token of an HMAC key whose `k` a PATCH left out stays valid.',
      'TV-CRED-23': 'A token of the old secret is no longer valid after a PATCH with a new `k`.',
      'TV-CRED-24': 'A token of the new secret is valid after a PATCH with a new `k`.',
      'TV-CRED-25': 'A token of a key that a PATCH left out is no longer valid.',
    },
  ),
  ...statements(
    { passage: 'fact sheet token-validation 1.4', certainty: 'documented' },
    {
      'TV-CRED-26': 'A PUT with two keys of the same `alg` and `kid` is refused.',
    },
  ),
  ...statements(
    { passage: 'fact sheet token-validation 1.1', certainty: 'inferred' },
    {
      'TV-CRED-27': 'A PUT of credentials is answered with status 200.',
      'TV-CRED-28': 'A PATCH of credentials is answered with status 200.',
    },
  ),
  ...statements(
    { passage: 'fact sheet token-validation 1.4', certainty: 'inferred' },
    {
      'TV-CRED-29': 'A configuration that is read after a PUT carries the new keys.',
    },
  ),
  ...statements(
    { passage: 'fact sheet token-validation 4.4', certainty: 'observed' },
    {
      'TV-CRED-30': 'A PUT for a configuration id that was never given is answered with status 404.',
    },
  ),
]);
