import { expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';
import { createHandlers, handlers } from '../handlers.ts';
import { setupNetwork } from '../setup.ts';

const note = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' } },
};
const json = (schema: object) => ({ description: 'OK', content: { 'application/json': { schema } } });
const openapi = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: 'https://notes.example.com/api' }],
  paths: {
    '/notes': {
      get: { responses: { 200: json({ type: 'array', items: note }) } },
      post: {
        requestBody: { content: { 'application/json': { schema: note } } },
        responses: { 201: json(note) },
      },
    },
  },
};

it.each([
  ['handlers', () => handlers({ openapi })],
  ['createHandlers', () => createHandlers(createMock({ openapi }))],
])('answers at the address of the document: %s', async (_, make) => {
  const network = await setupNetwork(make());
  try {
    const at = 'https://notes.example.com/api/notes';
    const made = await fetch(at, { method: 'POST', body: JSON.stringify({ title: 'Buy lamps' }) });
    expect(made.status).toBe(201);
    expect(await (await fetch(at)).json()).toEqual([await made.json()]);
  } finally {
    network.close();
  }
});
