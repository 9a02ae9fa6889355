import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const procedure = 'token-validation.md: What the service does';
const jwk = 'token-validation.md: JSON Web Key';

/** Validation of the token of a zone request, and its events. */
export const edgeRequirements = defineRequirements([
  ...statements(
    { passage: jwk, certainty: 'seed', feature: 'edge' },
    {
      'TV-ALG-1': 'A token signed with RS256 by a configured key is valid.',
      'TV-ALG-2': 'A token signed with RS384 by a configured key is valid.',
      'TV-ALG-3': 'A token signed with RS512 by a configured key is valid.',
      'TV-ALG-4': 'A token signed with PS256 by a configured key is valid.',
      'TV-ALG-5': 'A token signed with PS384 by a configured key is valid.',
      'TV-ALG-6': 'A token signed with PS512 by a configured key is valid.',
      'TV-ALG-7': 'A token signed with ES256 by a configured key is valid.',
      'TV-ALG-8': 'A token signed with ES384 by a configured key is valid.',
      'TV-ALG-9': 'A token signed with HS256 by a configured key is valid.',
      'TV-ALG-10': 'A token signed with HS384 by a configured key is valid.',
      'TV-ALG-11': 'A token signed with HS512 by a configured key is valid.',
      'TV-EDGE-1': 'A token whose `kid` matches no configured key is not valid.',
      'TV-EDGE-2': 'A token without a `kid` is not valid.',
      'TV-EDGE-3': 'A token whose `alg` differs from that of the key with its `kid` is not valid.',
    },
  ),
  ...statements(
    { passage: procedure, certainty: 'seed', feature: 'edge' },
    {
      'TV-EDGE-4': 'A token that is not three parts of a compact JWS is not valid.',
      'TV-EDGE-5': 'A token whose header is not JSON is not valid.',
      'TV-EDGE-6': 'Of two keys with the same `kid`, the edge uses the one with the `alg` of the token.',
      'TV-EDGE-7': 'A token that names one key but is signed by another is not valid.',
      'TV-EDGE-8': 'A token whose payload was changed after it was signed is not valid.',
      'TV-EDGE-9': 'A token whose header was changed after it was signed is not valid.',
      'TV-EDGE-10': 'A token whose signature was changed is not valid.',
      'TV-EDGE-11': 'A token without a signature is not valid.',
      'TV-EDGE-12': 'A token with the algorithm `none` is not valid.',
      'TV-EDGE-13': 'A token signed with HS256 by the public key of an RSA key is not valid.',
      'TV-EDGE-14': 'The edge does not use a key from the header of a token.',
      'TV-EDGE-15': 'A token whose `exp` is more than a minute ago is not valid.',
      'TV-EDGE-16': 'A token whose `exp` is in the future is valid.',
      'TV-EDGE-17': 'A token without `exp` is valid.',
      'TV-EDGE-18': 'A token whose `nbf` is more than a minute ahead is not valid.',
      'TV-EDGE-19': 'A token whose `nbf` has passed is valid.',
      'TV-EDGE-20': 'A token without `nbf` is valid.',
      'TV-EDGE-21': 'A token rule treats two valid tokens alike, whatever their claims.',
      'TV-EDGE-22': 'The edge validates requests once the configuration is created.',
      'TV-EDGE-23': 'A token of one configuration is not valid for another.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Configure JWT validation via the API: 2025 text',
      certainty: 'documented',
      feature: 'leeway',
    },
    {
      'TV-EDGE-24': 'A token whose `exp` is 30 seconds ago is still valid.',
      'TV-EDGE-25': 'A token whose `nbf` is 30 seconds ahead is already valid.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Configure JWT validation via the API',
      certainty: 'documented',
      feature: 'edge',
    },
    {
      'TV-EDGE-26': 'The claims `iss`, `aud`, `sub` and `jti` do not affect the validity of a token.',
      'TV-EDGE-29': 'A token can be used repeatedly.',
    },
  ),
  ...statements(
    { passage: 'RFC 7518, 3.4 and 3.5', certainty: 'documented', feature: 'edge' },
    {
      'TV-EDGE-27': 'An ECDSA signature in DER form is not valid.',
      'TV-EDGE-28': 'A PSS signature whose salt is not as long as its hash is not valid.',
    },
  ),
  ...statements(
    { passage: 'decision record 3: The edge', certainty: 'inferred', feature: 'edge' },
    {
      'TV-EDGE-44': 'Unless the target claims a leeway, a token whose `exp` is 30 seconds ago is not valid.',
      'TV-EDGE-45':
        'Unless the target claims a leeway, a token whose `nbf` is 30 seconds ahead is not valid.',
    },
  ),
  ...statements(
    { passage: 'inferred from RFC 7515 and RFC 7519', certainty: 'inferred', feature: 'edge' },
    {
      'TV-EDGE-30': 'The claim `iat` does not affect the validity of a token.',
      'TV-EDGE-31': 'A token whose `exp` is not a number is not valid.',
      'TV-EDGE-32': 'A token whose `nbf` is not a number is not valid.',
      'TV-EDGE-33': 'A fractional `exp` is compared as a number.',
      'TV-EDGE-34': 'A token whose payload is not a JSON object is not valid.',
      'TV-EDGE-35': 'A token with an unknown `crit` member is not valid.',
      'TV-EDGE-36': 'A token with an unencoded payload (`b64` false) is not valid.',
      'TV-EDGE-37': 'A JWS in JSON serialisation is not valid.',
      'TV-EDGE-38': 'An encrypted token of five parts is not valid.',
      'TV-EDGE-39': 'A token part with padding is not valid.',
      'TV-EDGE-40': 'A token part with stray bits in its last character is not valid.',
      'TV-EDGE-41': 'A token part with a character outside Base64url is not valid.',
    },
  ),

  ...statements(
    { passage: 'token-validation.md: Events', certainty: 'seed', feature: 'events' },
    {
      'TV-EVT-1': 'The edge records an event for a violation that a blocking rule acts on.',
      'TV-EVT-2': 'The edge records an event for a violation that a logging rule acts on.',
      'TV-EVT-3': 'The event of a violation has the reasons.',
      'TV-EVT-4': 'The reasons are in a section for token validation violations.',
      'TV-EVT-5': 'A request with a valid token causes no violation.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, HTTP requests log fields: SecuritySources',
      certainty: 'documented',
      feature: 'events',
    },
    { 'TV-EVT-6': 'The source of the event is `apiShieldTokenValidation`.' },
  ),
  ...statements(
    { passage: 'decision record 3: The edge', certainty: 'inferred', feature: 'events' },
    {
      'TV-EVT-7': 'The event names the rule that acted.',
      'TV-EVT-8': 'The event names the action taken.',
      'TV-EVT-9': 'The event names the operation of the request.',
      'TV-EVT-10': 'The edge records an invalid token that no rule covers.',
      'TV-EVT-11': 'The event of an invalid token that no rule covers names no rule.',
      'TV-EVT-12': 'The edge does not record a missing token that no rule covers.',
      'TV-EVT-13': 'The reason for a request without a token is that it is missing.',
      'TV-EVT-14': 'The reason for a value that is not a compact JWS is that it is malformed.',
      'TV-EVT-15': 'The reason for an unknown `kid` is that no key matches.',
      'TV-EVT-16': 'The reason for a forged token is its signature.',
      'TV-EVT-17': 'The reason for a token past its `exp` is that it is expired.',
      'TV-EVT-18': 'The reason for a token ahead of its `nbf` is that it is not yet valid.',
      'TV-EVT-19': 'The reason for an unknown critical header is that header.',
      'TV-EVT-20':
        'The reason for a payload that is not a claims set, or for a time that is not a number, is the claims.',
      'TV-EVT-21': 'A violation names its token configuration.',
      'TV-EVT-22': 'The edge records a violation of one configuration in one event.',
      'TV-EVT-23': 'When two rules cover an operation, the event names the one that acts.',
    },
  ),
]);
