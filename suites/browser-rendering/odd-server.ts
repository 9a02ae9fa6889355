import { randomInt } from 'node:crypto';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { makeSelfSignedCertificate } from '../../spec/certificates.ts';

/** Behaviour that no proper web server has. */
export type Oddity =
  /** Sends these bytes instead of an HTTP response, and closes. */
  | { readonly kind: 'sends'; readonly text: string }
  /** Resets the connection after a request. */
  | { readonly kind: 'resets' }
  /** Speaks TLS with an untrusted certificate for these names. */
  | { readonly kind: 'untrusted'; readonly names: readonly string[] };

/** A server on the loopback address. */
export interface OddServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Opens a server on a port of this machine, 0 for a free one, that fails in a way in which no site can. */
export async function openOddServer(oddity: Oddity, wanted = 0): Promise<OddServer> {
  const sockets = new Set<Socket>();
  const server = await getServer(oddity);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // Ignores clients that disconnect.
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', () =>
      resolve({
        port: (server.address() as AddressInfo).port, // of a server that listens on a port
        close: () =>
          new Promise((closed) => {
            for (const socket of sockets) socket.destroy();
            server.close(() => closed());
          }),
      }),
    );
  });
}

async function getServer(oddity: Oddity): Promise<Server> {
  switch (oddity.kind) {
    case 'sends':
      return createServer((socket) => socket.once('data', () => socket.end(oddity.text)));
    case 'resets':
      return createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    case 'untrusted': {
      const server = createTlsServer(await makeSelfSignedCertificate(oddity.names), (socket) => {
        socket.on('error', () => {});
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nShop'));
      });
      server.on('tlsClientError', () => {});
      return server;
    }
  }
}

/**
 * A closed port of this machine. It is below the range from which systems assign free ports (from 32,768 on Linux, from
 * 49,152 elsewhere), so no other program gets it by chance.
 */
export async function closedPort(): Promise<number> {
  for (;;) {
    const server = await openOddServer({ kind: 'resets' }, randomInt(20_000, 32_000)).catch(() => undefined);
    await server?.close();
    if (server !== undefined) return server.port;
  }
}
