import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createBaselines, type EdgeRequest, edgeOverHttp, edgeThroughFetch, sendEdge } from './edge.ts';

import { HarnessError, SkipTest } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { createRedactor } from './redact.ts';

/** A socket server that records what it receives and sends a fixed answer, or none. */
async function rawServer(answer: string | null) {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', (chunk) => {
      received.push(chunk.toString('latin1'));
      if (answer !== null && received.join('').includes('\r\n\r\n')) socket.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, text: () => received.join(''), close };
}

/** A server that keeps connections open, and counts them. */
async function keepingServer() {
  let connections = 0;
  const server = createHttpServer((_request, response) => response.end('hi'));
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, opened: () => connections, close: () => server.close() };
}

async function send(edge: string, request: EdgeRequest, timeout = 2_000) {
  const exchanges: Exchange[] = [];
  const reply = sendEdge(request, {
    fetch: edgeOverHttp(edge),
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
  return { reply, exchanges };
}

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nX-A: 1\r\nconnection: close\r\n\r\nhi';

describe('an edge request', () => {
  test('reuses the previous connection, unless it has been idle for a while', async () => {
    const server = await keepingServer();
    const ask = edgeOverHttp(server.url);
    const asked = { method: 'GET', path: '/', host: 'a.example', headers: [], body: undefined };
    for (const host of ['a.example', 'b.example']) {
      expect((await ask({ ...asked, host }, AbortSignal.timeout(2_000))).text).toBe('hi');
    }
    expect(server.opened()).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await ask(asked, AbortSignal.timeout(2_000))).text).toBe('hi');
    expect(server.opened()).toBe(2);
    server.close();
  });

  test('sends the zone as Host, and keeps case, order and repetition of headers', async () => {
    const server = await rawServer(ok);
    const { reply } = await send(server.url, {
      path: '/orders?a=%2F&b',
      headers: [
        ['AuthOrization', 'Bearer x'],
        ['Cookie', 'a=1'],
        ['Cookie', 'b=2'],
        ['x-Two', '1'],
        ['X-Two', '2'],
      ],
    });
    expect((await reply).text).toBe('hi');
    const lines = server.text().split('\r\n');
    server.close();
    expect(lines[0]).toBe('GET /orders?a=%2F&b HTTP/1.1');
    expect(lines.filter((line) => !/^connection:/i.test(line)).slice(1, 8)).toEqual([
      'Host: api.example.localhost',
      'AuthOrization: Bearer x',
      'Cookie: a=1',
      'Cookie: b=2',
      'x-Two: 1',
      'X-Two: 2',
      'user-agent: touchstone-conform/abc-1',
    ]);
  });

  test('sends a body, a custom host and a custom user agent', async () => {
    const server = await rawServer(ok);
    const { reply, exchanges } = await send(server.url, {
      method: 'POST',
      host: 'shop.example.localhost',
      path: '/',
      headers: { 'User-Agent': 'mine' },
      body: 'grüße',
    });
    expect((await reply).agent).toBe('mine');
    const text = server.text();
    server.close();
    expect(text).toContain('Host: shop.example.localhost');
    expect(text.toLowerCase()).toContain('content-length: 7');
    expect(text).not.toContain('touchstone-conform');
    expect(exchanges[0]?.request.url).toBe('//shop.example.localhost/');
    expect(exchanges[0]?.response?.status).toBe(200);
  });

  test('fails when no answer comes in time, and still records the exchange', async () => {
    const server = await rawServer(null);
    const { reply, exchanges } = await send(server.url, { path: '/slow' }, 100);
    await expect(reply).rejects.toThrow('GET //api.example.localhost/slow: no answer within 0.1 s');
    server.close();
    expect(exchanges[0]?.response).toBeNull();
  });

  test('sends requests through a fetch with the host in the URL', async () => {
    const seen: string[] = [];
    const through = edgeThroughFetch(async (request) => {
      seen.push(`${request.method} ${request.url} ${request.headers.get('x-a')}`);
      return new Response('hello', { status: 203, headers: { 'x-b': '2' } });
    });
    const headers = [['X-A', '1']] as const;
    const reply = await through(
      { method: 'GET', path: '/p?q', host: 'api.tiny.localhost', headers, body: undefined },
      AbortSignal.timeout(1_000),
    );
    expect([seen, reply.status, reply.text]).toEqual([['GET http://api.tiny.localhost/p?q 1'], 203, 'hello']);
  });
});

describe('createBaselines', () => {
  const host = 'api.example.localhost';
  const answer = (status: number, path: string, marked = false) => ({
    status,
    headers: new Headers(marked ? { 'touchstone-site': '1' } : {}),
    text: '',
    agent: '',
    request: { path },
  });

  test.each([
    ['the same status', answer(200, '/x/1'), answer(200, '/x/2?a=b'), true],
    ['another status', answer(200, '/x/1'), answer(403, '/x/2'), false],
    ['the mark of the fixture site', answer(200, '/x/1', true), answer(200, '/x/2', true), true],
    ['the status of the site without its mark', answer(200, '/x/1', true), answer(200, '/x/2'), false],
  ])('recognizes the origin by %s', (_, learnt, reply, expected) => {
    const baselines = createBaselines();
    baselines.learn('GET', host, '/x/{id}', learnt);
    expect(baselines.reached(reply, host)).toBe(expected);
  });

  test('uses the mark on all paths once it was seen', () => {
    const baselines = createBaselines();
    baselines.learn('GET', host, '/x', answer(200, '/x', true));
    expect(baselines.reached(answer(403, '/elsewhere'), host)).toBe(false);
  });

  test.each([
    ['nothing is known about the path', '/y', 200, HarnessError],
    ['the origin itself answers with an error', '/x', 404, SkipTest],
  ])('does not guess when %s', (_, path, status, kind) => {
    const baselines = createBaselines();
    baselines.learn('GET', host, '/x', answer(status, '/x'));
    expect(() => baselines.reached(answer(403, path), host)).toThrow(kind);
  });
});
