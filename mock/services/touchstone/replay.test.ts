import { expect, it } from 'vitest';
import { notedExchange } from '../../world/journal-entry.ts';
import { replay, type SendToPlane } from './replay.ts';

const exchange = (more: object = {}) =>
  notedExchange({
    at: 0,
    plane: 'edge',
    method: 'POST',
    url: 'http://example.localhost/orders?page=2',
    operation: null,
    basis: 'inferred',
    status: 200,
    durationMs: 1,
    requestHeaders: new Headers({ authorization: 'Bearer secret', 'content-length': '9', host: 'a' }),
    requestBody: '{"a":1}',
    responseBody: null,
    ...more,
  });

function server(
  answer: () => Response = () => new Response(null, { headers: { 'touchstone-journal': '7' } }),
) {
  const sent: { plane: string; request: Request }[] = [];
  const send: SendToPlane = async (plane, request) => {
    sent.push({ plane, request });
    return answer();
  };
  return { sent, send };
}

it('sends the request to its plane with its credentials, without headers of the connection', async () => {
  const { sent, send } = server();
  expect(await replay(exchange(), {}, send)).toBe(7);
  const { plane, request } = sent[0] ?? {};
  expect([plane, request?.method, request?.url]).toEqual([
    'edge',
    'POST',
    'http://example.localhost/orders?page=2',
  ]);
  expect(request?.headers.get('authorization')).toBe('Bearer secret');
  expect([request?.headers.get('host'), request?.headers.get('content-length')]).toEqual([null, null]);
  expect(await request?.text()).toBe('{"a":1}');
});

it('sets and removes headers, and reads a URL from the recorded one', async () => {
  const { sent, send } = server();
  const headers = { authorization: null, 'X-New': 'b' };
  await replay(exchange(), { method: 'PUT', url: '/other', headers, body: 'text' }, send);
  const { request } = sent[0] ?? {};
  expect([request?.method, request?.url]).toEqual(['PUT', 'http://example.localhost/other']);
  expect([request?.headers.get('authorization'), request?.headers.get('x-new')]).toEqual([null, 'b']);
  expect(await request?.text()).toBe('text');
});

it.each([
  ['of a Worker', { plane: 'worker' }, {}, `A request of the plane "worker" can't be replayed`],
  [
    'with a cut body',
    { requestBody: 'x'.repeat(20_000) },
    {},
    "has only the beginning of the request's body",
  ],
  ['with a body that is not recorded', { requestBody: null }, {}, "does not have the request's body"],
  [
    'with a cut URL',
    { url: `http://a/${'x'.repeat(20_000)}` },
    {},
    "has only the beginning of the request's URL",
  ],
  ['with an invalid header name', {}, { headers: { 'a b': 'c' } }, "The changed request can't be sent"],
  ['with an invalid URL', {}, { url: 'http://[' }, "The changed request can't be sent"],
  ['with a body for GET', {}, { method: 'GET', body: 'a' }, "A request with GET can't have a body"],
])('refuses a request %s', async (_, more, changes, text) => {
  const { send, sent } = server();
  await expect(replay(exchange(more), changes, send)).rejects.toThrow(text);
  expect(sent).toEqual([]);
});

it('says that a fault ended the connection', async () => {
  const { send } = server(() => Response.error());
  await expect(replay(exchange(), {}, send)).rejects.toThrow('A fault ended the connection');
});
