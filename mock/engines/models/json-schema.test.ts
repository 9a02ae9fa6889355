import { expect, it } from 'vitest';
import { createValidator } from './json-schema.ts';
import { ModelError } from './model-error.ts';

it.each([
  [{ type: 'integer' }, 7, 'seven'],
  [{ type: 'integer', example: 3, unknownKeyword: true }, 7, 'seven'],
  [{ type: 'string', format: 'email' }, 'ada@example.com', 'ada'],
  [{ type: 'string', format: 'date-time' }, '2030-01-01T00:00:00Z', 'tomorrow'],
  [{ type: 'string', pattern: '^a+$' }, 'aa', 'ab'],
  [{ $schema: 'http://json-schema.org/draft-07/schema#', $id: 'one', enum: [1, 2] }, 2, 3],
  [{ prefixItems: [{ type: 'string' }], items: false }, ['a'], ['a', 'b']],
])('%j accepts %j, and not %j', (schema, good, bad) => {
  const isValid = createValidator(schema);
  expect([isValid(good), isValid(bad)]).toEqual([true, false]);
});

it('accepts everything or nothing by a boolean schema', () => {
  expect([createValidator(true)(1), createValidator(false)(1)]).toEqual([true, false]);
});

it('refuses a schema that is none', () => {
  expect(() => createValidator({ type: 'no-such-type' })).toThrow(ModelError);
});
