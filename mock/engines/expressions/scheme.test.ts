import { describe, expect, it } from 'vitest';
import { jwtClaimFields, tokenSourceFields } from './fields.ts';
import { lower } from './functions/strings.ts';
import { createScheme } from './scheme.ts';

describe('a scheme', () => {
  it('has tables, with optional functions and lists', () => {
    const scheme = createScheme({ fields: { ssl: 'Boolean' } });
    expect([scheme.fields.get('ssl'), scheme.functions.size, scheme.lists.size]).toEqual(['Boolean', 0, 0]);
  });

  it('does not know inherited properties of objects', () => {
    expect(createScheme({ fields: {} }).fields.get('constructor')).toBeUndefined();
  });

  it('refuses a name with two meanings', () => {
    expect(() => createScheme({ fields: { lower: 'String' }, functions: { lower } })).toThrow(
      /"lower" is a field/,
    );
  });
});

describe('the table of fields', () => {
  it('has the claims: a map of JSON texts and, for each of six claims, three fields', () => {
    expect(Object.keys(jwtClaimFields)).toHaveLength(1 + 6 * 3);
  });

  it('lets a token source read headers and cookies only', () => {
    expect(Object.keys(tokenSourceFields)).toEqual(['http.request.headers', 'http.request.cookies']);
  });
});
