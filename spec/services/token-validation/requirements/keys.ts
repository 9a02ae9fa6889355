import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { endpoints } from '../endpoints.ts';

const jwk = 'token-validation.md: JSON Web Key';

/** JSON Web Keys: validation, defaults and answers. */
export const keyRequirements = defineRequirements([
  ...statements(
    { passage: jwk, certainty: 'seed' },
    {
      'TV-KEY-1': 'The server accepts a key with `kty` `RSA`.',
      'TV-KEY-2': 'The server accepts a key with `kty` `EC`.',
      'TV-KEY-3': 'The server accepts a key with `kty` `oct`.',
      'TV-KEY-4': 'The server stores no key without a `kid`.',
      'TV-KEY-5': 'The server stores no key whose `kid` is not a string.',
      'TV-KEY-6': 'The server stores no HMAC key without `alg`.',
      'TV-KEY-7': 'The server accepts a key without `use`.',
      'TV-KEY-8': 'The server accepts a key with `use` `sig`.',
      'TV-KEY-9': 'The server accepts an EC key on `P-256` that states ES256.',
      'TV-KEY-10': 'The server accepts an EC key on `P-384` that states ES384.',
      'TV-KEY-11': 'The server stores no EC key on `P-256` that states ES384.',
      'TV-KEY-12': 'The server stores no EC key on `P-384` that states ES256.',
      'TV-KEY-13': 'The server stores no EC key without `x`.',
      'TV-KEY-14': 'The server stores no EC key without `y`.',
      'TV-KEY-15': 'The server stores no EC key whose coordinate is not Base64url.',
      'TV-KEY-16': 'A creation stores no HMAC key without `k`.',
      'TV-KEY-17': 'The server stores no `k` with Base64 padding.',
      'TV-KEY-18': 'The server stores no `k` with a character outside Base64url.',
      'TV-KEY-19': 'The answer to a creation never carries `k`.',
      'TV-KEY-20': 'The answer about an HMAC key carries its `kty`.',
      'TV-KEY-21': 'The answer about an HMAC key carries its `alg`.',
      'TV-KEY-22': 'The answer about an HMAC key carries its `kid`.',
      'TV-KEY-23': 'An RSA key can state each of RS256, RS384, RS512, PS256, PS384 and PS512.',
      'TV-KEY-24': 'The server accepts an RSA key of 2048 bits.',
      'TV-KEY-25': 'The server accepts an RSA key of 3072 bits.',
      'TV-KEY-26': 'The server accepts an RSA key of 4096 bits.',
      'TV-KEY-27': 'The server stores no RSA key of 1024 bits.',
      'TV-KEY-28': 'The server stores no RSA key of a size between the three.',
      'TV-KEY-29': 'An HMAC key can state each of HS256, HS384 and HS512.',
      'TV-KEY-30': 'The server accepts a secret of 32 bytes for HS256.',
      'TV-KEY-31': 'The server stores no secret of 31 bytes for HS256.',
      'TV-KEY-32': 'The server accepts a secret of 48 bytes for HS384.',
      'TV-KEY-33': 'The server stores no secret of 47 bytes for HS384.',
      'TV-KEY-34': 'The server accepts a secret of 64 bytes for HS512.',
      'TV-KEY-35': 'The server stores no secret of 63 bytes for HS512.',
      'TV-KEY-36': 'The server stores no `alg` that does not belong to the `kty` of its key.',
      'TV-KEY-37': 'An RSA key without `alg` comes back with RS256.',
      'TV-KEY-38': 'An EC key on P-256 without `alg` comes back with ES256.',
      'TV-KEY-39': 'An EC key on P-384 without `alg` comes back with ES384.',
      'TV-KEY-40': 'A member that a key does not need does not come back.',
      'TV-KEY-41':
        'The server drops a key of an unsupported type and stores the supported keys of the same request.',
      'TV-KEY-42':
        'The server drops a key with an unsupported algorithm and stores the supported keys of the same request.',
      'TV-KEY-43': 'The answer lists the supported keys of the request, each once.',
      'TV-KEY-44': 'The messages hold exactly one entry per defaulted algorithm.',
      'TV-KEY-45': 'The message about a defaulted algorithm has code 110003.',
      'TV-KEY-46': 'The message about a defaulted algorithm names the index of its key.',
      'TV-KEY-47': 'The message about a defaulted algorithm names the algorithm.',
      'TV-KEY-48': 'The message about a defaulted algorithm names the `kid`.',
      'TV-KEY-49': 'A request in which every key states its algorithm gets no message 110003.',
      'TV-KEY-59': 'No answer carries a private member of a key.',
      'TV-KEY-63': 'The server stores no RSA key of more than 4096 bits.',
      'TV-KEY-64': 'Neither a GET nor a list of configurations returns `k`.',
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
      'TV-KEY-52': 'The answer about an RSA key carries `kty`, `kid`, `alg`, `n` and `e` as sent.',
      'TV-KEY-53': 'The answer about an EC key carries `kty`, `kid`, `alg`, `crv`, `x` and `y` as sent.',
      'TV-KEY-54': 'The member `use` does not come back.',
      'TV-KEY-55': 'The server refuses two keys with the same `alg` and `kid` in one creation.',
      'TV-KEY-56': 'The server accepts an EC key that states ES256 and omits `crv`.',
    },
  ),
  ...statements(
    { passage: 'decision record 3: Token configurations', certainty: 'inferred' },
    {
      'TV-KEY-57': 'The server accepts two keys with the same `kid` and different `alg`.',
      'TV-KEY-58': 'Two keys are equal when a defaulted `alg` makes them so.',
      'TV-KEY-61': 'The server drops an EC key on P-521.',
      'TV-KEY-62': 'The server drops an OKP key.',
      'TV-KEY-66': 'The server drops an RSA key of an unsupported size.',
      'TV-KEY-68': '`kty` and `alg` are case-sensitive, and `none` is not an algorithm of a key.',
      'TV-KEY-69': 'The server stores no EC key with Base64 padding in a coordinate.',
    },
  ),
]);

