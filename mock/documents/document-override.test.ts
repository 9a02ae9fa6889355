import { describe, expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';
import { createHandlers } from '../handlers.ts';
import { setupNetwork } from '../setup.ts';

const note = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'string', readOnly: true }, title: { type: 'string' } },
};
const json = (schema: object) => ({ description: 'OK', content: { 'application/json': { schema } } });
const openapi = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: 'https://notes.example.com/api' }],
  paths: {
    '/notes': {
      get: { operationId: 'notes-list', responses: { 200: json({ type: 'array', items: note }) } },
      post: {
        requestBody: { content: { 'application/json': { schema: note } } },
        responses: { 201: json(note) },
      },
    },
    '/notes/{note_id}': {
      get: { operationId: 'notes-get', responses: { 200: json(note) } },
      delete: { operationId: 'notes-delete', responses: { 204: { description: 'Gone' } } },
    },
  },
};
const at = 'http://localhost/api/notes';

describe('an override of an operation of a document', () => {
  it('answers in its place, until it is removed', async () => {
    const mock = createMock({ openapi });
    const remove = mock.onDocument('notes-list', ({ query }) => ({
      status: 206,
      body: [{ id: 'own', title: String(query['title']) }],
      headers: { 'x-own': 'yes' },
    }));
    const answer = await mock.fetch(new Request(`${at}?title=a`));
    expect([answer.status, answer.headers.get('x-own')]).toEqual([206, 'yes']);
    expect(await answer.json()).toEqual([{ id: 'own', title: 'a' }]);
    remove();
    expect(await (await mock.fetch(new Request(at))).json()).toEqual([]);
  });

  it('has the request, and may use the original answer', async () => {
    const mock = createMock({ openapi });
    mock.onDocument('post-notes', async ({ body, original }) => {
      const answer = await original();
      return {
        ...answer,
        body: { sent: body ?? null, made: answer.written === undefined ? (answer.body ?? null) : null },
      };
    });
    const made = await mock.fetch(new Request(at, { method: 'POST', body: '{"title":"a"}' }));
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({ sent: { title: 'a' }, made: { title: 'a' } });
    mock.onDocument('notes-get', ({ params }) => ({ body: params }));
    expect(await (await mock.fetch(new Request(`${at}/a%20b`))).json()).toEqual({ note_id: 'a b' });
    mock.onDocument('notes-delete', () => ({ body: undefined }));
    expect((await mock.fetch(new Request(`${at}/a`, { method: 'DELETE' }))).status).toBe(204);
  });

  it('works in handlers', async () => {
    const mock = createMock({ openapi });
    mock.onDocument('notes-list', () => ({ body: ['own'] }));
    const network = await setupNetwork(createHandlers(mock));
    try {
      expect(await (await fetch('https://notes.example.com/api/notes')).json()).toEqual(['own']);
    } finally {
      network.close();
    }
  });

  it.each<[string, object, string]>([
    ['notes-lst', { openapi }, 'no OpenAPI document has the operation notes-lst; did you mean notes-list'],
    ['x', {}, 'no OpenAPI document has the operation x; touchstone openapi coverage --json lists the ids'],
    ['zones.zone.get', {}, 'zones.zone.get; the mock implements it itself: use mock.on'],
  ])('is refused for an unknown id: %s', (id, options, message) => {
    expect(() => createMock(options).onDocument(id, () => ({ body: null }))).toThrow(message);
  });

  it.each([
    ['zones.zone.gte', 'did you mean zones.zone.get?'],
    ['ai-gateway.dataset.create', 'mock.onDocument overrides those of documents and of the register'],
  ])('is refused as one of the contract: %s', (id, message) => {
    // No id of the contract.
    expect(() => createMock().on(id as 'zones.zone.get', ({ original }) => original())).toThrow(message);
  });
});
