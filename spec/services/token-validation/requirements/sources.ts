import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { tokenValidationEndpoints } from '../endpoints.ts';

const fields = 'token-validation.md: Token configuration';
const rules = 'token-validation.md: Token source rules';

/** Token sources: what a configuration may name, and how a token is taken from a request. */
export const sourceRequirements = defineRequirements([
  ...statements(
    { passage: fields, certainty: 'seed' },
    {
      'TV-SRC-1': 'A source `http.request.headers["<name>"][0]` is accepted.',
      'TV-SRC-2': 'A source `http.request.cookies["<name>"][0]` is accepted.',
      'TV-SRC-7': 'Four token sources are accepted.',
      'TV-SRC-10': 'A token source that is no expression of the rules language is refused.',
      'TV-SRC-11': 'A token source that names another field than request headers or cookies is refused.',
      'TV-SRC-12': 'A token source that resolves to an array instead of a string is refused.',
    },
  ),
  ...bounds(
    {
      in: tokenValidationEndpoints,
      operation: 'token-validation.config.create',
      of: 'configuration',
      passage: fields,
      certainty: 'seed',
    },
    {
      'TV-SRC-3': ['missing', '/token_sources'],
      'TV-SRC-4': ['type', '/token_sources'],
      'TV-SRC-5': ['too few', '/token_sources', { sentence: 'An empty `token_sources` is refused.' }],
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
      'TV-SRC-15': 'A valid token at a place that no source names does not satisfy `is_jwt_valid`.',
      'TV-SRC-16': 'A valid token at the second source suffices when the first source is absent.',
      'TV-SRC-17': 'A valid token at the second source suffices when the first holds an invalid one.',
      'TV-SRC-18': 'A valid token at the first source suffices when the second holds an invalid one.',
      'TV-SRC-19': 'Two halves of a token at two sources do not make a token.',
      'TV-SRC-20': 'A source value that is the token alone is accepted.',
      'TV-SRC-21': 'A source value that is `Bearer`, one space and the token is accepted.',
      'TV-SRC-22': 'A valid token behind `bearer` in lower case is not valid.',
      'TV-SRC-23': 'A valid token behind `Bearer:` is not valid.',
      'TV-SRC-24': 'A valid token behind `Bearer` and two spaces is not valid.',
      'TV-SRC-25': 'A valid token behind `Bearer` without a space is not valid.',
    },
  ),
  ...statements(
    { passage: rules, certainty: 'seed', feature: 'events' },
    {
      'TV-SRC-26': 'An invalid token at a source behind the first valid one leaves no violation.',
    },
  ),
  ...statements(
    { passage: 'fact sheet token-validation 5.1', certainty: 'documented', feature: 'edge' },
    {
      'TV-SRC-27': 'A source with a lower-case header name matches the header in any case.',
      'TV-SRC-28': 'A source with an upper-case letter in its header name never matches.',
      'TV-SRC-29': 'The name of a cookie is compared with its case.',
      'TV-SRC-30': 'The name of a cookie is URL-decoded before it is compared.',
      'TV-SRC-31': 'The value of a cookie is not URL-decoded.',
      'TV-SRC-32': 'A token in the query string is not found.',
      'TV-SRC-33': 'A token in the request body is not found.',
    },
  ),
  ...statements(
    { passage: 'fact sheet token-validation 5.1', certainty: 'inferred' },
    {
      'TV-SRC-34': 'A source with a higher index than 0 is accepted.',
      'TV-SRC-35': 'A source whose key is a string in single quotes is accepted.',
    },
  ),
  ...statements(
    { passage: 'fact sheet token-validation 5.1', certainty: 'inferred', feature: 'edge' },
    {
      'TV-SRC-36': 'A valid token behind `Bearer` and a tab is not valid.',
      'TV-SRC-37': 'Of two cookies with one name, index 0 is the first.',
    },
  ),
]);
