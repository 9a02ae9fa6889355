import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet token-validation';

/**
 * The rules language itself, whoever holds the expression: token rules, custom rules, configuration
 * rules. Only what the sheet documents or what was observed; the seed's own sentences are `TV-EXPR-*`
 * and `RS-*`.
 */
export const rulesLanguageRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 7.1`, certainty: 'documented' },
    {
      'RL-LEX-1': 'A keyword in upper case is refused.',
      'RL-LEX-2': 'A raw string `r"..."` takes a backslash as it is.',
      'RL-LEX-3': 'A raw string `r#"..."#` may hold a double quote.',
      'RL-LEX-4': 'Commas between the values of an inline list are refused.',
      'RL-LEX-5': 'A regular expression with look-around is refused.',
      'RL-LEX-6': 'A regular expression with a back-reference is refused.',
      'RL-LEX-7': 'A wildcard pattern with two adjacent asterisks is refused.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.1`, certainty: 'observed' },
    {
      'RL-LEX-8': 'A tab outside a string is refused.',
      'RL-LEX-9': 'A line break is white space.',
      'RL-LEX-10': 'A leading zero makes an integer octal.',
      'RL-LEX-11': 'A leading `0x` makes an integer hexadecimal.',
      'RL-LEX-12': 'The escapes of a quoted string are a quote, a backslash, `xHH` and three octal digits.',
      'RL-LEX-13': 'Any other escape in a quoted string is refused.',
      'RL-LEX-14': 'An address range in CIDR form with host bits set is refused.',
      'RL-LEX-15': 'An integer range in a list includes both bounds.',
      'RL-LEX-16': 'An integer range with reversed bounds is refused.',
      'RL-LEX-17': 'An empty inline list is accepted.',
      'RL-LEX-18': 'A nesting deeper than 128 is refused.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.2`, certainty: 'documented' },
    {
      'RL-GRAM-1': 'Two fields are not compared with each other.',
      'RL-GRAM-2': 'A boolean field takes no operator.',
      'RL-GRAM-3': 'A comparison over `[*]` outside a function is refused.',
      'RL-GRAM-4': '`starts_with` as an operator is refused.',
      'RL-GRAM-5': '`ends_with` as an operator is refused.',
      'RL-GRAM-6': 'An operator on a type that it does not take is refused.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.2`, certainty: 'documented', feature: 'edge' },
    {
      'RL-GRAM-7': '`and` binds tighter than `xor`.',
      'RL-GRAM-8': '`xor` binds tighter than `or`.',
      'RL-GRAM-9': '`not` binds to the comparison behind it.',
      'RL-OP-1': '`eq` on strings minds case.',
      'RL-OP-2': '`ne` is true for two different strings.',
      'RL-OP-3': '`contains` is true for a part of the value and minds case.',
      'RL-OP-4': '`matches` is true when a part of the value matches.',
      'RL-OP-5': '`wildcard` compares the whole value without minding case.',
      'RL-OP-6': '`strict wildcard` compares the whole value and minds case.',
      'RL-OP-7': '`in` is true for a value of the list.',
      'RL-OP-8': '`lt`, `le`, `gt` and `ge` order integers.',
      'RL-OP-9': '`in` is true for an address within a range of the list.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.3`, certainty: 'observed' },
    {
      'RL-ERR-1': 'The error about an expression names line and column, counted from 1.',
      'RL-ERR-2': 'An unknown name is refused as an `unknown identifier`.',
      'RL-ERR-3': 'Text behind a complete expression is refused as `unrecognised input`.',
      'RL-ERR-4': 'A string without its closing quote is refused with `could not find an ending quote`.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.4`, certainty: 'documented', feature: 'edge' },
    {
      'RL-FIELD-1': '`http.request.method` is in upper case.',
      'RL-FIELD-2': '`http.request.uri.query` has no question mark.',
      'RL-FIELD-3': '`http.request.uri.path.extension` is in lower case and has no dot.',
      'RL-FIELD-4': '`http.request.headers` has its keys in lower case.',
      'RL-FIELD-5': '`http.request.headers.names` keeps the case that was sent.',
      'RL-FIELD-6': '`http.host` is the host of the request.',
      'RL-FIELD-7': '`ip.src` is the address of the client.',
      'RL-FIELD-8': '`http.request.uri.args` holds the values of each query argument in their order.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.5`, certainty: 'documented', feature: 'edge' },
    {
      'RL-FUNC-1': '`any` is true when one element is true.',
      'RL-FUNC-2': '`all` is true when every element is true.',
      'RL-FUNC-3': '`starts_with` compares the beginning of a value.',
      'RL-FUNC-4': '`ends_with` compares the end of a value.',
      'RL-FUNC-5': '`lower` turns ASCII letters alone into lower case.',
      'RL-FUNC-6': '`upper` turns ASCII letters alone into upper case.',
      'RL-FUNC-7': '`len` of a string counts bytes.',
      'RL-FUNC-8': '`len` of an array counts elements.',
      'RL-FUNC-9': '`concat` joins strings.',
      'RL-FUNC-10': '`substring` takes bytes from a start to an end that is not included.',
      'RL-FUNC-11': '`substring` counts a negative index from the end.',
      'RL-FUNC-12': '`lookup_json_string` reads a string by a chain of names and indexes.',
      'RL-FUNC-13': '`lookup_json_integer` reads an integer by a chain of names and indexes.',
      'RL-FUNC-14': '`lookup_json_integer` gives no value for `42.0`.',
      'RL-FUNC-15': '`url_decode` turns a plus sign into a space.',
      'RL-FUNC-16': '`decode_base64` decodes a field.',
      'RL-FUNC-17': '`has_key` is true for a key of the map.',
      'RL-FUNC-18': '`has_value` is true for a value of the collection.',
      'RL-FUNC-19': '`split` leaves the rest in the last element when the limit is reached.',
      'RL-FUNC-20': '`join` puts the separator between the elements.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.5`, certainty: 'observed', feature: 'edge' },
    {
      'RL-FUNC-21': '`any` over a missing array is false.',
      'RL-FUNC-22': '`all` over a missing array is true.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.6`, certainty: 'documented', feature: 'edge' },
    {
      'RL-MISS-1': 'A comparison with an absent map key is false.',
      'RL-MISS-2': 'A comparison with an index out of range is false.',
      'RL-MISS-3': '`ne` with a missing value is false.',
      'RL-MISS-4': '`not` of a comparison with a missing value is true.',
    },
  ),
]);
