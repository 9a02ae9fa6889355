import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { endpoints } from '../endpoints.ts';

const endpointsPassage = 'token-validation.md: Endpoints';
const fields = 'token-validation.md: Token configuration';

/** Token configurations: creation, members, reading, lists, changes and deletion. */
export const configurationRequirements = defineRequirements([
  ...statements(
    { passage: endpointsPassage, certainty: 'seed' },
    {
      'TV-CFG-1': 'A POST to `/zones/{zone_id}/token_validation/config` creates a token configuration.',
    },
  ),
  ...statements(
    { passage: fields, certainty: 'seed' },
    {
      'TV-CFG-2': 'The answer to a creation carries the `id` of the configuration.',
      'TV-CFG-3': 'A rule can name a configuration by the `id` that its creation returned.',
      'TV-CFG-4': 'The answer to a creation carries the `title` that was sent.',
      'TV-CFG-5': 'The answer to a creation carries the `description` that was sent.',
      'TV-CFG-6': 'The answer to a creation carries the `token_sources` that were sent.',
      'TV-CFG-7': 'The answer to a creation carries `token_type` as `JWT`.',
      'TV-CFG-8': 'The answer to a creation carries the stored keys as `credentials.keys`.',
      'TV-CFG-9': 'The answer to a creation carries `created_at` as a timestamp.',
      'TV-CFG-10': 'The answer to a creation carries `last_updated` as a timestamp.',
      'TV-CFG-26': 'The server stores no key that is not an object.',
    },
  ),
  ...statements(
    { passage: fields, certainty: 'seed', level: 'should' },
    {
      'TV-CFG-51': 'The `id` of a configuration is a UUID.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'token-validation.config.create',
      of: 'configuration',
      passage: fields,
      certainty: 'seed',
    },
    {
      'TV-CFG-11': ['missing', '/title'],
      'TV-CFG-12': ['type', '/title'],
      'TV-CFG-13': ['longest', '/title'],
      'TV-CFG-14': ['too long', '/title'],
      'TV-CFG-15': ['missing', '/description'],
      'TV-CFG-16': ['type', '/description'],
      'TV-CFG-17': ['longest', '/description'],
      'TV-CFG-18': ['too long', '/description'],
      'TV-CFG-19': ['missing', '/token_type'],
      'TV-CFG-20': ['allowed', '/token_type', { values: ['jwt'] }],
      'TV-CFG-21': ['not allowed', '/token_type', { values: ['saml', 'opaque', 'jwe', ''] }],
      'TV-CFG-22': ['type', '/token_type', { values: [['jwt']] }],
      'TV-CFG-23': ['missing', '/credentials'],
      'TV-CFG-24': ['type', '/credentials', { values: [[]] }],
      'TV-CFG-25': [
        ['missing', 'type'],
        '/credentials/keys',
        { sentence: 'The server refuses a configuration whose `credentials` have no `keys` array.' },
      ],
    },
  ),

  ...statements(
    { passage: 'Cloudflare API reference, Token validation', certainty: 'documented' },
    {
      'TV-CFG-27': 'A creation gets status 200.',
      'TV-CFG-28': 'A GET of `/config` lists the configurations of the zone.',
      'TV-CFG-29': 'A GET of `/config/{config_id}` returns that configuration.',
      'TV-CFG-30': 'A PATCH of `/config/{config_id}` changes the members that it sends.',
      'TV-CFG-31': 'A DELETE of `/config/{config_id}` removes the configuration from the list.',
      'TV-CFG-32': 'A deletion returns the `id` of the configuration.',
      'TV-CFG-33': 'The server refuses a PUT of `/config/{config_id}`.',
      'TV-CFG-34': 'The timestamps of a configuration are RFC 3339 in UTC with a final `Z`.',
      'TV-CFG-35': 'Right after creation `created_at` equals `last_updated`.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, Token validation: configuration', certainty: 'documented' },
    {
      'TV-CFG-37': 'A PATCH of a configuration does not change the members that it does not send.',
      'TV-CFG-38': 'A PATCH of a configuration returns its `id`.',
      'TV-CFG-39': 'A PATCH of a configuration returns the new values.',
      'TV-CFG-40': 'A GET of a configuration returns every member that its creation returned.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'token-validation.config.create',
      of: 'configuration',
      passage: 'cloudflare-typescript, Token validation: configuration',
      certainty: 'documented',
    },
    {
      'TV-CFG-36': ['allowed', '/token_type', { values: ['JWT'] }],
    },
  ),
  ...statements(
    { passage: 'alchemy, Cloudflare.TokenValidation', certainty: 'observed' },
    {
      'TV-CFG-41': 'Two configurations of one zone can have the same title.',
      'TV-CFG-42': 'A GET of a deleted configuration gets status 404.',
    },
  ),
  ...statements(
    { passage: 'decision record 3: Token configurations', certainty: 'inferred' },
    {
      'TV-CFG-43': 'A PATCH replaces the whole list of `token_sources`.',
      'TV-CFG-44': 'A PATCH of a configuration does not change its keys, whatever `credentials` it sends.',
      'TV-CFG-45': 'A PATCH of a configuration moves `last_updated` forward.',
      'TV-CFG-48': 'The length of a title is its number of Unicode code points.',
      'TV-CFG-52': 'The server returns the `token_sources` of a configuration in the order of the request.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'token-validation.config.create',
      of: 'configuration',
      passage: 'decision record 3: Token configurations',
      certainty: 'inferred',
    },
    {
      'TV-CFG-47': [
        'allowed',
        '/description',
        { sentence: 'The server accepts an empty `description`.', values: [''] },
      ],
    },
  ),
  ...statements(
    { passage: 'alchemy, Cloudflare.TokenValidation', certainty: 'observed' },
    {
      'TV-CFG-49': 'A GET of an unknown configuration id gets status 404.',
    },
  ),
  ...statements(
    { passage: 'claude-code-router issue 1630', certainty: 'observed' },
    {
      'TV-CFG-50': 'A configuration id that is not a UUID gets an error with code 7003.',
    },
  ),

  ...statements(
    { passage: 'Cloudflare API reference, Token validation: list configurations', certainty: 'documented' },
    {
      'TV-LIST-1': 'The list of configurations honours `page`.',
      'TV-LIST-2': 'The list of configurations honours `per_page`.',
      'TV-LIST-3': 'The list of configurations honours the documented range: no page of fewer than 5.',
      'TV-LIST-4': 'The list of configurations honours the documented range: no page of more than 50.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Increased limits for JWT validation configurations',
      certainty: 'documented',
    },
    {
      'TV-LIM-1': 'A zone holds 32 configurations.',
      'TV-LIM-2': 'The server refuses a 33rd configuration of a zone.',
      'TV-LIM-3': 'A configuration holds 16 keys.',
      'TV-LIM-4': 'The server refuses a set of 17 keys.',
    },
  ),
]);

