import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chatRequestSchema } from '../spec/services/inference/formats/chat-completions/request.ts';
import { LeanSchemas } from './lean-schemas.ts';

const chat: z.ZodType = chatRequestSchema;
const model = 'openai/gpt-5';
const messages = [{ role: 'user', content: 'Hi.' }];

const mixed = z.object({
  needed: z.string(),
  optional: z.string().optional(),
  filled: z.number().default(1),
  filledBehind: z.number().default(2).optional(),
});

/** All that a schema says of a value, in the order in which it says it. */
const saidBy = (schema: z.ZodType, value: unknown) => {
  const { success, data, error } = schema.safeParse(value);
  return success ? JSON.stringify(data) : error.issues;
};

describe('LeanSchemas', () => {
  it.each([
    ['a chat', chat, { model, messages }],
    ['a chat with its members in another order', chat, { stream: true, messages, model, top_p: 0.5 }],
    ['a member that nobody knows', chat, { model, messages, 'stream top_p': 3, other: { a: 1 } }],
    ['an optional member that is wrong', chat, { model, messages, stream: 'yes', n: 0 }],
    ['an optional member that is undefined', chat, { model, messages, stream: undefined }],
    ['a member that is missing', chat, { messages, stream: false }],
    ['nothing', chat, {}],
    ['a list', chat, [model]],
    ['no value at all', chat, undefined],
    ['members that are filled in', mixed, { needed: 'a' }],
    ['a strict object', z.strictObject({ a: z.string().optional() }), { b: 1 }],
    ['an object with a check', mixed.refine((value) => value.optional === 'a'), { needed: '' }],
    ['an object that is made into something', mixed.transform(({ needed }) => needed), { needed: 'a' }],
    ['one of several objects', z.union([mixed, chat]), { model, messages }],
  ])('find of %s what the whole schema finds', (_, schema, value) => {
    const lean = new LeanSchemas();
    for (let time = 0; time < 2; time++) {
      expect(saidBy(lean.of(schema, value), value)).toEqual(saidBy(schema, value));
    }
  });

  it('are the same for the same members, and smaller than the whole', () => {
    const lean = new LeanSchemas();
    const schema = lean.of(chat, { model, messages, stream: true });
    expect(lean.of(chat, { model: 'x', messages: [], stream: 1, unknown: 1 })).toBe(schema);
    expect(Object.keys((schema as z.ZodObject).shape)).toEqual(['messages', 'stream', 'model']); // It is made from one.
  });

  it('are the whole ones where there are too many sets of members', () => {
    const names = Array.from({ length: 70 }, (_, index) => `m${index}`);
    const schema = z.object(Object.fromEntries(names.map((name) => [name, z.string().optional()])));
    const lean = new LeanSchemas();
    const made = new Set(names.map((name) => lean.of(schema, { [name]: '' })));
    expect([made.size, made.has(schema)]).toEqual([65, true]);
  });
});
