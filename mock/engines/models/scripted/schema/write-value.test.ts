import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import { createRandom } from '../random.ts';
import { satisfiableSchema } from '../testing/schema-arbitrary.ts';
import type { Hints } from './place.ts';
import { createReferences } from './schema-node.ts';
import { validates } from './validate.ts';
import { writeValue } from './write-value.ts';

const silent: Hints = {
  known: () => [],
  texts: () => [],
  numbers: () => [],
  items: () => [],
  flag: () => undefined,
  mention: () => undefined,
  invent: ({ name }) => `something for ${name}`,
};

function write(schema: JsonSchema, seed = 1): unknown {
  return writeValue(schema, silent, createRandom({ high: seed, low: 7 }));
}

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  ownProperties: true,
  logger: false,
});
addFormats(ajv);

/** Judges a value by a validator that is not ours. */
function judge(schema: JsonSchema, value: unknown): string {
  const valid = ajv.validate(schema, value);
  const text = valid ? '' : ajv.errorsText();
  // Else it would keep thousands of them, and their ids.
  ajv.removeSchema();
  return text;
}

const tree = {
  $defs: {
    node: {
      type: 'object',
      properties: { value: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
      required: ['value', 'children'],
      additionalProperties: false,
    },
  },
  $ref: '#/$defs/node',
};
const list = {
  type: 'object',
  properties: { head: { type: 'integer' }, tail: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
  required: ['head', 'tail'],
};
const expression = {
  $defs: {
    expr: {
      anyOf: [
        {
          type: 'object',
          properties: { op: { const: '+' }, left: { $ref: '#/$defs/expr' }, right: { $ref: '#/$defs/expr' } },
          required: ['op', 'left', 'right'],
        },
        { type: 'number' },
      ],
    },
  },
  $ref: '#/$defs/expr',
};

describe('a value for a schema', () => {
  it('is allowed by it, in the eyes of another validator', () => {
    fc.assert(
      fc.property(satisfiableSchema, fc.integer(), (schema, seed) => {
        expect(judge(schema, write(schema, seed))).toBe('');
      }),
      { numRuns: 400 },
    );
    // The other validator compiles each of them.
  }, 30_000);

  it('is the same for the same schema and chance', () => {
    fc.assert(
      fc.property(satisfiableSchema, fc.integer(), (schema, seed) => {
        expect(write(schema, seed)).toEqual(write(structuredClone(schema), seed));
      }),
    );
  });

  const table: [string, JsonSchema][] = [
    ['a recursive object', tree],
    ['a list that ends in null', list],
    ['a recursion with a way out that is listed last', expression],
    ['a reference with escapes', { $defs: { 'a/b~c': { type: 'integer' } }, $ref: '#/$defs/a~1b~0c' }],
    ['an anchor', { $defs: { x: { $anchor: 'here', type: 'integer' } }, $ref: '#here' }],
    [
      'a schema by its id',
      { $defs: { x: { $id: 'https://example.com/x', type: 'integer' } }, $ref: 'https://example.com/x' },
    ],
    [
      'a reference with company',
      {
        $defs: { s: { type: 'string' } },
        type: 'object',
        properties: { a: { $ref: '#/$defs/s', minLength: 40 } },
        required: ['a'],
      },
    ],
    ['a pattern of a least length', { type: 'string', pattern: '^[a-z]+$', minLength: 25, maxLength: 30 }],
    ['two patterns', { allOf: [{ type: 'string', pattern: '^a' }, { pattern: 'z$' }, { minLength: 5 }] }],
    ['a password', { type: 'string', pattern: '^(?=.*[A-Z])(?=.*\\d).{8,}$' }],
    ['tenths', { type: 'number', multipleOf: 0.1, exclusiveMinimum: 0, maximum: 0.35 }],
    ['cents', { type: 'number', multipleOf: 0.01, minimum: 1, maximum: 2 }],
    ['a narrow fraction', { type: 'number', exclusiveMinimum: 0.1, exclusiveMaximum: 0.1000001 }],
    ['large numbers', { type: 'integer', minimum: 9_007_199_254_740_000 }],
    [
      'all of an enumeration',
      { type: 'array', items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, minItems: 3 },
    ],
    ['different booleans', { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 2 }],
    [
      'different small numbers',
      { type: 'array', items: { type: 'integer', minimum: 1, maximum: 9 }, uniqueItems: true, minItems: 9 },
    ],
    ['a long list', { type: 'array', items: { type: 'string' }, minItems: 500 }],
    ['anything but a text', { not: { type: 'string' } }],
    ['anything', true],
    [
      'exactly one of two',
      {
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
      },
    ],
    [
      'the narrower of two ranges',
      { allOf: [{ type: 'integer', minimum: 3 }, { maximum: 4 }, { not: { const: 3 } }] },
    ],
    [
      'a closed and an open object',
      {
        allOf: [
          { properties: { a: { type: 'string' } }, additionalProperties: false },
          { required: ['a'], type: 'object' },
        ],
      },
    ],
    ['text in points, not units', { type: 'string', minLength: 3, maxLength: 3, pattern: '^😀+$' }],
  ];
  it.each(table)('is allowed for %s', (_name, schema) => {
    for (let seed = 0; seed < 20; seed++) expect(judge(schema, write(schema, seed))).toBe('');
  });

  it('is allowed in the older spelling too', () => {
    const schema = {
      definitions: { n: { type: 'integer', minimum: 4, exclusiveMinimum: true } },
      type: 'array',
      items: [{ $ref: '#/definitions/n' }, { type: 'string' }],
      additionalItems: false,
      minItems: 2,
    };
    const [first, second, ...others] = [write(schema)].flat();
    expect(first).toBeGreaterThan(4);
    expect(second).toBeTypeOf('string');
    expect(others).toEqual([]);
  });

  it.each<[string, JsonSchema]>([
    ['nothing', false],
    ['too short a text', { type: 'string', minLength: 5, maxLength: 3 }],
    ['a range without numbers', { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 }],
    ['no value of an enumeration', { type: 'string', enum: [1, 2] }],
    ['two types at once', { allOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['an object without end', { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] }],
    ['itself', { $ref: '#' }],
    [
      'a circle of references',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
    ],
    ['a required property that is forbidden', { type: 'object', required: ['a'], properties: { a: false } }],
    [
      'more different items than there are',
      { type: 'array', items: { enum: [1, 2] }, uniqueItems: true, minItems: 3 },
    ],
    ['a reference that leads nowhere', { $ref: '#/$defs/missing' }],
    ['a reference out of the document', { $ref: 'https://example.com/other.json' }],
    ['a thing and its opposite', { type: 'integer', not: { type: 'number' } }],
  ])('is refused where the schema asks for %s', (_name, schema) => {
    expect(() => write(schema)).toThrow(ModelError);
  });

  it('is found or refused in time, whatever the schema', () => {
    const wide = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, tree])),
    };
    const deep = Array.from({ length: 100 }).reduce<JsonSchema>(
      (inner) => ({ type: 'object', properties: { a: inner }, required: ['a'] }),
      { type: 'string' },
    );
    const choices = Array.from({ length: 18 }).reduce<JsonSchema>(
      (inner) => ({ anyOf: [{ allOf: [inner, { minLength: 9 }] }, { allOf: [inner, { maxLength: 2 }] }] }),
      { type: 'integer' },
    );
    const deeper = Array.from({ length: 3000 }).reduce<JsonSchema>(
      (inner) => ({ type: 'object', properties: { a: inner }, required: ['a'] }),
      { type: 'string' },
    );
    // Twice as large with each level, and refused for its size.
    const doubling: JsonSchema = {
      $ref: '#/$defs/d0',
      $defs: Object.fromEntries(
        Array.from({ length: 60 }, (_, level) => {
          const next = level === 59 ? { type: 'string' } : { $ref: `#/$defs/d${level + 1}` };
          return [`d${level}`, { type: 'object', required: ['x', 'y'], properties: { x: next, y: next } }];
        }),
      ),
    };
    const long: JsonSchema = { type: 'array', minItems: 1e9, items: { type: 'string' } };
    const started = performance.now();
    for (const schema of [wide, deep, choices, deeper, doubling, long]) {
      try {
        write(schema);
      } catch (error) {
        expect(error).toBeInstanceOf(ModelError);
      }
    }
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('sets a property that is named __proto__ as its own', () => {
    const schema: JsonSchema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"const":1}},"required":["__proto__"]}',
    );
    expect(JSON.stringify(write(schema))).toBe('{"__proto__":1}');
  });
});

describe('our validator', () => {
  it('agrees with another one about values of other schemas', () => {
    fc.assert(
      fc.property(satisfiableSchema, satisfiableSchema, fc.integer(), (one, other, seed) => {
        const value = write(other, seed);
        const ours = validates(one, value, createReferences(one));
        const theirs = judge(one, value) === '';
        // Ours is narrower about formats, never wider.
        if (ours) expect(theirs).toBe(true);
        else if (!JSON.stringify(one).includes('"format"')) expect(theirs).toBe(false);
      }),
      { numRuns: 300 },
    );
  }, 30_000);
});
