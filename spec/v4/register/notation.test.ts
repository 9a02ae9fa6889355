import { expect, it } from 'vitest';
import { type Shape, toSchema } from './notation.ts';

it.each<readonly [Shape, object]>([
  ['string', { type: 'string' }],
  ['readonly string date-time', { type: 'string', readOnly: true, format: 'date-time' }],
  ['string 1..50', { type: 'string', minLength: 1, maxLength: 50 }],
  ['integer 30..86400 = 300', { type: 'integer', minimum: 30, maximum: 86400, default: 300 }],
  ['number -90..', { type: 'number', minimum: -90 }],
  ['number | null', { type: ['number', 'null'] }],
  ['boolean = true', { type: 'boolean', default: true }],
  ["'asc' | 'desc' = 'asc'", { enum: ['asc', 'desc'], default: 'asc' }],
  ["'a | b' | 'it\\'s' | null", { enum: ['a | b', "it's", null] }],
  ['0 | 1.5', { enum: [0, 1.5] }],
  ['true', { enum: [true] }],
  ["'auto' | number", { anyOf: [{ enum: ['auto'] }, { type: 'number' }] }],
  ['any', {}],
  ['file', { type: 'string', format: 'binary' }],
  ['@Pool.Origin', { $ref: '#/components/schemas/Pool.Origin' }],
  [['string'], { type: 'array', items: { type: 'string' } }],
  [
    ['@Pool', '1..20'],
    { type: 'array', items: { $ref: '#/components/schemas/Pool' }, minItems: 1, maxItems: 20 },
  ],
  [['|', '@A', 'null'], { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] }],
  [
    { id: 'string', 'ttl?': 'number', '*': 'any' },
    {
      type: 'object',
      properties: { id: { type: 'string' }, ttl: { type: 'number' } },
      required: ['id'],
      additionalProperties: {},
    },
  ],
  [{}, { type: 'object' }],
])('reads %j', (shape, schema) => {
  expect(toSchema(shape)).toEqual(schema);
});
