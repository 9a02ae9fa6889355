import { randomInt } from 'node:crypto';
import { type AddressInfo, connect, createServer } from 'node:net';
import { lastOffset } from '../../serve/ports.ts';

/** A port of this machine on which somebody listens. */
export interface TakenPort {
  readonly port: number;
  free(): Promise<void>;
}

/** Listens on a port, 0 for any, so that nobody else can. @throws Error when somebody else does. */
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

/** Ports below those that a system gives to whoever asks for any: from 32,768 on Linux, from 49,152 elsewhere. */
const chosenPorts = { first: 20_000, last: 32_000 };

/** The first of some neighbouring free ports, as many as a mock may take: nobody gets one who does not ask for it. */
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

/** A port that nobody listens on. */
export const freePort = () => freePorts(1);

/**
 * Sends text over a socket as it is, and gives all that comes back until the other end closes.
 *
 * @param url where to; only host and port count
 * @param parts pieces that are written one after the other
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
    // What was answered before the other end went away still counts.
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)));
  });
}
