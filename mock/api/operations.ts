import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { type Endpoint, type Endpoints, rootPath, rootPaths } from '../../spec/endpoint.ts';
import { serviceNames, toService } from '../../spec/lookup.ts';
import { type ServiceEndpoints, type ServiceName, services } from '../../spec/services/index.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import type { Overrides } from '../control/override.ts';
import { Lazy } from '../world/lazy.ts';
import type { AnyHandler, Service } from './call.ts';

/** Creates the services of a mock, each with all of its operations. */
export type ServiceMakers = {
  readonly [Name in ServiceName]: () => Promise<Service<ServiceEndpoints<Name>>>;
};

/** Operations beside those of the contract: those of OpenAPI documents. */
export interface MoreOperations {
  /** @param own the operation of the contract */
  match(method: string, path: string, own: Route | undefined): Promise<Route | undefined>;
  /** Finds the opened operations at a path with other methods. */
  others(path: string): readonly Route[];
  handler(id: string): AnyHandler | undefined;
}

/**
 * Finds the operations of a mock by path. Loads a service and its endpoints with its first request.
 *
 * @example
 * (await operations.match('POST', '/client/v4/graphql'))?.id; // 'analytics.graphql.query'
 */
export class Operations {
  readonly #routers: ReadonlyMap<ServiceName, Lazy<Router>>;
  /** Handlers of loaded services, by operation id. */
  readonly #handlers = new Map<string, AnyHandler>();
  readonly #overrides: Overrides;
  readonly #more: MoreOperations | undefined;

  /**
   * @param overrides implementations that replace those of the services
   * @param more operations that answer where the contract has none, or a less literal path
   */
  constructor(makers: ServiceMakers, overrides: Overrides, more?: MoreOperations) {
    this.#routers = new Map(
      serviceNames.map((name) => [name, new Lazy(() => this.#open(name, makers[name]))]),
    );
    this.#overrides = overrides;
    this.#more = more;
  }

  /**
   * Finds the operation of a request, and loads its service. HEAD is answered where GET is, and a slash at the end of a
   * path means nothing.
   */
  async match(method: string, path: string): Promise<Route | undefined> {
    const methods = method === 'HEAD' ? ['HEAD', 'GET'] : [method];
    const paths = /.\/$/.test(path) ? [path, path.slice(0, -1)] : [path];
    for (const at of paths) {
      for (const one of methods) {
        const route = await this.#matchExactly(one, at);
        if (route) return route;
      }
    }
    return undefined;
  }

  async #matchExactly(method: string, path: string): Promise<Route | undefined> {
    const router = this.#at(path);
    const route = (router?.made ?? (await router?.get()))?.match(method, path);
    if (!this.#more) return route;
    return this.#choose(route, await this.#more.match(method, path, route));
  }

  #choose(own: Route | undefined, other: Route | undefined): Route | undefined {
    return own && other && isMoreLiteral(other.endpoint, own.endpoint) ? other : (own ?? other);
  }

  /** Finds the operations at a path with other methods, in what is loaded. */
  others(path: string): readonly Route[] {
    const own = this.#at(path)?.made?.others(path) ?? [];
    return [...own, ...(this.#more?.others(path) ?? [])];
  }

  /** The implementation of a matched operation for an account. */
  handler(id: string, accountId?: string): AnyHandler {
    const handler = this.#overrides.find(id, accountId) ?? this.#service(id);
    if (!handler) throw new TouchstoneError('operation-unloaded', `The operation ${id} has not been loaded.`);
    return handler;
  }

  /**
   * The implementation that a handler replaced: an earlier override, or the service. Undefined for the service itself.
   */
  before(id: string, handler: AnyHandler): AnyHandler | undefined {
    const service = this.#service(id);
    if (handler === service) return undefined;
    const general = this.#overrides.find(id, undefined);
    return general === undefined || general === handler ? service : general;
  }

  #service(id: string): AnyHandler | undefined {
    return this.#handlers.get(id) ?? this.#more?.handler(id);
  }

  #at(path: string): Lazy<Router> | undefined {
    const name = toService(path);
    return name && this.#routers.get(name);
  }

  async #open(name: ServiceName, make: () => Promise<object>): Promise<Router> {
    const [{ endpoints }, service] = await Promise.all([services[name].endpoints(), make()]);
    for (const [id, handler] of Object.entries(service)) this.#handlers.set(id, handler);
    return createRouter(endpoints);
  }
}

