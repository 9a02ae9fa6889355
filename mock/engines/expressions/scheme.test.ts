import { describe, expect, it } from 'vitest';
import { lower } from './functions/lower-upper.ts';
import { createScheme } from './scheme.ts';

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
