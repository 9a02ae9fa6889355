import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { askForChats, chatBody, chatRequest } from './inference-client.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** A server that answers every chat in pieces, with a status, and keeps what it was asked. */
function answering(status: number, bodies: string[]): Promise<number> {
  return new Promise((resolve) => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      response.writeHead(status, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      setTimeout(() => response.end('data: [DONE]\n\n'), 5);
    });
    server.listen(0, '127.0.0.1', () => {
      const address = server?.address();
      resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
    });
  });
}

const chats = { path: '/chat', model: 'm', authorization: 'Bearer t', stream: true, from: 7 } as const;

describe('chats', () => {
  it('are as long as each other, and never the same', () => {
    const bodies = [0, 9, 10, 999_999].map((number) => chatBody({ model: 'm', stream: true }, number));
    expect(new Set(bodies).size).toBe(4);
    expect(new Set(bodies.map(({ length }) => length)).size).toBe(1);
  });

  it('say how long they are', () => {
    const [head = '', body = ''] = chatRequest({ ...chats, port: 80 }, 3).split('\r\n\r\n');
    expect(head).toContain(`Content-Length: ${new TextEncoder().encode(body).length}`);
  });
});

// The client asks over sockets of Bun, as the bench runs on it.
describe.runIf('Bun' in globalThis)('the client that asks for chats', () => {
  it('sends as many as it is told, each with a number of its own', async () => {
    const bodies: string[] = [];
    const port = await answering(200, bodies);
    const report = await askForChats({ ...chats, port, connections: 2, requests: 6 });
    expect(report.refused).toBe(0);
    const expected = Array.from({ length: 6 }, (_, index) => chatBody(chats, 7 + index));
    expect(bodies.toSorted()).toEqual(expected);
  });

  it('measures up to the first byte of a body, not to its end', async () => {
    const port = await answering(200, []);
    const { firstByte, milliseconds } = await askForChats({ ...chats, port, connections: 1, requests: 4 });
    expect(firstByte).toBeLessThan(milliseconds / 4);
  });

  it('counts answers that are not 200', async () => {
    const port = await answering(429, []);
    expect((await askForChats({ ...chats, port, connections: 1, requests: 2 })).refused).toBe(2);
  });
});
