import { basePath } from '../spec/endpoint.ts';
import { refuseInJson, refuseInText } from './api/answer.ts';
import type { App } from './api/app.ts';
import type { Mock } from './assembly/create-mock.ts';
import { createApplications } from './serve/applications.ts';
import { guardHost, guardOrigin, ownHosts } from './serve/host-guard.ts';
import { type Plane, type ServerKey, startPlane, within } from './serve/plane.ts';
import { type ObjectsAuth, portOffsets } from './serve/ports.ts';

export type { ServerKey } from './serve/plane.ts';
export { ListenError } from './serve/ports.ts';

export interface ListenOptions {
  /**
   * Port of the API; the other planes take the ports after it: zone traffic + 1, the object-storage example + 2, the
   * code interpreter + 3, a Worker of one's own + 4, the object-storage example without authorization beside the one
   * with it + 5. 0 takes free ports. Default 4800.
   */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`: this machine only. */
  readonly host?: string;
  /**
   * Hosts under which others reach it, beside `localhost`, addresses of this machine and `host`. All planes but zone
   * traffic refuse other ones with 421, so that no page of somebody else gets here by a name of its own.
   */
  readonly publicHosts?: readonly string[] | undefined;
  /** How long requests that are on their way may take once it is closed, in milliseconds. Default 5000. */
  readonly graceMs?: number;
  /** Certificate and key of all planes, as PEM, which then speak HTTPS. */
  readonly tls?: ServerKey;
  /**
   * Whether the object-storage example asks who is there: `on` (default), `off`, or `both`, on two ports over the same
   * objects.
   */
  readonly objectsAuth?: ObjectsAuth | undefined;
  /** A Worker of one's own, as `mock.worker` makes it. */
  readonly worker?: App['fetch'] | undefined;
}

/** The planes of a mock that listens. */
export interface Listening {
  /** Base URL of the API, ending in the version segment. */
  readonly api: string;
  /** Base URL of zone traffic. */
  readonly edge: string;
  /** Base URL of the object-storage example, null where it is served without its authorization step alone. */
  readonly objects: string | null;
  /** Base URL of the same without its authorization step, null unless that was asked for. */
  readonly openObjects: string | null;
  /** Base URL of the code-interpreter example. */
  readonly interpreter: string;
  /** Base URL of the Worker that was given. */
  readonly worker: string | null;
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
  const { objectsAuth = 'on', worker: ownWorker, publicHosts } = options;
  const isOwn = ownHosts({ host, publicHosts });
  const started: Plane[] = [];
  const plane = async (name: string, place: keyof typeof portOffsets, fetch: App['fetch']) => {
    const wanted = port === 0 ? 0 : port + portOffsets[place];
    const refuse = place === 'api' ? refuseInJson : refuseInText;
    const guarded = guardHost(fetch, refuse, place === 'edge' ? undefined : isOwn);
    // Rules of zones are about headers. What is not the API may be asked for anything.
    const how = { headerLines: place === 'edge', anyMethod: place !== 'api' };
    const made = await startPlane({ name, port: wanted, host, fetch: guarded, tls, ...how });
    started.push(made);
    return made.url;
  };
  const close = async () => {
    mock.announce({
      api: null,
      edge: null,
      objects: null,
      objects_open: null,
      interpreter: null,
      worker: null,
    });
    await Promise.all(started.map((one) => one.close(graceMs)));
    // What Workers put off has the same grace.
    await within(graceMs, mock.settled());
  };
  const applications = createApplications(mock);
  const isOpen = objectsAuth === 'off';
  try {
    const api = `${await plane('API', 'api', mock.fetch)}${basePath}`;
    const edge = await plane('edge', 'edge', mock.edge);
    const first = await plane(
      'object-storage example',
      'objects',
      isOpen ? applications.openObjects : applications.objects,
    );
    const interpreter = await plane(
      'code interpreter',
      'interpreter',
      guardOrigin(applications.interpreter, isOwn),
    );
    const worker = ownWorker ? await plane('Worker', 'worker', ownWorker) : null;
    const second =
      objectsAuth === 'both'
        ? await plane('open object-storage example', 'openObjects', applications.openObjects)
        : null;
    const objects = isOpen ? null : first;
    const openObjects = isOpen ? first : second;
    mock.announce({ api, edge, objects, objects_open: openObjects, interpreter, worker });
    return { api, edge, objects, openObjects, interpreter, worker, close };
  } catch (error) {
    await close();
    throw error;
  }
}
