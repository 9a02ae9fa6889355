import { type Server, type ServerRequest, serve } from 'srvx';
import { basePath } from '../spec/contract.ts';
import { TouchstoneError } from '../spec/touchstone-error.ts';
import type { App, Peer } from './app.ts';
import type { Mock } from './create-mock.ts';

export interface ListenOptions {
  /**
   * Port of the API; the other planes take the ports after it (edge + 1, objects + 2, interpreter + 3).
   * 0 takes free ports. Default 4800.
   */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`: this machine only. */
  readonly host?: string;
}

/** The planes of a mock that listens. */
export interface Listening {
  /** Base URL of the API, ending in the version segment. */
  readonly api: string;
  /** Base URL of zone traffic. */
  readonly edge: string;
  close(): Promise<void>;
}

/** Thrown when a plane can't listen, for example because its port is taken. */
export class ListenError extends TouchstoneError {}

export const defaultPort = 4800;

/**
 * Serves a mock on real ports.
 *
 * @throws ListenError when a port is taken; planes that already listened are closed again.
 */
export async function listen(mock: Mock, options: ListenOptions = {}): Promise<Listening> {
  const { port = defaultPort, host = '127.0.0.1' } = options;
  const started: Server[] = [];
  const plane = async (name: string, offset: number, fetch: App['fetch']) => {
    const wanted = port === 0 ? 0 : port + offset;
    const server = await startPlane(name, wanted, host, fetch);
    started.push(server);
    return origin(server, host);
  };
  const close = async () => {
    mock.announce({ api: null, edge: null });
    await Promise.all(started.map((server) => server.close(true)));
  };
  try {
    const api = `${await plane('API', 0, mock.fetch)}${basePath}`;
    const edge = await plane('edge', 1, mock.edge);
    mock.announce({ api, edge });
    return { api, edge, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startPlane(
  name: string,
  port: number,
  hostname: string,
  fetch: App['fetch'],
): Promise<Server> {
  try {
    const server = serve({
      port,
      hostname,
      silent: true,
      gracefulShutdown: false,
      fetch: (request) => fetch(request, new SocketPeer(request)),
    });
    await server.ready();
    return server;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ListenError(
      'listen',
      `The ${name} can't listen on ${hostname}:${port}: ${reason}. Choose another port with --port, or 0 for free ones.`,
      { cause },
    );
  }
}

/** The other end of a request, looked up once somebody asks: most requests to the API need it not. */
class SocketPeer implements Peer {
  readonly #request: ServerRequest;
  #address: string | undefined;

  constructor(request: ServerRequest) {
    this.#request = request;
  }

  get address(): string {
    this.#address ??= this.#request.ip ?? '';
    return this.#address;
  }

  get loopback(): boolean {
    return isLoopback(this.address);
  }
}

/** 127.0.0.0/8, ::1, and the former written as an IPv6 address. */
function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

function origin(server: Server, host: string): string {
  const { port } = new URL(server.url ?? '');
  const name = host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
