import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

/** A port of this machine that the target must not connect to. */
export interface PrivatePort {
  readonly port: number;
  /** Number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

/**
 * An IPv4 address of this machine in a private network other than loopback; undefined where it has none.
 */
export function privateAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal && isPrivate(one.address))?.address;
}

/** Networks for private use, shared use and documentation: RFC 1918, RFC 6598, RFC 5737. */
const isPrivate = (address: string) =>
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/.test(
    address,
  );

/** Opens a port on an address of this machine that counts connections and never answers. */
export function openPrivatePort(address = '127.0.0.1'): Promise<PrivatePort> {
  let count = 0;
  const server = createServer((socket) => {
    count++;
    socket.on('error', () => {});
    socket.destroy();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, address, () =>
      resolve({
        port: (server.address() as AddressInfo).port, // of a server that listens on a port
        connections: () => count,
        close: () => new Promise((closed) => server.close(() => closed())),
      }),
    );
  });
}
