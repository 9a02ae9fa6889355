import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createBaselines, edgeOverHttp } from './edge.ts';
import { HarnessError, SkipTest } from './errors.ts';

test('an edge request reuses the previous connection, unless it has been idle for a while', async () => {
  let connections = 0;
  const server = createServer((_request, response) => response.end('hi'));
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // of a server that listens on a port
  const ask = edgeOverHttp(`http://127.0.0.1:${port}`);
  const send = async (host: string) => {
    const request = { method: 'GET', path: '/', host, headers: [], body: undefined };
    expect((await ask(request, AbortSignal.timeout(2_000))).text).toBe('hi');
    return connections;
  };
  expect([await send('a.example'), await send('b.example')]).toEqual([1, 1]);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await send('a.example')).toBe(2);
  server.close();
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