const endpointsPassage = 'token-validation.md: Endpoints';

/** Replacing (PUT) and editing (PATCH) the keys of a configuration. */
export const credentialsRequirements = defineRequirements([
  ...statements(
    { passage: endpointsPassage, certainty: 'seed' },
    {
      'TV-CRED-1': 'A PUT of `/config/{config_id}/credentials` stores the keys that it sends.',
      'TV-CRED-2': 'A PUT removes a key that it omits.',
      'TV-CRED-3': 'A PUT stores no HMAC key without `k`, even if the key is known.',
      'TV-CRED-4': 'A PUT returns the normalised keys.',
      'TV-CRED-5': 'A PUT returns one message 110003 per defaulted algorithm.',
      'TV-CRED-6': 'A PATCH of `/config/{config_id}/credentials` stores the keys that it sends.',
      'TV-CRED-7': 'A PATCH removes a key that it omits.',
      'TV-CRED-8': 'A PATCH can omit `k` of an HMAC key whose `alg` and `kid` are stored.',
      'TV-CRED-9': 'A PATCH can send a new `k` for a stored HMAC key.',
      'TV-CRED-10': 'A PATCH stores no HMAC key with a new `kid` and no `k`.',
      'TV-CRED-11': 'A PATCH stores no HMAC key with a stored `kid`, another `alg` and no `k`.',
      'TV-CRED-12': 'A PATCH with a new HMAC key and its `k` adds the key.',
      'TV-CRED-13': 'A PATCH stores no key whose `k` is null.',
      'TV-CRED-14': 'A PATCH returns the normalised keys.',
      'TV-CRED-15': 'A PATCH returns one message 110003 per defaulted algorithm.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'token-validation.credentials.replace',
      of: 'key set',
      passage: endpointsPassage,
      certainty: 'seed',
    },
    {
      'TV-CRED-16': [
        ['missing', 'type'],
        '/keys',
        { sentence: 'The server refuses a PUT without a `keys` array.' },
      ],
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'token-validation.credentials.edit',
      of: 'key set',
      passage: endpointsPassage,
      certainty: 'seed',
    },
    {
      'TV-CRED-17': [
        ['missing', 'type'],
        '/keys',
        { sentence: 'The server refuses a PATCH without a `keys` array.' },
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
    { passage: endpointsPassage, certainty: 'seed', feature: 'edge' },
    {
      'TV-CRED-20': 'A token of a key that a PUT removed is no longer valid.',
      'TV-CRED-21': 'A token of a key that a PUT added is valid.',
      'TV-CRED-22': 'A token of an HMAC key whose `k` a PATCH omitted stays valid.',
      'TV-CRED-23': 'A token of the old secret is no longer valid after a PATCH with a new `k`.',
      'TV-CRED-24': 'A token of the new secret is valid after a PATCH with a new `k`.',
      'TV-CRED-25': 'A token of a key that a PATCH omitted is no longer valid.',
    },
  ),
  ...statements(
    {
      passage: 'cloudflare-typescript, Token validation: configuration credentials',
      certainty: 'documented',
    },
    {
      'TV-CRED-26': 'The server refuses a PUT with two keys of the same `alg` and `kid`.',
    },
  ),
  ...statements(
    { passage: 'inferred from Cloudflare API reference, Token validation', certainty: 'inferred' },
    {
      'TV-CRED-27': 'A PUT of credentials gets status 200.',
      'TV-CRED-28': 'A PATCH of credentials gets status 200.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare docs, Configure JWT validation via the API: Credentials',
      certainty: 'inferred',
    },
    {
      'TV-CRED-29': 'A GET of a configuration after a PUT returns the new keys.',
    },
  ),
  ...statements(
    { passage: 'alchemy, Cloudflare.TokenValidation', certainty: 'observed' },
    {
      'TV-CRED-30': 'A PUT for an unknown configuration id gets status 404.',
    },
  ),
]);
