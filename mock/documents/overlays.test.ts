import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../assembly/create-mock.ts';

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema: object) => ({ responses: { 200: { description: 'OK', ...json(schema) } } });
const bytes = { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
const note = object({
  name: text,
  tags: { type: 'array', items: text },
  lines: { type: 'array', items: object({ text }) },
});
const form = object({ value: text, metadata: object({}) });
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: 'https://notes.example.com' }],
  paths: {
    '/notes': {
      get: answers({ type: 'array', items: note }),
      post: { requestBody: json(object({ title: text })), ...answers(note) },
    },
    '/notes/{note}': {
      get: answers(note),
      patch: { requestBody: json(object({})), ...answers(note) },
      delete: { responses: { 204: {} } },
    },
    '/files/{file_name}': {
      get: { responses: { 200: bytes } },
      put: {
        requestBody: { content: { 'multipart/form-data': { schema: form } } },
        ...answers(object({ name: text })),
      },
      delete: { responses: { 204: {} } },
    },
    '/about/{file_name}': { get: answers(object({})) },
    '/names': {
      get: {
        ...answers({ type: 'array', items: object({ name: text }) }),
        parameters: [{ name: 'prefix', in: 'query', schema: text }],
      },
    },
    '/import': {
      put: {
        requestBody: json({ type: 'array', items: object({ key: text, data: text }) }),
        responses: { 204: {} },
      },
    },
    '/settings': {
      get: answers(object({ setting: object({ on: { type: 'boolean' } }) })),
      put: {
        requestBody: json(object({ setting: object({ on: { type: 'boolean' } }) })),
        ...answers(object({ setting: object({ on: { type: 'boolean' } }) })),
      },
    },
    '/words': {
      get: answers(object({ words: { type: 'array', items: note } })),
      post: { requestBody: json(note), ...answers(object({ words: { type: 'array', items: note } })) },
    },
    '/secret': {
      post: answers(
        object({
          success: { type: 'boolean' },
          errors: { type: 'array', items: {} },
          result: { type: 'string', minLength: 8 },
        }),
      ),
    },
  },
};
const role = (target: string, said: unknown) => ({ target, update: { 'x-touchstone-role': said } });
const resource = (target: string, said: object) => ({ target, update: { 'x-touchstone-resource': said } });
const overlay = {
  overlay: '1.0.0',
  actions: [
    resource("$.paths['/notes']", { id: 'name', idSource: 'title', members: { labelNames: ['tags'] } }),
    role("$.paths['/notes/{note}'].patch", {
      kind: 'update',
      append: { add: 'lines', label: 'tags' },
      take: { drop: 'lines' },
    }),
    resource("$.paths['/files/{file_name}']", { id: 'name', bytes: 'value' }),
    role("$.paths['/about/{file_name}'].get", {
      kind: 'read-member',
      resource: '/files',
      member: 'metadata',
    }),
    role("$.paths['/names'].get", { kind: 'list', resource: '/files' }),
    role("$.paths['/import'].put", {
      kind: 'bulk-update',
      resource: '/files',
      id: 'key',
      bytes: 'data',
      base64: 'encoded',
    }),
  ],
};

let mock: Mock;
beforeEach(() => {
  mock = createMock({ openapi: { name: 'notes', document, overlays: [{ name: 'fix', document: overlay }] } });
});
afterEach(() => mock.quit());

async function call(method: string, path: string, body?: FormData | object): Promise<unknown> {
  const isForm = body instanceof FormData;
  const request = new Request(`http://localhost:4800${path}`, {
    method,
    ...(body && !isForm && { headers: { 'content-type': 'application/json' } }),
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const answer = await mock.fetch(request);
  const answered = await answer.text();
  return /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(answered) : answered;
}

const write = (name: string, value: string, metadata: object) => {
  const fields = new FormData();
  fields.append('value', value);
  fields.append('metadata', JSON.stringify(metadata));
  return call('PUT', `/files/${name}`, fields);
};

describe('an overlay', () => {
  it('says which field of a form has the bytes of a record', async () => {
    await write('a', 'Hello', { by: 'me' });
    expect(await call('GET', '/files/a')).toBe('Hello');
    expect(await call('GET', '/about/a')).toEqual({ by: 'me' });
  });

  it('makes a list and a bulk call of the records of another path', async () => {
    await write('a', '1', {});
    await call('PUT', '/import', [
      { key: 'b', data: '2' },
      { key: 'bc', data: '3' },
    ]);
    expect(await call('GET', '/files/bc')).toBe('3');
    expect(await call('GET', '/names')).toMatchObject([{ name: 'a' }, { name: 'b' }, { name: 'bc' }]);
    expect(await call('GET', '/names?prefix=b')).toMatchObject([{ name: 'b' }, { name: 'bc' }]);
  });

  it('says which entries of a bulk call are Base64', async () => {
    await call('PUT', '/import', [{ key: 'b', data: 'SGVsbG8=', encoded: true }]);
    expect(await call('GET', '/files/b')).toBe('Hello');
    expect(await call('GET', '/names')).toEqual([{ name: 'b' }]);
    const wrong = await call('PUT', '/import', [{ key: 'c', data: '?', encoded: true }]);
    expect(JSON.stringify(wrong)).toContain('must be Base64');
  });

  it('says which member of a body names a new record', async () => {
    await call('POST', '/notes', { title: 'first' });
    expect(await call('GET', '/notes/first')).toMatchObject({ name: 'first' });
  });

  it('says which member of a record a body has under another name', async () => {
    const made = await call('POST', '/notes', { title: 'first', labelNames: ['new'] });
    expect(made).toMatchObject({ tags: ['new'] });
    expect(made).not.toHaveProperty('labelNames');
  });

  it('says which members of a body change lists', async () => {
    await call('POST', '/notes', { title: 'first', lines: [{ text: 'a' }, { text: 'b' }], tags: [] });
    await call('PATCH', '/notes/first', { add: [{ text: 'c' }], label: ['new'], drop: ['a'] });
    const lines = [{ text: 'b' }, { text: 'c' }];
    expect(await call('GET', '/notes/first')).toMatchObject({ lines, tags: ['new'] });
  });
});

it('answers a new record in a list where the answer is one', async () => {
  await call('POST', '/words', { name: 'lamp' });
  expect(await call('POST', '/words', { name: 'room' })).toMatchObject({ words: [{ name: 'room' }] });
  expect(await call('GET', '/words')).toMatchObject({ words: [{ name: 'lamp' }, { name: 'room' }] });
});

it('takes a record out of the wrapper that its answer has too', async () => {
  const setting = { setting: { on: true } };
  expect(await call('PUT', '/settings', setting)).toEqual(setting);
  expect(await call('GET', '/settings')).toEqual(setting);
});

it('answers with a record although the envelope may go without', async () => {
  expect(await call('POST', '/secret')).toMatchObject({ result: expect.stringMatching(/^.{8,}$/) });
});
