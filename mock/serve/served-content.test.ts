import { afterEach, describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../index.ts';

let mock: Mock | undefined;
afterEach(() => mock?.close());

const bytes = { type: 'string', format: 'binary' };
/** What anyone may store and read, and records without a token, on the origin of the console and the admin API. */
const openapi = {
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  servers: [{ url: 'https://files.example.com' }],
  paths: {
    '/files/{name}': {
      put: {
        requestBody: { content: { '*/*': { schema: bytes } } },
        responses: { 200: { description: 'OK' } },
      },
      get: { responses: { 200: { description: 'OK', content: { 'text/html': { schema: bytes } } } } },
    },
    '/page': {
      get: { responses: { 200: { description: 'OK', content: { 'text/html': { example: '<p>Hi</p>' } } } } },
    },
    '/odd': {
      get: { operationId: 'odd\n\u001b列', responses: { 200: { description: 'OK' } } },
    },
    '/notes': {
      get: {
        responses: {
          200: {
            description: 'OK',
            content: { 'application/json': { schema: { type: 'array', items: {} } } },
          },
        },
      },
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 200: { description: 'OK', content: { 'application/json': { schema: {} } } } },
      },
    },
  },
};

async function start(options: Parameters<Mock['listen']>[0] = {}): Promise<string> {
  mock = createMock({ openapi });
  const { api } = await mock.listen({ port: 0, ...options });
  return new URL(api).origin;
}

describe('what was stored by way of a document', () => {
  it.each<[string, boolean]>([
    ['text/html', true],
    ['TEXT/HTML; charset=utf-8', true],
    ['application/xhtml+xml', true],
    ['image/svg+xml', true],
    ['text/xml', true],
    ['application/xml', true],
    ['multipart/x-mixed-replace;boundary=a', true],
    ['application/pdf', true],
    ['text/plain', false],
    ['image/png', false],
    ['application/octet-stream', false],
  ])('runs in no page: %s', async (mediaType, isDownload) => {
    const origin = await start();
    const content = '<script>fetch("/_touchstone/info")</script>';
    const headers = { 'content-type': mediaType };
    const put = await fetch(`${origin}/files/a`, { method: 'PUT', headers, body: content });
    expect(put.status).toBe(200);
    const answer = await fetch(`${origin}/files/a`);
    expect(await answer.text()).toBe(content);
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox;/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-disposition')).toBe(isDownload ? 'attachment' : null);
  });

  it('is not even a page that the document has', async () => {
    const { headers } = await fetch(`${await start()}/page`);
    expect(headers.get('content-disposition')).toBe('attachment');
  });
});

describe('a request of a browser that needs no token', () => {
  const post = (origin: string, headers: Record<string, string>) =>
    fetch(`${origin}/notes`, { method: 'POST', headers, body: '{"text":"a"}' });
  const count = async (origin: string) =>
    ((await (await fetch(`${origin}/notes`)).json()) as unknown[]).length;

  it.each<[string, string, string | undefined, number]>([
    ['JSON of another origin', 'application/json', 'https://evil.example', 403],
    ['text of another origin', 'text/plain', 'https://evil.example', 403],
    ['a form of another origin', 'application/x-www-form-urlencoded', 'https://evil.example', 403],
    ['text of a page without an origin', 'text/plain', 'null', 403],
    ['JSON of an allowed origin', 'application/json', 'https://app.example', 200],
    ['JSON of this machine', 'application/json', 'http://localhost:5173', 200],
    ['JSON of the server under a public name', 'application/json', 'http://mock.lan:4800', 200],
    ['JSON as text of this machine', 'text/plain', 'http://localhost:5173', 415],
    ['JSON as a form of this machine', 'application/x-www-form-urlencoded', 'http://localhost:5173', 415],
    ['JSON as text of no page', 'text/plain', undefined, 200],
    ['JSON as the default type of curl', 'application/x-www-form-urlencoded', undefined, 200],
  ])('with %s', async (_, mediaType, from, status) => {
    const origin = await start({ cors: ['https://app.example'], publicHosts: ['mock.lan'] });
    const answer = await post(origin, { 'content-type': mediaType, ...(from && { origin: from }) });
    expect(answer.status, await answer.text()).toBe(status);
    expect(await count(origin)).toBe(status === 200 ? 1 : 0);
  });

  it('is refused in words, and is in the journal', async () => {
    const origin = await start();
    const answer = await post(origin, { 'content-type': 'text/plain', origin: 'https://evil.example' });
    expect(await answer.text()).toContain(
      'https://evil.example may not call it: allow them with --cors https://evil.example',
    );
    expect(mock?.findRequest(({ status }) => status === 403)?.url).toBe(`${origin}/notes`);
  });
});

it('an operation id that is no header is escaped in the header', async () => {
  const answer = await fetch(`${await start()}/odd`);
  expect([answer.status, answer.headers.get('touchstone-operation')]).toEqual([200, 'odd%0A%1B%E5%88%97']);
});
