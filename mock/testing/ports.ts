import { type AddressInfo, createServer } from 'node:net';

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

/** The first of two neighbouring ports that were free a moment ago. */
export async function freePair(): Promise<number> {
  for (;;) {
    const first = await takePort();
    const second = await takePort(first.port + 1).catch(() => undefined);
    await first.free();
    await second?.free();
    if (second) return first.port;
  }
}
