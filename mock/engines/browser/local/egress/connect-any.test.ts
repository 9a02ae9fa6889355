import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { browserLimits } from '../../../../../spec/engine-limits.ts';
import { relayAnswer } from './connect-any.ts';

const opened: Socket[] = [];

afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

/** Both ends of a connection. */
async function pair(): Promise<readonly [near: Socket, far: Socket]> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const { port } = server.address() as AddressInfo; // It listens on a port.
  const near = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  const [far] = await accepted;
  server.close();
  opened.push(near, far);
  return [near, far];
}

/** What a browser receives of a server's response. */
async function relayed(answer: string): Promise<string> {
  const [browser, client] = await pair();
  const [upstream, server] = await pair();
  relayAnswer({ client, upstream, first: Buffer.from('GET / HTTP/1.1\r\n\r\n'), failed() {} });
  server.end(answer);
  const pieces: Buffer[] = [];
  for await (const piece of browser) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

it('a response announces the end of the connection', async () => {
  expect(await relayed('HTTP/1.1 200 OK\r\nKeep-Alive: a\r\n\r\nabc')).toBe(
    'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc',
  );
});

it('removes the headers of the connection from an answer, and keeps those of its body', async () => {
  const lines = [
    'Connection: X-Hop, Content-Length',
    'X-Hop: 1',
    'A: X-Kept',
    'X-Kept: 2',
    'Content-Length: 3',
  ];
  expect(await relayed(`HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\nabc`)).toBe(
    'HTTP/1.1 200 OK\r\nA: X-Kept\r\nX-Kept: 2\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc',
  );
});

it.each([
  ['that is not HTTP', 'SSH-2.0\r\n\r\n'],
  ['with too long a head', `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(browserLimits.headBytes)}\r\n\r\nabc`],
])('a response %s is passed on unchanged', async (_, answer) => {
  expect(await relayed(answer)).toBe(answer);
});
