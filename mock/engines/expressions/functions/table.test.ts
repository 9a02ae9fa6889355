import { describe, expect, it } from 'vitest';
import { functions, type RulePlace } from '../../../../spec/rules-language.ts';
import { compileFilter } from '../compiler.ts';
import { fieldsFor } from '../fields.ts';
import { createScheme } from '../scheme.ts';
import type { EvaluationContext } from '../values.ts';
import { allFunctions, functionsFor, jwtFunctions } from './table.ts';

describe('the table of functions', () => {
  it('has the listed functions, with as many parameters as their signatures', () => {
    const tokens = jwtFunctions({ present: () => true, valid: () => true });
    const made = Object.entries({ ...allFunctions(), ...tokens }).map(([name, { arity }]) => [name, arity]);
    const listed = Object.entries(functions).map(([name, [signature]]) => {
      const parameters = signature.slice(1, signature.indexOf('): ')).split(', ');
      const needed = parameters.filter((one) => one !== '...' && !one.endsWith('?'));
      return [
        name,
        [needed.length, parameters.at(-1) === '...' ? Number.POSITIVE_INFINITY : parameters.length],
      ];
    });
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(made));
  });

  it.each<[place: RulePlace, has: string, hasNot: string]>([
    ['token_rules', 'lower', 'cidr'],
    ['custom_rules', 'cidr', 'sha256'],
    ['redirect', 'regex_replace', 'cidr'],
    ['custom_errors', 'split', 'regex_replace'],
    ['response_header_transform', 'uuidv4', 'wildcard_replace'],
  ])('gives %s the function %s and not %s', (place, has, hasNot) => {
    const functions = functionsFor(place);
    expect([has in functions, hasNot in functions]).toEqual([true, false]);
  });
});

interface Request extends EvaluationContext {
  readonly present: readonly string[];
  readonly valid: readonly string[];
}

const scheme = createScheme<Request>({
  fields: fieldsFor('token_rules'),
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
  ])('evaluates %s with %j present and %j valid to %j', (source, present, valid, expected) => {
    const request: Request = { present, valid, get: () => undefined };
    expect(compileFilter(source, scheme).evaluate(request)).toBe(expected);
  });

  it.each(['custom_rules', 'rate_limiting', 'configuration_rules', 'redirect'] as const)(
    'are unknown identifiers in %s',
    (place) => {
      const other = createScheme({ fields: fieldsFor(place), functions: functionsFor(place) });
      expect(() => compileFilter('is_jwt_valid("a")', other)).toThrow('unknown identifier');
      expect(() => compileFilter('is_jwt_present("a")', other)).toThrow('unknown identifier');
    },
  );
});
