import { expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const note = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };
const text = { type: 'string' };
/** Schemas of which each leads to all those before it, six times. */
const nested = Object.fromEntries(
  Array.from({ length: 12 }, (_, level) => [
    `Level${level}`,
    level === 0
      ? note
      : { allOf: Array.from({ length: 6 }, () => ({ $ref: `#/components/schemas/Level${level - 1}` })) },
  ]),
);
const deep = { $ref: '#/components/schemas/Level11' };
const problem = {
  type: 'object',
  required: ['message', 'details', 'hint'],
  properties: {
    message: text,
    code: text,
    details: { type: 'object', required: ['message'], properties: { message: text } },
    hint: text,
  },
};

/** Posts a note without its text to a server whose refusals are described like this. */
async function refuse(
  refusals: object,
  { server = 'https://notes.example.com/api', body = note }: { server?: string; body?: object } = {},
) {
  const mock = createMock({
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Notes', version: '1' },
      servers: [{ url: server }],
      components: { schemas: nested },
      paths: {
        '/notes': {
          post: {
            requestBody: { required: true, ...json(body) },
            responses: { 201: json(note), ...refusals },
          },
        },
      },
    },
  });
  const url = `http://localhost:4800${new URL(server).pathname}/notes`;
  const headers = {
    'content-type': 'application/json',
    authorization: 'Bearer touchstone-full-access-token-0000000001',
  };
  const reply = await mock.fetch(new Request(url, { method: 'POST', body: '{}', headers }));
  return { status: reply.status, body: await reply.json() };
}

it.each([400, '4XX', 'default', 422])(
  'a refusal fits the schema that the document has for %s',
  async (status) => {
    const { body, status: answered } = await refuse({ [status]: json(problem) });
    const message = 'Invalid value for text: is required';
    expect(answered).toBe(400);
    // The code of the mock is a number, and no text.
    expect(body).toEqual({ message, details: { message }, hint: expect.any(String) });
  },
);

it('a refusal has the envelope where the document describes none, and on the platform', async () => {
  const envelope = { success: false, errors: [{ code: 6011 }] };
  expect((await refuse({})).body).toMatchObject(envelope);
  const platform = await refuse({ '4XX': json(problem) }, { server: 'https://api.example.com/client/v4' });
  expect(platform.body).toMatchObject(envelope);
});

it('a refusal names the schema that takes too long, also if the refusal has such a schema itself', async () => {
  const sentence = expect.stringContaining(
    'Notes: The schema /components/schemas/Level11 takes more than 100000',
  );
  expect(await refuse({ default: json(problem) }, { body: deep })).toMatchObject({
    status: 501,
    body: { message: sentence },
  });
  expect(await refuse({ default: json(deep) })).toMatchObject({
    status: 400,
    body: { errors: [{ code: 6011 }] },
  });
});
