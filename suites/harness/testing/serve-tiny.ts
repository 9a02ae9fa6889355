import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tinyPlatform } from './tiny-platform.ts';

/** The tiny platform as a server on this machine answers, on a new connection each time. */
export function answerAs({ fetch } = tinyPlatform()): RequestListener {
  return async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer); // a request without an encoding gives buffers
    const request = new Request(`http://127.0.0.1${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: { authorization: incoming.headers.authorization ?? '' },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const response = await fetch(request);
    outgoing.writeHead(response.status, { 'content-type': 'application/json', connection: 'close' });
    outgoing.end(await response.text());
  };
}

/** The tiny platform on a port of this machine. */
export async function serveTiny(platform = tinyPlatform()) {
  const server = createServer(answerAs(platform));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on a port has one
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/client/v4`, platform, close };
}
