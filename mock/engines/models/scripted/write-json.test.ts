import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../backend.ts';
import { createValidator } from '../json-schema.ts';
import { readConversation } from './conversation.ts';
import { writeJson, writeValue } from './write-json.ts';

const about = (text: string, seed = 1) =>
  readConversation(seed, { id: 'm' }, { messages: [{ role: 'user', parts: [{ type: 'text', text }] }] });

/** Values for several seeds. */
const getValues = (schema: JsonSchema, prompt = 'Make something up.') =>
  Promise.all(Array.from({ length: 12 }, (_, seed) => writeValue(schema, about(prompt, seed))));

const member = async (name: string, schema: object, prompt?: string): Promise<unknown[]> => {
  const values = await getValues(
    { type: 'object', properties: { [name]: schema }, required: [name] },
    prompt,
  );
  return values.map((value) => Object.entries(value ?? {}).find(([key]) => key === name)?.[1]);
};

describe('values of schemas', () => {
  const schemas: Readonly<Record<string, JsonSchema>> = {
    'what zod writes': z.toJSONSchema(
      z.object({
        name: z.string(),
        email: z.email(),
        site: z.url(),
        at: z.iso.datetime(),
        id: z.uuid(),
        stars: z.int().min(1).max(5),
        code: z.string().regex(/^[A-Z]{3}-\d{2}$/),
        lasts: z.iso.duration(),
        note: z.string().max(40).nullable(),
        goods: z
          .array(z.object({ name: z.string(), kind: z.enum(['pen', 'ink']) }))
          .min(1)
          .max(3),
        shape: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('circle'), radius: z.number() }),
          z.object({ kind: z.literal('text'), text: z.string().min(60) }),
        ]),
      }),
    ),
    'a list that ends': {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
          required: ['next'],
        },
      },
    },
    'unique items': { type: 'array', items: { type: 'integer' }, uniqueItems: true, minItems: 8 },
    conditions: {
      type: 'object',
      properties: { a: { enum: ['x', 'y'] } },
      required: ['a'],
      if: { properties: { a: { const: 'x' } } },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
      then: { properties: { b: { type: 'string' } }, required: ['b'] },
    },
    multiples: { type: 'number', multipleOf: 0.5, exclusiveMinimum: 0, maximum: 3 },
    'numbers outside the usual range': { type: 'integer', minimum: 5000 },
    'negative numbers': { type: 'number', maximum: -7 },
    'long texts': { type: 'string', minLength: 5000 },
    'a pattern that is not linear': { type: 'string', pattern: '((a{100}){100}){100}' },
    'a pattern next to data that looks like one': { enum: [{ pattern: '(a)\\1' }] },
    'a tuple': {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'integer' }],
      items: false,
      minItems: 2,
    },
    anything: true,
  };

  test.each(Object.entries(schemas))('fit the schema: %s', async (_, schema) => {
    const fits = createValidator(schema);
    for (const value of await getValues(schema)) expect(fits(value), JSON.stringify(value)).toBe(true);
  });

  it.each<[string, JsonSchema]>([
    ['requires too many items', { type: 'array', minItems: 1e8, items: { type: 'integer' } }],
    ['requires too long a text', { type: 'string', minLength: 1e9 }],
    [
      'requires nested lists with too many items in total',
      { type: 'array', minItems: 1000, items: { type: 'array', minItems: 1000, items: { type: 'integer' } } },
    ],
    ['forbids all', false],
    ['has a catastrophic pattern', { allOf: [{ const: `${'a'.repeat(200)}!` }, { pattern: '^(a+)+$' }] }],
    ['contradicts itself', { type: 'integer', minimum: 2, maximum: 1 }],
    ['has an unresolved reference', { $ref: '#/$defs/none' }],
  ])('are not found if a schema %s', async (_, schema) => {
    await expect(writeValue(schema, about('Hello'))).rejects.toMatchObject({ reason: 'bad-input' });
  });
});

describe('members', () => {
  const safe = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

  it.each([
    ['size', { type: 'integer' }, 0, 100],
    ['size', { type: 'integer', ...safe }, 0, 100],
    ['size', { type: 'number' }, 0, 100],
    ['price', { type: 'number' }, 1, 1000],
    ['age', { type: 'integer', ...safe }, 18, 90],
    ['birthYear', { type: 'integer' }, 1950, 2030],
  ])('%s of %j is in a sensible range', async (name, schema, least, most) => {
    for (const value of await member(name, schema)) {
      expect(value).toBeGreaterThanOrEqual(least);
      expect(value).toBeLessThanOrEqual(most);
    }
  });

  it.each([
    ['email', /^[\w.+-]+@example\.com$/],
    ['website_url', /^https:\/\//],
    ['dueDate', /^\d{4}-\d{2}-\d{2}$/],
    ['price', /^\d+\.\d\d$/],
    ['user_id', /^[\da-f-]{36}$/],
  ])('%s looks like one', async (name, pattern) => {
    for (const value of await member(name, { type: 'string' })) expect(value).toMatch(pattern);
  });

  it.each([
    ['city', { type: 'string' }, 'What is the weather in New York today?', 'New York'],
    ['email', { type: 'string' }, 'Write to eve@example.org, please.', 'eve@example.org'],
    ['name', { type: 'string' }, 'Make up a person named Alice.', 'Alice'],
    ['days', { type: 'integer' }, 'A forecast of 3 days', 3],
    ['age', { type: 'integer' }, 'age: 42', 42],
    ['unit', { enum: ['celsius', 'fahrenheit'] }, 'In Fahrenheit, please.', 'fahrenheit'],
    ['query', { type: 'string' }, 'Find "blue whales"', 'blue whales'],
    ['a', { type: 'number' }, 'Add 7 and 9', 7],
  ])('%s of %j is the value in the prompt: %s', async (name, schema, prompt, value) => {
    expect((await member(name, schema, prompt))[0]).toBe(value);
  });
});

it('writes JSON without a schema, with the keys that the prompt names', async () => {
  const getKeys = async (prompt: string) =>
    Object.keys(JSON.parse(await writeJson(about(prompt), { type: 'json' })));
  expect(await getKeys('Give me JSON with keys name and age')).toEqual(['name', 'age']);
  expect(await getKeys('Like {"city": "string", "sky": "string"}')).toEqual(['city', 'sky']);
  expect(await getKeys('Tell me')).toEqual(['answer', 'reference']);
});
