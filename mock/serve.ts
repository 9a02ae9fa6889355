import { basePath } from '../spec/endpoint.ts';
import { refuseInJson, refuseInText } from './api/answer.ts';
import type { App } from './api/app.ts';
import type { Mock } from './assembly/create-mock.ts';
import { createApplications } from './serve/applications.ts';
import { allowedOrigins, allowOrigins, type CorsOption } from './serve/cors.ts';
import { withFront } from './serve/front/front.ts';
import { guardHost, guardOrigin, markForeignPages, ownHosts } from './serve/host-guard.ts';
import { type Plane, type ServerKey, startPlane, within } from './serve/plane.ts';
import { type ObjectsAuth, portOffsets } from './serve/ports.ts';

export type { ServerKey } from './serve/plane.ts';
export { ListenError } from './serve/ports.ts';

export interface ListenOptions {
  /**
   * Port of the API. The other planes take the ports after it: zone traffic + 1, the object-storage example + 2, the
   * code interpreter + 3, a custom Worker + 4, and the object-storage example without authorization + 5, if both are
   * served. 0 picks free ports. Default 4800.
   */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`: this machine only. */
  readonly host?: string;
  /**
   * Hosts by which other machines reach it, besides `localhost`, addresses of this machine and `host`. All planes but
   * zone traffic refuse other hosts with 421, so that no foreign page gets in by DNS rebinding.
   */
  readonly publicHosts?: readonly string[] | undefined;
  /**
   * Which pages of other origins may call the API, Git and the example applications from a browser: those of this
   * machine (`true`, the default), none (`false`), or also those of the given origins; `'*'` is any. Zones and Workers
   * answer such requests themselves.
   */
  readonly cors?: CorsOption | undefined;
  /** How long open requests may take after `close`, in milliseconds. Default 5000. */
  readonly graceMs?: number;
  /** Certificate and key of all planes, as PEM; they then serve HTTPS. */
  readonly tls?: ServerKey;
  /**
   * Whether the object-storage example authorizes requests: `on` (default), `off`, or `both`, on two ports over the
   * same objects.
   */
  readonly objectsAuth?: ObjectsAuth | undefined;
  /** A custom Worker, made with `mock.worker`. */
  readonly worker?: App['fetch'] | undefined;
}

/** The planes of a listening mock. */
export interface Listening {
  /** Base URL of the API, ending in the version segment. */
  readonly api: string;
  /** Base URL of zone traffic. */
  readonly edge: string;
  /** Base URL of the object-storage example; null if it is only served without authorization. */
  readonly objects: string | null;
  /** Base URL of the same example without authorization; null unless requested. */
  readonly openObjects: string | null;
  /** Base URL of the code-interpreter example. */
  readonly interpreter: string;
  /** Base URL of the custom Worker. */
  readonly worker: string | null;
  /** Stops accepting requests and waits for open ones. */
  close(): Promise<void>;
}

export const defaultPort = 4800;
const defaultGraceMs = 5_000;

/**
 * Serves a mock on real ports, on Bun, Deno and Node.
 *
 * @throws ListenError when a port is in use; planes that already listen are closed again
 *
 * @example
 * const { api, edge, close } = await listen(createMock(), { port: 0 });
 */
export async function listen(mock: Mock, options: ListenOptions = {}): Promise<Listening> {
  const { port = defaultPort, host = '127.0.0.1', graceMs = defaultGraceMs, tls } = options;
  const { objectsAuth = 'on', worker: ownWorker, publicHosts, cors } = options;
  const isOwn = ownHosts({ host, publicHosts });
  const isAllowed = allowedOrigins(cors);
  const started: Plane[] = [];
  const plane = async (name: string, place: keyof typeof portOffsets, fetch: App['fetch']) => {
    const wanted = port === 0 ? 0 : port + portOffsets[place];
    const refuse = place === 'api' ? refuseInJson : refuseInText;
    // As on the platform, the origin of a zone and a custom Worker decide which pages may read their answers.
    const hasOwnCors = place === 'edge' || place === 'worker';
    const readable = hasOwnCors ? fetch : allowOrigins(fetch, isAllowed);
    const guarded = guardHost(readable, refuse, place === 'edge' ? undefined : isOwn);
    // Edge rules need exact headers. Planes other than the API accept any method.
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
    // Deferred work of Workers gets the same time to finish.
    await within(graceMs, mock.settled());
  };
  const applications = createApplications(mock);
  const isOpen = objectsAuth === 'off';
  try {
    const api = `${await plane('API', 'api', markForeignPages(withFront(mock), isOwn, isAllowed))}${basePath}`;
    const edge = await plane('edge', 'edge', mock.edge);
    const first = await plane(
      'object-storage example',
      'objects',
      isOpen ? applications.openObjects : applications.objects,
    );
    const interpreter = await plane(
      'code interpreter',
      'interpreter',
      guardOrigin(applications.interpreter, isOwn, isAllowed),
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
