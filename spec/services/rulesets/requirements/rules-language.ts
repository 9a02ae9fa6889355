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
      'RL-LEX-23': 'The values of an inline list are of one type.',
      'RL-LEX-25': 'A regular expression that does not compile is refused.',
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
      'RL-LEX-24': 'An address has no quotes, and a range in CIDR form stands in a list.',
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
      'RL-GRAM-14': '`[*]` behind the first argument of a function is refused.',
      'RL-GRAM-15': 'A literal of another type than the left side is refused.',
      'RL-GRAM-19': 'A literal as the source of `starts_with` or `ends_with` is refused.',
      'RL-GRAM-20': 'An argument of a type that the function does not take is refused.',
      'RL-GRAM-21': 'A literal argument outside of what the function takes is refused.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.2, 7.3`, certainty: 'observed' },
    {
      'RL-GRAM-13': 'A field that is no boolean needs an operator behind it, and `=` is none.',
      'RL-GRAM-16': 'An index that does not fit the type in front of it is refused.',
      'RL-GRAM-17': 'A parenthesis that is not closed is refused.',
      'RL-GRAM-18': 'A wrong number of arguments is refused.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.1`, certainty: 'observed', feature: 'edge' },
    {
      'RL-LEX-19': 'A byte string is hexadecimal pairs joined by `:`, `-` or `.`.',
      'RL-LEX-20':
        'A backslash in a quoted regular expression reaches the pattern, but for one before a quote.',
      'RL-LEX-22': 'A nesting of 128 is accepted.',
    },
  ),
  ...statements(
    { passage: `${sheet} 10, trap 23`, certainty: 'inferred', feature: 'edge' },
    { 'RL-LEX-21': 'A string may stand in single quotes.' },
  ),
  ...statements(
    { passage: `${sheet} 7.2`, certainty: 'documented', feature: 'edge' },
    {
      'RL-GRAM-7': '`and` binds tighter than `xor`.',
      'RL-GRAM-8': '`xor` binds tighter than `or`.',
      'RL-GRAM-9': '`not` binds to the comparison behind it.',
      'RL-GRAM-10': '`and`, `or` and `xor` join two expressions as their names say.',
      'RL-GRAM-11': '`and` binds tighter than `or`.',
      'RL-GRAM-12': 'Parentheses bind tighter than any operator.',
      'RL-OP-1': '`eq` on strings minds case.',
      'RL-OP-2': '`ne` is true for two different strings.',
      'RL-OP-3': '`contains` is true for a part of the value and minds case.',
      'RL-OP-4': '`matches` is true when a part of the value matches.',
      'RL-OP-5': '`wildcard` compares the whole value without minding case.',
      'RL-OP-6': '`strict wildcard` compares the whole value and minds case.',
      'RL-OP-7': '`in` is true for a value of the list.',
      'RL-OP-8': '`lt`, `le`, `gt` and `ge` order integers.',
      'RL-OP-9': '`in` is true for an address within a range of the list.',
      'RL-OP-10': 'An operator has the same meaning as a word and as a symbol.',
      'RL-OP-11': '`eq` and `ne` compare integers of 64 bits.',
      'RL-OP-12': '`lt`, `le`, `gt` and `ge` order strings by their bytes.',
      'RL-OP-13': 'In a wildcard pattern `?` is a question mark and `\\*` an asterisk.',
      'RL-OP-14': '`bitwise_and` is true when both integers have a bit in common.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.3`, certainty: 'observed' },
    {
      'RL-ERR-1': 'The error about an expression names line and column, counted from 1.',
      'RL-ERR-2': 'An unknown name is refused as an `unknown identifier`.',
      'RL-ERR-3': 'Text behind a complete expression is refused as `unrecognised input`.',
      'RL-ERR-4': 'A string without its closing quote is refused with `could not find an ending quote`.',
      'RL-ERR-5': 'The error about an expression says in the words of the engine what is at fault.',
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
      'RL-FIELD-9': '`http.request.uri` is path and query, `http.request.uri.path` the path alone.',
      'RL-FIELD-10':
        '`http.request.uri.args.names` and `.values` hold the names and values of all arguments.',
      'RL-FIELD-11': '`http.request.cookies` holds the cookies by their names, whose case counts.',
      'RL-FIELD-13': '`http.request.headers` holds each line of a header that is sent twice, in their order.',
      'RL-FIELD-12': '`http.cookie` and `http.referer` are the headers as they were sent.',
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
      'RL-FUNC-26': '`concat` joins arrays.',
      'RL-FUNC-27': '`url_decode` decodes once, and with the option `r` until nothing changes.',
      'RL-FUNC-28': '`url_decode` decodes `%uXXXX` with the option `u` alone.',
      'RL-FUNC-29': '`remove_bytes` takes every one of the given bytes away.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.5`, certainty: 'observed', feature: 'edge' },
    {
      'RL-FUNC-21': '`any` over a missing array is false.',
      'RL-FUNC-22': '`all` over a missing array is true.',
      'RL-FUNC-23': 'Comparisons over `[*]` are joined element by element.',
      'RL-FUNC-24': 'A function over `[*]` is called for each element.',
      'RL-FUNC-25': '`concat` skips what is missing.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.6`, certainty: 'documented', feature: 'edge' },
    {
      'RL-MISS-1': 'A comparison with an absent map key is false.',
      'RL-MISS-2': 'A comparison with an index out of range is false.',
      'RL-MISS-3': '`ne` with a missing value is false.',
      'RL-MISS-4': '`not` of a comparison with a missing value is true.',
      'RL-MISS-5': 'A function of a missing value has no value.',
      'RL-MISS-6': '`not len(...) >= 0` is true when a query argument is missing.',
    },
  ),
]);
