import { describe, expect, it } from 'vitest';
import { compileFilter } from '../compiler.ts';
import { requestFields } from '../fields.ts';
import { createScheme } from '../scheme.ts';
import type { EvaluationContext } from '../values.ts';
import { allFunctions, functionsFor, jwtFunctions, type RulePlace } from './table.ts';

const EVERYWHERE =
  'all any concat ends_with has_key has_value len lookup_json_integer lookup_json_string lower starts_with substring upper url_decode'.split(
    ' ',
  );

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
      'decode_base64 encode_base64 join regex_replace remove_bytes remove_query_args sha256 split to_string uuidv4'.split(
        ' ',
      ),
    ],
  ])('gives %s what is everywhere and %j', (place, own) => {
    expect(Object.keys(functionsFor(place)).toSorted()).toEqual([...EVERYWHERE, ...own].toSorted());
  });
});

interface Request extends EvaluationContext {
  readonly present: readonly string[];
  readonly valid: readonly string[];
}

const scheme = createScheme<Request>({
  fields: requestFields,
  functions: {
    ...functionsFor('token_rules'),
    ...jwtFunctions<Request>({
      present: (id, request) => request.present.includes(id),
      valid: (id, request) => request.valid.includes(id),
    }),
  },
});

describe('is_jwt_valid and is_jwt_present', () => {
  it.each([
    ['is_jwt_valid("a")', ['a'], ['a'], true],
    ['is_jwt_valid("a")', ['a'], [], false],
    ["is_jwt_present('a')", ['a'], [], true],
    ['is_jwt_present("a")', [], [], false],
    ['is_jwt_valid("a") or is_jwt_valid("b")', ['b'], ['b'], true],
    ['is_jwt_valid("a") or is_jwt_valid("b")', ['a', 'b'], [], false],
    ['is_jwt_valid("a") or not is_jwt_present("a")', [], [], true],
    ['is_jwt_valid("a") or not is_jwt_present("a")', ['a'], [], false],
    ['is_jwt_valid("a") or not is_jwt_valid("a")', ['a'], [], true],
  ])('%s with %j present and %j valid is %j', (source, present, valid, expected) => {
    const request: Request = { present, valid, get: () => undefined };
    expect(compileFilter(source, scheme).evaluate(request)).toBe(expected);
  });

  it('take an id as a literal', () => {
    expect(() => compileFilter('is_jwt_valid(http.host)', scheme)).toThrow(
      'invalid kind of argument #0: expected argument of kind Literal, but got Field',
    );
  });

  it.each(['custom_rules', 'rate_limiting', 'configuration_rules', 'redirect'] as const)(
    'are unknown identifiers in %s',
    (place) => {
      const other = createScheme({ fields: requestFields, functions: functionsFor(place) });
      expect(() => compileFilter('is_jwt_valid("a")', other)).toThrow('unknown identifier');
      expect(() => compileFilter('is_jwt_present("a")', other)).toThrow('unknown identifier');
    },
  );
});
