import { describe, expect, test } from 'vitest';
import { schemaOfFormat } from './response-format.ts';

describe('schemaOfFormat', () => {
  const schema = { type: 'object', properties: { city: { type: 'string' } } };

  test('finds the schema under its name', () => {
    expect(schemaOfFormat({ name: 'place', strict: true, schema })).toEqual({ name: 'place', schema });
  });

  test('takes a schema without a name as it is', () => {
    expect(schemaOfFormat(schema)).toEqual({ name: undefined, schema });
  });

  test('takes a name without a schema as one that allows everything', () => {
    expect(schemaOfFormat({ name: 'place' })).toEqual({ name: 'place', schema: {} });
  });
});
