import { describe, expect, it } from 'vitest';
import { allFields } from '../../../spec/rules-language.ts';
import { everyField, fieldsFor, readType, tokenSourceFields } from './fields.ts';
import { lower } from './functions/strings.ts';
import { createScheme } from './scheme.ts';
import { documentedName } from './types.ts';

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
  it('has the listed fields, with their types', () => {
    for (const [name, { type }] of allFields) {
      expect([name, documentedName(readType(type)), everyField[name]]).toEqual([name, type, readType(type)]);
    }
  });

  it('gives each kind of rule its fields', () => {
    const claim = 'http.request.jwt.claims.sub';
    expect(claim in fieldsFor('custom_rules')).toBe(true);
    expect(claim in fieldsFor('configuration_rules')).toBe(false);
    expect('cf.zone.name' in fieldsFor('token_rules')).toBe(false);
    expect('http.request.accepted_languages' in fieldsFor('url_rewrite')).toBe(true);
    expect('http.request.accepted_languages' in fieldsFor('custom_rules')).toBe(false);
  });

  it('lets a token source read headers and cookies only', () => {
    expect(Object.keys(tokenSourceFields)).toEqual(['http.request.headers', 'http.request.cookies']);
  });
});
