import { type AddressInfo, createServer } from 'node:net';

/** A port of this machine that nobody else may be sent to. */
export interface PrivatePort {
  readonly port: number;
  /** How many connections were made to it. */
  connections(): number;
  close(): Promise<void>;
}

/** Opens a port on the loopback address that counts who comes, and answers nobody. */
export function openPrivatePort(): Promise<PrivatePort> {
  let count = 0;
  const server = createServer((socket) => {
    count++;
    socket.on('error', () => {});
    socket.destroy();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () =>
      resolve({
        port: (server.address() as AddressInfo).port, // of a server that listens on a port
        connections: () => count,
        close: () => new Promise((closed) => server.close(() => closed())),
      }),
    );
  });
}
