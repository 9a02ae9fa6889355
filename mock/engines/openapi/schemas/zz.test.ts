import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { readDocument } from '../read-document.ts';
import { Schemas } from './schemas.ts';

const names = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'x/y~z', '');
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constant(true),
  fc.record(
    { type: fc.constant('string'), minLength: fc.nat(4), maxLength: fc.integer({ min: 4, max: 9 }) },
    { requiredKeys: ['type'] },
  ),
  fc.record({
    type: fc.constant('string'),
    format: fc.constantFrom('date-time', 'email', 'uuid', 'ipv6', 'uri', 'hostname'),
  }),
  fc.record({
    type: fc.constant('string'),
    pattern: fc.constantFrom('^[a-z]{3}$', 'on|off', '^\\d+(\\.\\d+)?$'),
  }),
  fc.record(
    {
      type: fc.constantFrom('integer', 'number'),
      minimum: fc.integer({ min: -5, max: 5 }),
      exclusiveMaximum: fc.integer({ min: 20, max: 90 }),
      multipleOf: fc.constantFrom(1, 2, 5),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom<JsonValue>('a', 1, null, true), { minLength: 1 }) }),
  fc.record({
    type: fc.uniqueArray(fc.constantFrom('boolean', 'null', 'string', 'integer'), { minLength: 1 }),
  }),
);
const { schema: anySchema } = fc.letrec<{ schema: JsonValue; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('object'),
    fc.record(
      {
        type: fc.constant('array'),
        items: tie('schema'),
        minItems: fc.nat(2),
        maxItems: fc.integer({ min: 2, max: 4 }),
      },
      { requiredKeys: ['type', 'items'] },
    ),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('object'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.constant({ $ref: '#/components/schemas/Tree' }),
  ),
  object: fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(names, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
      required: fc.uniqueArray(names, { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      maxProperties: fc.integer({ min: 4, max: 6 }),
    },
    { requiredKeys: ['type', 'properties'] },
  ) as unknown as fc.Arbitrary<JsonObject>,
}));

/** A schema whose lists hold itself. */
const tree = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    leaves: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
  },
  required: ['name'],
};

it('makes values that plain ajv accepts, from any schema and any given value', () => {
  let [made, said] = [0, 0];
  fc.assert(
    fc.property(anySchema, fc.jsonValue({ maxDepth: 3 }), fc.string(), (given, start, seed) => {
      const node = given === true ? {} : (given as JsonObject);
      const root = { openapi: '3.1.0', paths: {}, components: { schemas: { Tree: tree } } };
      const schemas = new Schemas(readDocument(root, 'shop.json'));
      const schema = { node, pointer: '/x' };
      const ajv = new Ajv2020({
        strict: false,
        validateSchema: false,
        logger: false,
        ownProperties: true,
        allErrors: true,
      });
      addFormats(ajv);
      const allows = ajv.compile({ ...node, components: root.components });
      const values = [
        schemas.sample(schema, 'response', seed),
        schemas.fill(schema, start as JsonValue, 'response', { seed }),
      ];
      // What a schema asks for can be impossible; then the document is said to be at fault.
      if (schemas.problems.length > 0) said += 1;
      else
        for (const value of values)
          if (allows(value)) made += 1;
          else throw new Error(JSON.stringify({ value, errors: allows.errors }));
      if (!allows(start) || schemas.problems.length > 0) return;
      expect(schemas.judge(schema, start, 'response')).toEqual([]);
      expect(schemas.fill(schema, start as JsonValue, 'response', { seed })).toEqual(start);
    }),
    { numRuns: 15000 },
  );
  expect(made).toBeGreaterThan(said * 4);
}, 400000);
