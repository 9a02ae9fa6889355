import { describe, expect, it } from 'vitest';
import { jwtClaimFields, requestFields, tokenSourceFields } from './fields.ts';
import { lower } from './functions/strings.ts';
import { createScheme } from './scheme.ts';
import { documentedName } from './types.ts';

describe('a scheme', () => {
  it('is made of tables, functions and lists being optional', () => {
    const scheme = createScheme({ fields: { ssl: 'Boolean' } });
    expect([scheme.fields.get('ssl'), scheme.functions.size, scheme.lists.size]).toEqual(['Boolean', 0, 0]);
  });

  it('knows no name that is only a property of every object', () => {
    expect(createScheme({ fields: {} }).fields.get('constructor')).toBeUndefined();
  });

  it('refuses a name that stands for two things', () => {
    expect(() => createScheme({ fields: { lower: 'String' }, functions: { lower } })).toThrow(
      /"lower" is a field/,
    );
  });
});

function typeOf(
  table: Readonly<Record<string, Parameters<typeof documentedName>[0]>>,
  field: string,
): string | undefined {
  const type = table[field];
  return type === undefined ? undefined : documentedName(type);
}

describe('the table of fields', () => {
  it.each([
    ['http.host', 'String'],
    ['http.request.uri.path', 'String'],
    ['http.request.uri.args', 'Map<Array<String>>'],
    ['http.request.headers', 'Map<Array<String>>'],
    ['http.request.headers.names', 'Array<String>'],
    ['http.request.headers.truncated', 'Boolean'],
    ['http.request.cookies', 'Map<Array<String>>'],
    ['http.request.timestamp.sec', 'Integer'],
    ['http.request.body.form', 'Map<Array<String>>'],
    ['http.request.body.size', 'Integer'],
    ['ip.src', 'IP'],
    ['ip.src.asnum', 'Integer'],
    ['ip.src.is_in_european_union', 'Boolean'],
    ['cf.threat_score', 'Integer'],
    ['cf.hostname.metadata', 'String'],
    ['cf.client.bot', 'Boolean'],
    ['ssl', 'Boolean'],
    ['raw.http.request.uri.path', 'String'],
    ['raw.http.request.uri.args', 'Map<Array<String>>'],
    ['http.request.jwt.claims.iss', undefined],
  ])('gives %s the type %s', (field, type) => {
    expect(typeOf(requestFields, field)).toBe(type);
  });

  it('has the claims: a map of JSON texts and, for each of six claims, three fields', () => {
    expect(Object.keys(jwtClaimFields)).toHaveLength(1 + 6 * 3);
    expect(typeOf(jwtClaimFields, 'http.request.jwt.claims')).toBe('Map<Array<String>>');
    expect(typeOf(jwtClaimFields, 'http.request.jwt.claims.aud')).toBe('Map<Array<String>>');
    expect(typeOf(jwtClaimFields, 'http.request.jwt.claims.sub.names')).toBe('Array<String>');
    expect(typeOf(jwtClaimFields, 'http.request.jwt.claims.iat.sec')).toBe('Map<Array<Integer>>');
    expect(typeOf(jwtClaimFields, 'http.request.jwt.claims.nbf.sec.values')).toBe('Array<Integer>');
    expect(typeOf(jwtClaimFields, 'http.request.jwt.claims.exp.sec')).toBeUndefined();
  });

  it('lets a token source read headers and cookies only', () => {
    expect(Object.keys(tokenSourceFields)).toEqual(['http.request.headers', 'http.request.cookies']);
  });
});
