import { basePath } from '../spec/contract.ts';
import type { App } from './app.ts';
import type { Mock } from './create-mock.ts';
import { type Plane, type ServerKey, startPlane } from './serve/plane.ts';

export { ListenError, type ServerKey } from './serve/plane.ts';

export interface ListenOptions {
  /**
   * Port of the API; the other planes take the ports after it (edge + 1, objects + 2, interpreter + 3).
   * 0 takes free ports. Default 4800.
   */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`: this machine only. */
  readonly host?: string;
  /** How long requests that are on their way may take once it is closed, in milliseconds. Default 5000. */
  readonly graceMs?: number;
  /** Certificate and key of all planes, as PEM, which then speak HTTPS. */
  readonly tls?: ServerKey;
}

/** The planes of a mock that listens. */
export interface Listening {
  /** Base URL of the API, ending in the version segment. */
  readonly api: string;
  /** Base URL of zone traffic. */
  readonly edge: string;
  /** Takes no more requests and waits for those that are on their way. */
  close(): Promise<void>;
}

export const defaultPort = 4800;
const defaultGraceMs = 5_000;

/**
 * Serves a mock on real ports, on Bun, Deno and Node.
 *
 * @throws ListenError when a port is taken; planes that already listened are closed again.
 *
 * @example
 * const { api, edge, close } = await listen(createMock(), { port: 0 });
 */
export async function listen(mock: Mock, options: ListenOptions = {}): Promise<Listening> {
  const { port = defaultPort, host = '127.0.0.1', graceMs = defaultGraceMs, tls } = options;
  const started: Plane[] = [];
  const plane = async (name: string, offset: number, fetch: App['fetch']) => {
    const wanted = port === 0 ? 0 : port + offset;
    const made = await startPlane({ name, port: wanted, host, fetch, tls });
    started.push(made);
    return made.url;
  };
  const close = async () => {
    mock.announce({ api: null, edge: null });
    await Promise.all(started.map((one) => one.close(graceMs)));
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
