import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { makeSelfSignedCertificate } from '../../spec/self-signed-certificate.ts';

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

/** Opens a server on a free port of this machine that fails in a way in which no site can. */
export async function openOddServer(oddity: Oddity): Promise<OddServer> {
  const sockets = new Set<Socket>();
  const server = await serverOf(oddity);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // Whoever goes away in the middle is no matter.
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () =>
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

async function serverOf(oddity: Oddity): Promise<Server> {
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

/** A port of this machine that nobody listens on. */
export async function closedPort(): Promise<number> {
  const { port, close } = await openOddServer({ kind: 'resets' });
  await close();
  return port;
}
