import '../spec/require-node.ts';
import { type HttpHandler, http } from 'msw';
import type { MockOptions } from './assembly/options.ts';
import { listServers } from './documents/openapi-option.ts';
import { deliver } from './runners/handlers/deliver.ts';
import {
  type Destination,
  type FindDestination,
  findDestination,
  usualPlaces,
  withServers,
} from './runners/handlers/destination.ts';
import { unknownRequests } from './runners/handlers/unknown-requests.ts';
import type { UnknownRoute } from './world/journal-entry.ts';
import { Lazy } from './world/lazy.ts';

/** The planes of a mock that request handlers need; the result of `createMock()` satisfies it. */
export interface MockNetwork {
  /** Answers the API plane: any URL whose path is under `/client/v4` or `/_touchstone`, and remotes of Git. */
  fetch(request: Request): Promise<Response>;
  /** Answers zone traffic: the URL's host names the zone. */
  edge(request: Request): Promise<Response>;
  /** Called for each request that handlers pass through, with the URL patterns they answer. */
  passed?(request: Request, places: Required<HandlerOptions>): void;
  /** Addresses of the APIs of its OpenAPI documents; what is below them goes to the API plane as it is. */
  readonly servers?: readonly URL[];
  /** Requests without an operation, to report at the end of a run. */
  unknown?(): readonly UnknownRoute[];
}

/** Which requests the handlers answer. All others pass through untouched. */
export interface HandlerOptions {
  /**
   * Base URL of the API: `*` and a path for any origin, or one absolute URL. Whatever its path, the mock sees
   * `/client/v4`. The admin interface (`/_touchstone/`) and the remotes of repositories (`/git/...`) are answered on
   * the same origin. Default `'*\/client/v4'`.
   */
  readonly baseUrl?: string;
  /**
   * Host names whose traffic goes through the mock's edge, on any port, over `http` and `https`.
   * `*.example.localhost` is the zone `example.localhost` itself and every name below it.
   * Default `['*.example.localhost']`.
   */
  readonly zones?: readonly string[];
}

/**
 * Wraps a mock as MSW request handlers, for MSW 2.11 and later and MSW 3.
 *
 * It is a single handler whatever the number of endpoints, so the cost of a request is constant, and a handler added
 * with `server.use()` takes precedence.
 *
 * @throws HandlerOptionError when `baseUrl` or an entry of `zones` is invalid
 *
 * @example
 * ```ts
 * const server = setupServer(...createHandlers(createMock()));
 * ```
 */
export function createHandlers(mock: MockNetwork, options: HandlerOptions = {}): HttpHandler[] {
  const places = { ...usualPlaces, ...options };
  const find = remembered(withServers(findDestination(places.baseUrl, places.zones), mock.servers ?? []));
  const handler = http.all(
    // A predicate, not a path: only our own requests count as handled, so `onUnhandledRequest` keeps its meaning for
    // all others.
    ({ request }) => {
      const isOurs = find(request.url) !== undefined;
      if (!isOurs) mock.passed?.(request, places);
      return isOurs;
    },
    async ({ request }) => {
      const destination = find(request.url);
      if (!destination) return undefined;
      const asked = destination.isElsewhere ? await moveRequest(request, destination.url) : request;
      return deliver(await answer(mock, destination.plane, asked), request);
    },
  );
  return [Object.assign(handler, { [unknownRequests]: () => mock.unknown?.() ?? [] })];
}

/** The destination of a request, and whether its URL changes. */
type Way = Destination & { readonly isElsewhere: boolean };

/** Caches the latest result: MSW first matches a request and then has it answered. */
function remembered(find: FindDestination): (url: string) => Way | undefined {
  let newest: { readonly url: string; readonly way: Way | undefined } | undefined;
  return (url) => {
    if (newest?.url !== url) {
      const parsed = new URL(url);
      const destination = find(parsed);
      const way = destination && { ...destination, isElsewhere: destination.url.href !== parsed.href };
      newest = { url, way };
    }
    return newest.way;
  };
}

/**
 * Creates a fresh mock as MSW request handlers, for tests that need nothing but its answers. To read its events or set
 * its clock, create it with `createMock()` and pass it to {@link createHandlers}. The first request loads the mock, and
 * fails with the error of `createMock()` for invalid options.
 *
 * @throws HandlerOptionError as {@link createHandlers} does
 *
 * @example
 * ```ts
 * const server = setupServer(...handlers());
 * ```
 */
export function handlers(options: HandlerOptions & MockOptions = {}): HttpHandler[] {
  const late = new Lazy(async () => (await import('./assembly/create-mock.ts')).createMock(options));
  const mock: MockNetwork = {
    fetch: (request) => late.made?.fetch(request) ?? late.get().then((made) => made.fetch(request)),
    edge: (request) => late.made?.edge(request) ?? late.get().then((made) => made.edge(request)),
    passed: (request, places) => late.made?.passed(request, places),
    unknown: () => late.made?.unknown() ?? [],
    servers: listServers(options.openapi),
  };
  return createHandlers(mock, options);
}

function answer(mock: MockNetwork, plane: Destination['plane'], request: Request): Promise<Response> {
  return plane === 'api' ? mock.fetch(request) : mock.edge(request);
}

/** Copies a request to another URL. It reads the body first: not every browser can pass on a stream. */
async function moveRequest(request: Request, url: URL): Promise<Request> {
  const { method, headers, signal } = request;
  const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer();
  return new Request(url, { method, headers, signal, body: body?.byteLength ? body : null });
}
