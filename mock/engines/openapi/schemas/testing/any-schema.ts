import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../json.ts';

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
/** Schemas of all kinds, which may refer to {@link tree}. */
export const { schema: anySchema } = fc.letrec<{ schema: JsonValue; object: JsonObject }>((tie) => ({
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

/** A schema whose lists hold itself: `#/components/schemas/Tree`. */
export const tree = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    leaves: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
  },
  required: ['name'],
};
