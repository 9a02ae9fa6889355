import fc from 'fast-check';

type Schema = Record<string, unknown>;

const names = fc.constantFrom(
  'city',
  'name',
  'age',
  'items',
  'a',
  'b',
  'is_open',
  'when',

  'größe',
);

const texts: fc.Arbitrary<Schema> = fc.oneof(
  fc.record({ type: fc.constant('string') }),
  fc
    .tuple(fc.nat(12), fc.nat(30))
    .map(([minLength, more]) => ({ type: 'string', minLength, maxLength: minLength + more })),
  fc
    .constantFrom(
      'date-time',
      'date',
      'time',
      'duration',
      'email',
      'hostname',
      'ipv4',
      'ipv6',
      'uri',
      'uri-reference',
      'uuid',
      'json-pointer',
    )
    .map((format) => ({ type: 'string', format })),
  fc
    .constantFrom(
      '^[A-Z]{2}-\\d{3,5}$',
      '^(red|green|blue)$',
      '\\d+',
      '^\\p{Lu}\\w*( \\w+)?$',
      '^[^@\\s]+@x\\.org$',
      '^(?:\\+|00)[1-9]\\d{6,14}$',
      '^$',
      'b$',
      '^v?\\d+(\\.\\d+){2}(-[a-z0-9.]+)?$',
    )
    .map((pattern) => ({ type: 'string', pattern })),
);
const numbers: fc.Arbitrary<Schema> = fc.oneof(
  fc.constantFrom<Schema>({ type: 'integer' }, { type: 'number' }),
  fc
    .tuple(
      fc.constantFrom('integer', 'number'),
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: 10, max: 60 }),
      fc.constantFrom(undefined, 1, 2, 5, 0.5, 0.25),
    )
    .map(([type, minimum, more, multipleOf]) => ({
      type,
      minimum,
      maximum: minimum + more,
      ...(multipleOf === undefined ? {} : { multipleOf }),
    })),
  fc
    .tuple(fc.constantFrom('integer', 'number'), fc.integer({ min: -50, max: 50 }))
    .map(([type, low]) => ({ type, exclusiveMinimum: low, exclusiveMaximum: low + 3 })),
);
const plain: fc.Arbitrary<Schema> = fc.oneof(
  texts,
  numbers,
  fc.constantFrom<Schema>(
    { type: 'boolean' },
    { type: 'null' },
    {},
    { type: ['string', 'null'] },
    { const: { a: [1, null] } },
  ),
  fc
    .uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1, maxLength: 4 })
    .map((values) => ({ enum: values })),
);

/** Schemas that something satisfies, with most of what JSON Schema 2020-12 has. */
export const satisfiableSchema: fc.Arbitrary<Schema> = fc.letrec<{
  any: Schema;
  object: Schema;
  array: Schema;
  choice: Schema;
}>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    plain,
    tie('object'),
    tie('array'),
    tie('choice'),
  ),
  object: fc
    .tuple(
      fc.dictionary(names, tie('any'), { maxKeys: 4 }),
      fc.array(names, { maxLength: 4 }),
      fc.constantFrom<unknown>(undefined, false, true, { type: 'integer' }),
      fc.nat(2),
    )
    .map(([properties, more, additionalProperties, minProperties]) => {
      const known = Object.keys(properties);
      const required = [
        ...new Set(additionalProperties === false ? known.slice(0, 2) : [...known.slice(0, 2), ...more]),
      ];
      return {
        type: 'object',
        properties,
        required,
        ...(additionalProperties === undefined ? {} : { additionalProperties }),
        ...(additionalProperties === false ? {} : { minProperties }),
      };
    }),
  array: fc.oneof(
    fc
      .tuple(tie('any'), fc.nat(3), fc.nat(3))
      .map(([items, minItems, more]) => ({ type: 'array', items, minItems, maxItems: minItems + more })),
    fc.tuple(fc.array(tie('any'), { maxLength: 3 }), fc.boolean()).map(([prefixItems, open]) => ({
      type: 'array',
      ...(prefixItems.length === 0 ? {} : { prefixItems }),
      items: open,
    })),
    fc.integer({ min: 1, max: 4 }).map((minItems) => ({
      type: 'array',
      items: { enum: [1, 'two', { three: 3 }, null] },
      uniqueItems: true,
      minItems,
    })),
    fc
      .tuple(numbers, fc.integer({ min: 1, max: 2 }))
      .map(([contains, minContains]) => ({ type: 'array', contains, minContains })),
  ),
  choice: fc.oneof(
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.tuple(texts, numbers).map((oneOf) => ({ oneOf: [...oneOf, { type: 'null' }] })),
    fc
      .tuple(tie('object'), fc.string({ maxLength: 5 }))
      .map(([object, title]) => ({ allOf: [object, { title }] })),
    fc.constantFrom<Schema>(
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { b: { type: 'integer' } }, required: ['b'] },
        ],
        unevaluatedProperties: false,
      },
      {
        type: 'object',
        properties: { kind: { enum: ['x', 'y'] } },
        required: ['kind'],
        if: { properties: { kind: { const: 'x' } } },
        // biome-ignore lint/suspicious/noThenProperty: it is the keyword of JSON Schema
        then: { required: ['left'] },
        else: { required: ['right'] },
      },
      {
        type: 'object',
        properties: { card: { type: 'string' } },
        required: ['card'],
        dependentRequired: { card: ['address'] },
      },
      {
        type: 'object',
        properties: { card: { type: 'string' } },
        required: ['card'],
        dependentSchemas: { card: { properties: { pin: { type: 'integer' } }, required: ['pin'] } },
      },
      {
        type: 'object',
        patternProperties: { '^x-[a-z]{2,4}$': { type: 'boolean' } },
        additionalProperties: false,
        minProperties: 2,
      },
      {
        type: 'object',
        propertyNames: { pattern: '^[a-f]{3}$' },
        minProperties: 2,
        additionalProperties: { type: 'string', minLength: 1 },
      },
      { type: 'string', not: { enum: ['', 'a'] }, maxLength: 8 },
      {
        oneOf: [
          { type: 'integer', multipleOf: 3 },
          { type: 'integer', multipleOf: 5 },
        ],
      },
    ),
  ),
})).any;
