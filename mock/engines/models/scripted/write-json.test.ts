import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../backend.ts';
import { run, user } from './testing/run-generation.ts';

async function extract(prompt: string, properties: Record<string, JsonSchema>): Promise<unknown> {
  const schema = {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  const { text, finish } = await run({ messages: [user(prompt)], format: { type: 'json-schema', schema } });
  expect(finish.reason).toBe('stop');
  return JSON.parse(text);
}

const string = { type: 'string' };
const integer = { type: 'integer' };

describe('JSON for a schema', () => {
  it.each<[string, Record<string, JsonSchema>, Record<string, unknown>]>([
    [
      'I am looking for a hotel in Paris for 3 nights',
      { city: string, nights: integer },
      { city: 'Paris', nights: 3 },
    ],
    [
      'Ada Lovelace is 36 years old and lives in London. Extract the person.',
      { name: string, age: integer, city: string },
      { name: 'Ada Lovelace', age: 36, city: 'London' },
    ],
    [
      'Book a flight from Oslo to Rome on 2026-03-04',
      { from: string, to: string, date: { type: 'string', format: 'date' } },
      { from: 'Oslo', to: 'Rome', date: '2026-03-04' },
    ],
    [
      'Write to eve@example.org about https://example.com/a?b=1.',
      { email: { type: 'string', format: 'email' }, url: { type: 'string', format: 'uri' } },
      { email: 'eve@example.org', url: 'https://example.com/a?b=1' },
    ],
    [
      'The film was great, the sentiment is positive',
      { sentiment: { enum: ['negative', 'neutral', 'positive'] } },
      { sentiment: 'positive' },
    ],
    ['title: "Dune", year: 1965', { title: string, year: integer }, { title: 'Dune', year: 1965 }],
    [
      'The ingredients are flour, eggs and milk.',
      { ingredients: { type: 'array', items: string } },
      { ingredients: ['flour', 'eggs', 'milk'] },
    ],
    ['Use {"host": "db", "port": 5432}', { host: string, port: integer }, { host: 'db', port: 5432 }],
    ['The room is not heated', { heated: { type: 'boolean' } }, { heated: false }],
    [
      'Convert 100 USD to EUR',
      { amount: { type: 'number' }, from: string, to: string },
      { amount: 100, from: 'USD', to: 'EUR' },
    ],
    ['Read the file src/index.ts, please', { path: string }, { path: 'src/index.ts' }],
    ['Delete record abc-123', { record_id: string }, { record_id: 'abc-123' }],
    ['Add a todo to buy milk', { title: string }, { title: 'buy milk' }],
    ['The stock price of AAPL', { symbol: string }, { symbol: 'AAPL' }],
    ['Turn on the lights in the kitchen', { room: string }, { room: 'kitchen' }],
    ['What is 6 times 7?', { result: { type: 'number' } }, { result: 42 }],
  ])('takes from %j what belongs in it', async (prompt, properties, expected) => {
    expect(await extract(prompt, properties)).toEqual(expected);
  });

  it('refuses what the prompt says where the schema does', async () => {
    expect(await extract('age: 200', { age: { type: 'integer', maximum: 150 } })).not.toEqual({ age: 200 });
  });

  it('differs between prompts in its texts', async () => {
    expect(await extract('Tell me about tea', { answer: string })).not.toEqual(
      await extract('Tell me about coffee', { answer: string }),
    );
  });
});

describe('JSON of any kind', () => {
  it.each([
    ['Tell me about tea', ['answer', 'reference']],
    ['Return JSON with keys city and population for Paris', ['city', 'population']],
    ['Answer as {"name": "...", "age": 0}', ['name', 'age']],
    ['Give me a JSON object with the fields `id`, `title` and `tags`', ['id', 'title', 'tags']],
  ])('for %j is an object with %j', async (prompt, keys) => {
    const { text } = await run({ messages: [user(prompt)], format: { type: 'json' } });
    expect(Object.keys(JSON.parse(text))).toEqual(keys);
  });

  it('is cut like any other text', async () => {
    const { text, finish } = await run({
      messages: [user('Tell me about tea')],
      format: { type: 'json' },
      maxTokens: 5,
    });
    expect(finish).toMatchObject({ reason: 'length', usage: { outputTokens: 5 } });
    expect(text.startsWith('{"answer"')).toBe(true);
  });
});
