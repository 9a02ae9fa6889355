import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { send } from './load-generator.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** A server that answers each request with the pieces, one after the other. */
function answering(...pieces: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    server = createServer((socket) => {
      socket.setNoDelay(true);
      socket.on('data', async () => {
        for (const piece of pieces) {
          socket.write(piece, 'latin1');
          await new Promise((next) => setTimeout(next, 5));
        }
      });
      socket.on('error', () => {});
    });
    server.listen(0, '127.0.0.1', () => {
      const address = server?.address();
      resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
    });
  });
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/markdown; charset=utf-8\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const job = { request: 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', connections: 2, requests: 6 };

// It uses sockets of Bun, which the bench runs on.
describe.runIf('Bun' in globalThis)('the load generator', () => {
  it.each([
    { what: 'a length', pieces: [`${ok}Content-Length: 4\r\n\r\nab`, 'cd'], bytes: 4 },
    { what: 'chunks', pieces: [chunked, '3\r\nabc\r\n', '0\r\n\r\n'], bytes: 13 },
    { what: 'chunks cut anywhere', pieces: [chunked, '3\r\nab', 'c\r\n0', '\r\n\r', '\n'], bytes: 13 },
    { what: 'no chunk at all', pieces: [`${chunked}0\r\n\r\n`], bytes: 5 },
    { what: 'a head in two pieces', pieces: [ok, 'Content-Length: 2\r\n\r\nok'], bytes: 2 },
  ])('finds the end of every answer with $what', async ({ pieces, bytes }) => {
    const report = await send({ ...job, port: await answering(...pieces) });
    expect(report).toMatchObject({
      bytes: 6 * bytes,
      types: ['text/markdown; charset=utf-8'],
      refused: 0,
    });
  });

  it('measures the time to the first byte of a body, not to its head or its end', async () => {
    const port = await answering(`${ok}Content-Length: 2\r\n\r\n`, 'a', '', '', '', '', '', '', '', 'b');
    const { firstByte, milliseconds } = await send({ ...job, port, connections: 1, requests: 1 });
    expect(firstByte).toBeGreaterThan(2);
    expect(firstByte).toBeLessThan(milliseconds - 20);
  });

  it('counts answers that are not 200', async () => {
    const port = await answering('HTTP/1.1 406 Not Acceptable\r\nContent-Length: 0\r\n\r\n');
    expect((await send({ ...job, port })).refused).toBe(6);
  });

  it('numbers requests from the given start', async () => {
    const asked: string[] = [];
    const port = await answering(`${ok}Content-Length: 0\r\n\r\n`);
    server?.on('connection', (socket) => socket.on('data', (data) => asked.push(data.toString())));
    await send({ request: 'GET /####### HTTP/1.1\r\n\r\n', connections: 1, requests: 3, port, from: 7 });
    expect(asked.map((text) => text.slice(4, 12))).toEqual(['/0000007', '/0000008', '/0000009']);
  });
});
