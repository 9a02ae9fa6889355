import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createBaselines, type EdgeRequest, edgeOverHttp, edgeThroughFetch, sendEdge } from './edge.ts';
import { HarnessError, SkipTest } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { createRedactor } from './redact.ts';

let close = () => {};
afterEach(() => close());

/** Listens until the end of the test. */
async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

/** Sends a request to a server that answers anything with this, or nothing; returns what the server received. */
async function send(request: EdgeRequest, answer: string | null, timeout = 2_000) {
  let received = '';
  const url = await listen(
    createServer((socket) => {
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
        if (answer !== null && received.includes('\r\n\r\n')) socket.end(answer);
      });
    }),
  );
  const exchanges: Exchange[] = [];
  const reply = sendEdge(request, {
    fetch: edgeOverHttp(url),
    host: 'api.example.localhost',
    agent: 'touchstone-conform/abc-1',
    timeout,
    redactor: createRedactor([]),
    recorder: {
      add: (exchange) => {
        const kept = { ...exchange, step: null };
        exchanges.push(kept);
        return kept;
      },
    },
  });
  return { reply: await reply.catch((error: Error) => error.message), received, exchange: exchanges[0] };
}

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nX-A: 1\r\nconnection: close\r\n\r\nhi';
const asked = { method: 'GET', path: '/p?q', host: 'a.example', headers: [], body: undefined };

test('an edge request reuses the previous connection, unless it has been idle for a while', async () => {
  let connections = 0;
  const server = createHttpServer((_request, response) => response.end('hi'));
  server.on('connection', () => connections++);
  const ask = edgeOverHttp(await listen(server));
  for (const host of ['a.example', 'b.example']) await ask({ ...asked, host }, AbortSignal.timeout(2_000));
  expect(connections).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect((await ask(asked, AbortSignal.timeout(2_000))).text).toBe('hi');
  expect(connections).toBe(2);
});

test('an edge request sends the zone as Host, and keeps case, order and repetition of headers', async () => {
  const headers = [
    ['AuthOrization', 'Bearer x'],
    ['Cookie', 'a=1'],
    ['Cookie', 'b=2'],
    ['x-Two', '1'],
    ['X-Two', '2'],
  ] as const;
  const { reply, received } = await send({ path: '/orders?a=%2F&b', headers }, ok);
  expect(reply).toMatchObject({ text: 'hi' });
  const lines = received.split('\r\n').filter((line) => !/^connection:/i.test(line));
  expect(lines.slice(0, 8)).toEqual([
    'GET /orders?a=%2F&b HTTP/1.1',
    'Host: api.example.localhost',
    ...headers.map((header) => header.join(': ')),
    'user-agent: touchstone-conform/abc-1',
  ]);
});

test('an edge request sends a body, and its own host and user agent', async () => {
  const own = { host: 'shop.example.localhost', headers: { 'User-Agent': 'mine' }, body: 'grüße' };
  const { reply, received, exchange } = await send({ method: 'POST', path: '/', ...own }, ok);
  expect(reply).toMatchObject({ agent: 'mine' });
  expect(received).toMatch(/Host: shop\.example\.localhost.*content-length: 7/is);
  expect(received).not.toContain('touchstone-conform');
  expect([exchange?.request.url, exchange?.response?.status]).toEqual(['//shop.example.localhost/', 200]);
});

test('an edge request that is not answered in time is recorded', async () => {
  const { reply, exchange } = await send({ path: '/slow' }, null, 100);
  expect(reply).toContain('GET //api.example.localhost/slow: no answer within 0.1 s');
  expect(exchange?.response).toBeNull();
});

test('an edge request through a fetch has the host in its URL', async () => {
  const seen: string[] = [];
  const through = edgeThroughFetch(async ({ method, url, headers }) => {
    seen.push(`${method} ${url} ${headers.get('x-a')}`);
    return new Response('hello', { status: 203 });
  });
  const { status, text } = await through({ ...asked, headers: [['X-A', '1']] }, AbortSignal.timeout(1_000));
  expect([seen, status, text]).toEqual([['GET http://a.example/p?q 1'], 203, 'hello']);
});

const host = 'api.example.localhost';
const answer = (status: number, path: string, marked = false) => ({
  ...{ status, text: '', agent: '', request: { path } },
  headers: new Headers(marked ? { 'touchstone-site': '1' } : {}),
});

test.each([
  ['the same status', answer(200, '/x/1'), answer(200, '/x/2?a=b'), true],
  ['another status', answer(200, '/x/1'), answer(403, '/x/2'), false],
  ['the mark of the fixture site', answer(200, '/x/1', true), answer(200, '/x/2', true), true],
  ['the status of the site without its mark', answer(200, '/x/1', true), answer(200, '/x/2'), false],
  ['the mark on all paths once it was seen', answer(200, '/x/1', true), answer(403, '/elsewhere'), false],
  ['nothing on a path that it does not know', answer(200, '/x/1'), answer(403, '/y'), HarnessError],
  [
    'nothing where the origin itself answers with an error',
    answer(404, '/x/1'),
    answer(403, '/x/2'),
    SkipTest,
  ],
])('a baseline recognizes the origin by %s', (_, learnt, reply, expected) => {
  const baselines = createBaselines();
  baselines.learn('GET', host, '/x/{id}', learnt);
  const reached = () => baselines.reached(reply, host);
  if (typeof expected === 'boolean') expect(reached()).toBe(expected);
  else expect(reached).toThrow(expected);
});