const rules = 'token-validation.md: Token source rules';

/** Token sources: valid sources, and how the edge takes a token from a request. */
export const sourceRequirements = defineRequirements([
  ...statements(
    { passage: fields, certainty: 'seed' },
    {
      'TV-SRC-1': 'The server accepts a source `http.request.headers["<name>"][0]`.',
      'TV-SRC-2': 'The server accepts a source `http.request.cookies["<name>"][0]`.',
      'TV-SRC-7': 'The server accepts four token sources.',
      'TV-SRC-10': 'The server refuses a token source that is not an expression of the rules language.',
      'TV-SRC-11':
        'The server refuses a token source that names a field other than request headers or cookies.',
      'TV-SRC-12': 'The server refuses a token source that resolves to an array instead of a string.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'token-validation.config.create',
      of: 'configuration',
      passage: fields,
      certainty: 'seed',
    },
    {
      'TV-SRC-3': ['missing', '/token_sources'],
      'TV-SRC-4': ['type', '/token_sources'],
      'TV-SRC-5': ['too few', '/token_sources', { sentence: 'The server refuses an empty `token_sources`.' }],
      'TV-SRC-6': ['fewest', '/token_sources'],
      'TV-SRC-8': ['too many', '/token_sources'],
      'TV-SRC-9': ['type', '/token_sources/1'],
    },
  ),
  ...statements(
    { passage: rules, certainty: 'seed', feature: 'edge' },
    {
      'TV-SRC-13': 'A valid token in the header that a source names satisfies `is_jwt_valid`.',
      'TV-SRC-14': 'A valid token in the cookie that a source names satisfies `is_jwt_valid`.',
      'TV-SRC-15': 'A valid token outside the sources does not satisfy `is_jwt_valid`.',
      'TV-SRC-16': 'A valid token at the second source suffices when the first source is absent.',
      'TV-SRC-17': 'A valid token at the second source suffices when the first holds an invalid one.',
      'TV-SRC-18': 'A valid token at the first source suffices when the second holds an invalid one.',
      'TV-SRC-19': 'Two halves of a token at two sources do not make a token.',
      'TV-SRC-20': 'The edge accepts a source value that is only the token.',
      'TV-SRC-21': 'The edge accepts a source value that is `Bearer`, one space and the token.',
      'TV-SRC-22': 'A valid token after `bearer` in lower case is not valid.',
      'TV-SRC-23': 'A valid token after `Bearer:` is not valid.',
      'TV-SRC-24': 'A valid token after `Bearer` and two spaces is not valid.',
      'TV-SRC-25': 'A valid token after `Bearer` without a space is not valid.',
    },
  ),
  ...statements(
    { passage: rules, certainty: 'seed', feature: 'events' },
    {
      'TV-SRC-26': 'An invalid token at a source after the first valid one causes no violation.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Rules language fields: http.request.headers and http.request.cookies',
      certainty: 'documented',
      feature: 'edge',
    },
    {
      'TV-SRC-27': 'A source with a lower-case header name matches the header in any case.',
      'TV-SRC-28': 'A source with an upper-case letter in its header name never matches.',
      'TV-SRC-29': 'The names of cookies are case-sensitive.',
      'TV-SRC-30': 'The edge URL-decodes the name of a cookie before it compares it.',
      'TV-SRC-31': 'The edge does not URL-decode the value of a cookie.',
      'TV-SRC-32': 'The edge does not find a token in the query string.',
      'TV-SRC-33': 'The edge does not find a token in the request body.',
      'TV-SRC-38': 'The quotes around the value of a cookie are part of the value.',
      'TV-SRC-39': 'A repeated header has two values, and the index of a source selects one.',
    },
  ),
  ...statements(
    { passage: 'decision record 3: Token configurations', certainty: 'inferred' },
    {
      'TV-SRC-34': 'The server accepts a source with a higher index than 0.',
      'TV-SRC-35': 'The server accepts a source whose key is a string in single quotes.',
      'TV-SRC-40': 'The messages say that a source with an upper-case header name matches no request.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare docs, Rules language fields: http.request.cookies',
      certainty: 'inferred',
      feature: 'edge',
    },
    {
      'TV-SRC-36': 'A valid token after `Bearer` and a tab is not valid.',
      'TV-SRC-37': 'Of two cookies with one name, index 0 is the first.',
    },
  ),
]);
