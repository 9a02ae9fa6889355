import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { tokenValidationEndpoints } from '../endpoints.ts';

const jwk = 'token-validation.md: JSON Web Key';

/** JSON Web Keys: what is accepted, what is defaulted, what comes back. */
export const keyRequirements = defineRequirements([
  ...statements(
    { passage: jwk, certainty: 'seed' },
    {
      'TV-KEY-1': 'A key with `kty` `RSA` is accepted.',
      'TV-KEY-2': 'A key with `kty` `EC` is accepted.',
      'TV-KEY-3': 'A key with `kty` `oct` is accepted.',
      'TV-KEY-4': 'A key without a `kid` is never stored.',
      'TV-KEY-5': 'A key whose `kid` is not a string is never stored.',
      'TV-KEY-6': 'An HMAC key without `alg` is never stored.',
      'TV-KEY-7': 'A key without `use` is accepted.',
      'TV-KEY-8': 'A key with `use` `sig` is accepted.',
      'TV-KEY-9': 'An EC key on `P-256` that states ES256 is accepted.',
      'TV-KEY-10': 'An EC key on `P-384` that states ES384 is accepted.',
      'TV-KEY-11': 'An EC key on `P-256` that states ES384 is never stored.',
      'TV-KEY-12': 'An EC key on `P-384` that states ES256 is never stored.',
      'TV-KEY-13': 'An EC key without `x` is never stored.',
      'TV-KEY-14': 'An EC key without `y` is never stored.',
      'TV-KEY-15': 'An EC key whose coordinate is not Base64url is never stored.',
      'TV-KEY-16': 'A creation never stores an HMAC key without `k`.',
      'TV-KEY-17': 'A `k` with Base64 padding is never stored.',
      'TV-KEY-18': 'A `k` with a character outside Base64url is never stored.',
      'TV-KEY-19': 'The answer to a creation never carries `k`.',
      'TV-KEY-20': 'The answer about an HMAC key carries its `kty`.',
      'TV-KEY-21': 'The answer about an HMAC key carries its `alg`.',
      'TV-KEY-22': 'The answer about an HMAC key carries its `kid`.',
      'TV-KEY-23': 'An RSA key may state each of RS256, RS384, RS512, PS256, PS384 and PS512.',
      'TV-KEY-24': 'An RSA key of 2048 bits is accepted.',
      'TV-KEY-25': 'An RSA key of 3072 bits is accepted.',
      'TV-KEY-26': 'An RSA key of 4096 bits is accepted.',
      'TV-KEY-27': 'An RSA key of 1024 bits is never stored.',
      'TV-KEY-28': 'An RSA key of a size between the three is never stored.',
      'TV-KEY-29': 'An HMAC key may state each of HS256, HS384 and HS512.',
      'TV-KEY-30': 'A secret of 32 bytes is accepted for HS256.',
      'TV-KEY-31': 'A secret of 31 bytes for HS256 is never stored.',
      'TV-KEY-32': 'A secret of 48 bytes is accepted for HS384.',
      'TV-KEY-33': 'A secret of 47 bytes for HS384 is never stored.',
      'TV-KEY-34': 'A secret of 64 bytes is accepted for HS512.',
      'TV-KEY-35': 'A secret of 63 bytes for HS512 is never stored.',
      'TV-KEY-36': 'An `alg` that does not belong to the `kty` of its key is never stored.',
      'TV-KEY-37': 'An RSA key without `alg` comes back with RS256.',
      'TV-KEY-38': 'An EC key on P-256 without `alg` comes back with ES256.',
      'TV-KEY-39': 'An EC key on P-384 without `alg` comes back with ES384.',
      'TV-KEY-40': 'A member that a key does not need does not come back.',
      'TV-KEY-41': 'A key of an unsupported type is dropped while the supported keys beside it are stored.',
      'TV-KEY-42':
        'A key with an unsupported algorithm is dropped while the supported keys beside it are stored.',
      'TV-KEY-43': 'The answer lists the supported keys of the request, each once.',
      'TV-KEY-44': 'The messages hold exactly one entry per defaulted algorithm.',
      'TV-KEY-45': 'The message about a defaulted algorithm has code 110003.',
      'TV-KEY-46': 'The message about a defaulted algorithm names the index of its key.',
      'TV-KEY-47': 'The message about a defaulted algorithm names the algorithm.',
      'TV-KEY-48': 'The message about a defaulted algorithm names the `kid`.',
      'TV-KEY-49': 'A request in which every key states its algorithm gets no message 110003.',
      'TV-KEY-59': 'No answer carries a private member of a key.',
      'TV-KEY-63': 'An RSA key of more than 4096 bits is never stored.',
      'TV-KEY-64': 'Neither reading nor listing configurations answers `k`.',
      'TV-KEY-65': 'A refusal does not repeat the secret of a key.',
    },
  ),
  ...statements(
    { passage: jwk, certainty: 'seed', feature: 'edge' },
    {
      'TV-KEY-50': 'A token signed with RS512 by a key whose algorithm was defaulted is not valid.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Configure JWT validation via the API: Credentials',
      certainty: 'documented',
    },
    {
      'TV-KEY-51':
        'The message about a defaulted algorithm reads `keys[<index>].alg was omitted and defaulted to "<alg>" (kid "<kid>")`.',
      'TV-KEY-52': 'The answer about an RSA key carries `kty`, `kid`, `alg`, `n` and `e` as they were sent.',
      'TV-KEY-53':
        'The answer about an EC key carries `kty`, `kid`, `alg`, `crv`, `x` and `y` as they were sent.',
      'TV-KEY-54': 'The member `use` does not come back.',
      'TV-KEY-55': 'Two keys with the same `alg` and `kid` in one creation are refused.',
      'TV-KEY-56': 'An EC key that states ES256 and leaves out `crv` is accepted.',
    },
  ),
  ...statements(
    { passage: 'decision record 3: Token configurations', certainty: 'inferred' },
    {
      'TV-KEY-57': 'Two keys with one `kid` and different `alg` are accepted.',
      'TV-KEY-58': 'Two keys are the same when a defaulted `alg` makes them so.',
      'TV-KEY-60': 'The index in a message counts the keys of the request, dropped ones included.',
      'TV-KEY-61': 'An EC key on P-521 is dropped.',
      'TV-KEY-62': 'An OKP key is dropped.',
      'TV-KEY-66': 'An RSA key of a size that is not supported is dropped.',
      'TV-KEY-67': 'When every key is dropped the messages say so.',
      'TV-KEY-68': 'The case of `kty` and `alg` counts, and `none` is no algorithm of a key.',
      'TV-KEY-69': 'An EC key whose coordinate has Base64 padding is never stored.',
    },
  ),
]);

