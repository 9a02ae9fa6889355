import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../engines/openapi/json.ts';
import { readDocument } from '../engines/openapi/read-document.ts';
import { createOutlineReader } from '../engines/openapi/resources/outline.ts';
import { Schemas } from '../engines/openapi/schemas/schemas.ts';
import { writeAs } from './text-answer.ts';
import { readAs } from './text-body.ts';

const text = { type: 'string' };
const p = { prefix: 'p', namespace: 'urn:p' };
const flat = { name: text, size: { type: 'integer' }, on: { type: 'boolean' } };
const list = (items: JsonObject, xml: JsonObject = {}) => ({ type: 'array', minItems: 1, items, xml });
const deep = {
  id: { type: 'integer', xml: { ...p, attribute: true } },
  names: list(text),
  tags: list({ ...text, xml: { name: 'tag' } }, { wrapped: true }),
  inside: { type: 'object', properties: flat, xml: { ...p, name: 'within' } },
  each: list({ type: 'object', properties: flat, required: ['name'] }),
};
const object = (properties: JsonObject) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const strings = fc.string({ unit: fc.constantFrom(...'aZ09 <>&"\',;:|[]{}ß€'), minLength: 1 });
const row = fc.record({ name: strings, size: fc.integer(), on: fc.boolean() });
const tree = fc.record({
  id: fc.integer(),
  names: fc.array(strings, { minLength: 1 }),
  tags: fc.array(strings, { minLength: 1 }),
  inside: row,
  each: fc.array(row, { minLength: 1 }),
});

it.each<[string, JsonObject, fc.Arbitrary<JsonValue>]>([
  ['application/xml', object(deep), tree],
  ['text/xml', list(object(flat)), fc.array(row, { minLength: 1 })],
  ['text/csv', list(object(flat)), fc.array(row, { minLength: 1 })],
  ['text/csv', list(list(text)), fc.array(fc.array(strings, { minLength: 2 }), { minLength: 1 })],
  ['application/x-ndjson', list(object(deep)), fc.array(tree)],
  ['application/yaml', object(deep), tree],
  ['text/plain', object(deep), tree],
  ['text/plain', text, strings],
])('reads in %s what is written in it', async (type, node, values) => {
  const document = readDocument({ openapi: '3.1.0', paths: {} }, 'shop.json');
  const schemas = new Schemas(document);
  const types = { schemas, outlineOf: createOutlineReader(document) };
  const schema = { node, pointer: '/it' };
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      const written = writeAs(type, value, { schemas, schema, title: '' });
      expect(await readAs(type, written, schema, types)).toEqual(value);
    }),
  );
});