/** The operation of a request. */
export interface Route {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds operations by method and path. */
export interface Router {
  match(method: string, path: string): Route | undefined;
  /** Finds the operations at a path, with any method. */
  others(path: string): readonly Route[];
}

/** Comes after all routers for paths with a fixed number of segments. */
const restLayer = 1_000;

/** Compiles the paths of a contract. Literal segments win over variables. */
export function createRouter(endpoints: Endpoints): Router {
  // One router for each number of variables, the fewest first, so that the more literal path wins. Hono's fastest
  // router can't hold a literal beside a variable, but it can hold each of these.
  const layers: SmartRouter<[string, Endpoint]>[] = [];
  const methods = new Set<string>();
  for (const [id, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    methods.add(endpoint.method);
    for (const template of rootPaths(endpoint)) {
      const path = template.split('/').map(toHonoSegment).join('/');
      // A path with a rest variable comes after fixed paths.
      const layer = template.includes('{+') ? restLayer : weigh(template);
      layers[layer] ??= new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] });
      layers[layer].add(endpoint.method, path, [id, endpoint]);
      if (endpoint.trailingSlash) layers[layer].add(endpoint.method, `${path}/`, [id, endpoint]);
    }
  }
  const routers = layers.filter((layer) => layer !== undefined);

  const match = (method: string, path: string): Route | undefined => {
    for (const router of routers) {
      const [routes, values] = router.match(method, path);
      if (routes[0]) return getRoute(routes[0], values);
    }
    return undefined;
  };

  return {
    match,
    others: (path) => [...methods].flatMap((method) => match(method, path) ?? []),
  };
}

/** `{id}` and `{+rest}` are variables, and so is a segment with a variable in it, such as `v{n}`. */
function toHonoSegment(segment: string): string {
  const rest = /^\{\+(\w+)\}$/.exec(segment);
  if (rest) return `:${rest[1]}{.+}`;
  const [, name] = /\{(\w+)\}/.exec(segment) ?? [];
  if (name === undefined) return segment;
  if (segment === `{${name}}`) return `:${name}`;
  const literals = segment.split(/\{\w+\}/).map((literal) => literal.replace(/[^\w-]/g, '\\$&'));
  return `:${name}{${literals.join('[^/]+')}}`;
}

/** How much of a path is variable: a segment with a variable in it is half of one that is a variable. */
const weigh = (template: string) =>
  template
    .split('/')
    .map((segment) => (/^\{\w+\}$/.test(segment) ? 2 : segment.includes('{') ? 1 : 0))
    .reduce<number>((sum, weight) => sum + weight, 0);

/** A match as Hono returns it: a number in `found` is the index of the value in `values`. */
function getRoute(
  [[id, endpoint], found]: [[string, Endpoint], Record<string, string | number>],
  values: readonly string[] = [],
): Route {
  const params: Record<string, string> = {};
  for (const name in found) {
    const value = found[name] as string | number; // The name comes from there.
    params[name] = typeof value === 'number' ? (values[value] ?? '') : value;
  }
  return { id, endpoint, params };
}

/** Whether a path has a literal segment where the other has its first variable that it does not share. */
function isMoreLiteral(endpoint: Endpoint, other: Endpoint): boolean {
  const [own, its] = [endpoint, other].map((one) => rootPath(one).split('/'));
  const at = own?.findIndex((segment, index) => isVariable(segment) !== isVariable(its?.[index] ?? ''));
  if (at === undefined || at === -1) return false;
  // A variable for the rest of the path takes literals too: models are named by paths.
  return !isVariable(own?.[at] ?? '') && !its?.[at]?.startsWith('{+');
}

const isVariable = (segment: string) => segment.includes('{');
