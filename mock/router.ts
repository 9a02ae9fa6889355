import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import type { OperationId } from '../spec/contract.ts';
import { type Endpoint, type Endpoints, rootPaths } from '../spec/endpoint.ts';

/** The operation that a request is for. */
export interface Route {
  readonly id: OperationId;
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds operations by method and path. */
export interface Router {
  match(method: string, path: string): Route | undefined;
  /** What the path leads to under another method. */
  other(path: string): Route | undefined;
}

/** Behind all layers of paths that name each segment. */
const restLayer = 16;

/** Compiles the paths of a contract; literal segments win over variables. */
export function createRouter(endpoints: Endpoints): Router {
  // One router for each number of variables, the fewest first: the more literal path wins, and the fastest of
  // Hono's routers, which can't hold a literal beside a variable, can hold each of them.
  const layers: SmartRouter<[OperationId, Endpoint]>[] = [];
  const methods = new Set<string>();
  for (const [id, endpoint] of Object.entries(endpoints) as [OperationId, Endpoint][]) {
    methods.add(endpoint.method);
    for (const template of rootPaths(endpoint)) {
      const path = template.replace(/\{\+(\w+)\}$/, ':$1{.+}').replace(/\{(\w+)\}/g, ':$1');
      // What takes the rest of a path comes after what names each segment.
      const layer = template.includes('{+') ? restLayer : path.split(':').length - 1;
      layers[layer] ??= new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] });
      layers[layer].add(endpoint.method, path, [id, endpoint]);
      if (endpoint.trailingSlash) layers[layer].add(endpoint.method, `${path}/`, [id, endpoint]);
    }
  }
  const routers = layers.filter((layer) => layer !== undefined);

  const match = (method: string, path: string): Route | undefined => {
    for (const router of routers) {
      const [routes, values] = router.match(method, path);
      if (routes[0]) return routeOf(routes[0], values);
    }
    return undefined;
  };

  return {
    match,
    other(path) {
      for (const method of methods) {
        const route = match(method, path);
        if (route) return route;
      }
      return undefined;
    },
  };
}

/** A route as Hono answers it: where `found` holds a number, it is the place of the value in `values`. */
function routeOf(
  [[id, endpoint], found]: [[OperationId, Endpoint], Record<string, string | number>],
  values: readonly string[] = [],
): Route {
  const params: Record<string, string> = {};
  for (const name in found) {
    const value = found[name] as string | number; // The name comes from there.
    params[name] = typeof value === 'number' ? (values[value] ?? '') : value;
  }
  return { id, endpoint, params };
}
