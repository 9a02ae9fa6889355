import { randomInt } from 'node:crypto';
import { type AddressInfo, connect, createServer } from 'node:net';
import { lastOffset } from '../../serve/ports.ts';

/** An occupied port of this machine. */
export interface TakenPort {
  readonly port: number;
  free(): Promise<void>;
}

/** Occupies a port, 0 for any. @throws Error if the port is in use */
export async function takePort(wanted = 0): Promise<TakenPort> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', resolve);
  });
  // A listening TCP server has such an address.
  const { port } = server.address() as AddressInfo;
  return { port, free: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Ports below the ephemeral range: from 32,768 on Linux, from 49,152 elsewhere. */
const chosenPorts = { first: 20_000, last: 32_000 };

/**
 * Returns the first of several consecutive free ports, as many as a mock may take. The system assigns none of them to
 * others.
 */
export async function freePorts(count: number = lastOffset + 1): Promise<number> {
  for (;;) {
    const first = randomInt(chosenPorts.first, chosenPorts.last);
    const ports = await Promise.all(
      Array.from({ length: count }, (_, at) => takePort(first + at).catch(() => undefined)),
    );
    await Promise.all(ports.map((port) => port?.free()));
    if (ports.every((port) => port !== undefined)) return first;
  }
}

/** Returns a free port. */
export const freePort = () => freePorts(1);

/**
 * Sends raw text over a socket, and returns everything that comes back until the other end closes.
 *
 * @param url only host and port count
 * @param parts pieces to write one after the other
 */
export function rawHttp(url: string, ...parts: readonly (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () => {
      for (const part of parts) socket.write(part);
    });
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    // An answer from before the other end closed still counts.
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)));
  });
}