const endpoints = 'token-validation.md: Endpoints';

/** Replacing (PUT) and editing (PATCH) the key set of a configuration. */
export const credentialsRequirements = defineRequirements([
  ...statements(
    { passage: endpoints, certainty: 'seed' },
    {
      'TV-CRED-1': 'A PUT of `/config/{config_id}/credentials` stores the keys that it sends.',
      'TV-CRED-2': 'A key that a PUT leaves out is removed.',
      'TV-CRED-3': 'A PUT never stores an HMAC key without `k`, although the key is known.',
      'TV-CRED-4': 'A PUT is answered with the normalised keys.',
      'TV-CRED-5': 'A PUT is answered with one message 110003 per defaulted algorithm.',
      'TV-CRED-6': 'A PATCH of `/config/{config_id}/credentials` stores the keys that it sends.',
      'TV-CRED-7': 'A key that a PATCH leaves out is removed.',
      'TV-CRED-8': 'A PATCH may leave out `k` of an HMAC key whose `alg` and `kid` are stored.',
      'TV-CRED-9': 'A PATCH may send a new `k` for a stored HMAC key.',
      'TV-CRED-10': 'A PATCH never stores an HMAC key of a new `kid` and no `k`.',
      'TV-CRED-11': 'A PATCH never stores an HMAC key of a stored `kid`, another `alg` and no `k`.',
      'TV-CRED-12': 'A PATCH with a new HMAC key and its `k` adds the key.',
      'TV-CRED-13': 'A PATCH never stores a key whose `k` is null.',
      'TV-CRED-14': 'A PATCH is answered with the normalised keys.',
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
    {
      passage: 'cloudflare-typescript, Token validation: configuration credentials',
      certainty: 'documented',
    },
    {
      'TV-CRED-26': 'A PUT with two keys of the same `alg` and `kid` is refused.',
    },
  ),
  ...statements(
    { passage: 'inferred from Cloudflare API reference, Token validation', certainty: 'inferred' },
    {
      'TV-CRED-27': 'A PUT of credentials is answered with status 200.',
      'TV-CRED-28': 'A PATCH of credentials is answered with status 200.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare docs, Configure JWT validation via the API: Credentials',
      certainty: 'inferred',
    },
    {
      'TV-CRED-29': 'A configuration that is read after a PUT carries the new keys.',
    },
  ),
  ...statements(
    { passage: 'alchemy, Cloudflare.TokenValidation', certainty: 'observed' },
    {
      'TV-CRED-30': 'A PUT for a configuration id that was never given is answered with status 404.',
    },
  ),
  ...statements(
    { passage: 'decision record 3: Token configurations', certainty: 'inferred' },
    {
      'TV-CRED-31': 'A PUT and a PATCH of credentials answer the keys as `result.keys`.',
    },
  ),
]);
