import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a server answers every request. */
export type WrongAnswer =
  | { readonly status: number; readonly type: string; readonly body: string }
  /** Accepts the request and never answers. */
  | 'hang'
  /** Closes the connection without an answer. */
  | 'drop';

/** A server on a free port of this machine that answers every request the same way. */
export async function serveWrong(answer: WrongAnswer): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (answer === 'hang') return;
    if (answer === 'drop') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': answer.type });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on a port has one
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
