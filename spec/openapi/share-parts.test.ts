import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenapiDocument } from './document.ts';
import { isObject, type JsonObject } from './json-schema.ts';
import { resolve } from './references.ts';
import { schemaNames } from './schema-names.ts';
import { shareParts } from './share-parts.ts';

/** Member names that are also keywords, or that the implementation uses. */
const memberName = fc.constantFrom(
  'id',
  'items',
  'properties',
  'number',
  '$ref',
  'anyOf',
  'a long name of a member',
);

/** Schemas of few kinds, so that many are the same. */
const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonObject>(
      { type: 'string', maxLength: 50 },
      {
        type: 'string',
        description: 'A text of the platform, which is described at such length that it is shared.'.repeat(2),
      },
      { const: 'a' },
      {},
    ),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(memberName, tie('schema'), { maxKeys: 4 }),
      additionalProperties: fc.oneof(fc.constant(false), tie('schema')),
    }),
  ),
}));

const operation = fc.record({
  tags: fc.constant(['zones']),
  parameters: fc.array(fc.record({ name: fc.constantFrom('a', 'b'), in: fc.constant('query'), schema }), {
    maxLength: 3,
  }),
  requestBody: fc.record({ content: fc.record({ 'application/json': fc.record({ schema }) }) }),
  responses: fc.record({
    200: fc.record({
      'x-answer': fc.constant('envelope'),
      content: fc.record({
        'application/json': fc.record({
          schema: fc.record({
            type: fc.constant('object'),
            properties: fc.record({ result: schema, success: fc.constant({ const: true }) }),
          }),
        }),
        'text/event-stream': fc.record({ schema: fc.constant({ type: 'string' }), 'x-event-data': schema }),
      }),
    }),
    default: fc.record({ content: fc.record({ 'application/json': fc.record({ schema }) }) }),
  }),
});

/** A value with everything in place of its references. */
function dereferenced(value: unknown, document: OpenapiDocument): unknown {
  if (Array.isArray(value)) return value.map((one) => dereferenced(one, document));
  if (!isObject(value)) return value;
  // A member may be called so.
  if (typeof value['$ref'] === 'string') return dereferenced(resolve(document, value), document);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, dereferenced(one, document)]));
}

describe('a document with shared parts', () => {
  it('is the same once its references are resolved, whatever its schemas are', () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 5 }), (operations) => {
        const paths = Object.fromEntries(
          operations.map((one, at) => [`/${at}`, { get: { operationId: `zones.zone.do-${at}`, ...one } }]),
        );
        const shared = shareParts({ paths }, {}) as unknown as OpenapiDocument;
        expect(dereferenced(shared.paths, shared)).toEqual(paths);
      }),
      { numRuns: 200 },
    );
  });

  it('has each repeated part once', () => {
    const member = { type: 'object', required: ['a'.repeat(60), 'b'.repeat(60)] };
    const get = (id: string) => ({
      operationId: id,
      tags: ['zones'],
      parameters: [{ name: 'zone_id', in: 'path', schema: {} }],
      requestBody: { content: { 'application/json': { schema: { type: 'array', items: member } } } },
      responses: { default: { description: 'Refused' } },
    });
    const document = {
      paths: { '/a': { get: get('zones.zone.edit') }, '/b': { get: get('zones.zone.put') } },
    };
    const { components } = shareParts(document, {}) as unknown as OpenapiDocument;
    expect(Object.keys(components.parameters)).toEqual(['zone_id']);
    expect(Object.keys(components.responses)).toEqual(['Refused']);
    expect(Object.keys(components.schemas)).toEqual(['ZoneEditBody']);
  });
});

describe('the name of a shared schema', () => {
  it.each([
    ['Zone', 'zones.zone.get', 'answer', ['properties', 'result'], {}],
    ['Zone', 'zones.zone.list', 'answer', ['properties', 'result', 'items'], {}],
    ['ZoneEditBody', 'zones.zone.edit', 'body', [], {}],
    [
      'TokenValidationRulePreviewResult',
      'token-validation.rule.preview',
      'answer',
      ['properties', 'result'],
      {},
    ],
    [
      'TokenValidationKey',
      'token-validation.credentials.replace',
      'body',
      ['properties', 'keys', 'items'],
      {},
    ],
    [
      'TokenValidationKeyEC',
      'token-validation.credentials.replace',
      'body',
      ['properties', 'keys', 'items', 'anyOf', '1'],
      { properties: { kty: { const: 'EC' } } },
    ],
    ['InferenceRunEvent', 'inference.run', 'event', [], {}],
    ['ZoneEntry', 'zones.zone.edit', 'body', ['properties', 'entries', 'items'], {}],
    ['ZoneCookie', 'zones.zone.edit', 'body', ['properties', 'cookies', 'items'], {}],
    ['ZoneStatus', 'zones.zone.edit', 'body', ['properties', 'status', 'items'], {}],
  ] as const)('is %s in %s, %s %j', (name, id, role, way, described) => {
    expect(schemaNames({ operation: id, role, way }, described)[0]).toBe(name);
  });
});
