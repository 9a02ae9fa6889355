import { type AddressInfo, createServer } from 'node:net';
import { lastOffset } from '../serve/ports.ts';

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

/** The first of some neighbouring ports that were free a moment ago: as many as the planes of a mock may take. */
export async function freePorts(count: number = lastOffset + 1): Promise<number> {
  for (;;) {
    const first = await takePort();
    const others = Array.from({ length: count - 1 }, (_, at) =>
      takePort(first.port + at + 1).catch(() => undefined),
    );
    const ports = [first, ...(await Promise.all(others))];
    await Promise.all(ports.map((port) => port?.free()));
    if (ports.every((port) => port !== undefined)) return first.port;
  }
}
