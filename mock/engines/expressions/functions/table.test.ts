import { describe, expect, it } from 'vitest';
import { allFunctions, functionsFor, type RulePlace } from './table.ts';

const EVERYWHERE = [
  'all',
  'any',
  'concat',
  'ends_with',
  'has_key',
  'has_value',
  'len',
  'lookup_json_integer',
  'lookup_json_string',
  'lower',
  'starts_with',
  'substring',
  'upper',
  'url_decode',
];

describe('the table of functions', () => {
  it('holds every function of the fact sheet but the two of tokens', () => {
    expect(Object.keys(allFunctions()).toSorted()).toEqual(
      [
        ...EVERYWHERE,
        'cidr',
        'cidr6',
        'decode_base64',
        'encode_base64',
        'is_timed_hmac_valid_v0',
        'join',
        'regex_replace',
        'remove_bytes',
        'remove_query_args',
        'sha256',
        'split',
        'to_string',
        'uuidv4',
        'wildcard_replace',
      ].toSorted(),
    );
  });

  it.each<[RulePlace, string[]]>([
    ['token_rules', []],
    ['configuration_rules', []],
    ['custom_rules', ['cidr', 'cidr6', 'decode_base64', 'is_timed_hmac_valid_v0', 'join', 'remove_bytes']],
    ['rate_limiting', ['cidr', 'cidr6', 'decode_base64', 'is_timed_hmac_valid_v0', 'remove_bytes']],
    ['redirect', ['regex_replace', 'remove_bytes', 'to_string', 'wildcard_replace']],
    ['custom_errors', ['join', 'split']],
    [
      'response_header_transform',
      [
        'decode_base64',
        'encode_base64',
        'join',
        'regex_replace',
        'remove_bytes',
        'remove_query_args',
        'sha256',
        'split',
        'to_string',
        'uuidv4',
      ],
    ],
  ])('gives %s what is everywhere and %j', (place, own) => {
    expect(Object.keys(functionsFor(place)).toSorted()).toEqual([...EVERYWHERE, ...own].toSorted());
  });
});
