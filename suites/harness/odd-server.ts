import { randomInt } from 'node:crypto';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { makeSelfSignedCertificate } from '../../spec/certificates.ts';

/** What a server does that is no proper web server. */
export type Oddity =
  /** Sends these bytes in place of an HTTP response, and ends. */
  | { readonly kind: 'sends'; readonly text: string }
  /** Resets the connection once it is asked. */
  | { readonly kind: 'resets' }
  /** Speaks TLS with a certificate that nobody trusts, made out to these names. */
  | { readonly kind: 'untrusted'; readonly names: readonly string[] };

/** A server on the loopback address. */
export interface OddServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Opens a server on a port of this machine, 0 for any, that fails in a way in which no site can. */
export async function openOddServer(oddity: Oddity, wanted = 0): Promise<OddServer> {
  const sockets = new Set<Socket>();
  const server = await getServer(oddity);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // Whoever goes away in the middle is no matter.
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
 * A port of this machine that nobody listens on, and that nobody gets who does not ask for it: it lies below those
 * that a system gives to whoever asks for any, from 32,768 on Linux, from 49,152 elsewhere.
 */
export async function closedPort(): Promise<number> {
  for (;;) {
    const server = await openOddServer({ kind: 'resets' }, randomInt(20_000, 32_000)).catch(() => undefined);
    await server?.close();
    if (server !== undefined) return server.port;
  }
}
