import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { type OperationId, rootPath } from '../spec/contract.ts';
import type { Endpoint, Endpoints } from '../spec/endpoint.ts';

/** The operation that a request is for. */
export interface Route {
  readonly id: OperationId;
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds operations by method and path. */
export interface Router {
  match(method: string, path: string): Route | undefined;
  /** Whether the path exists under another method. */
  knows(path: string): boolean;
}

/** Compiles the paths of a contract; literal segments win over variables. */
export function createRouter(endpoints: Endpoints): Router {
  const router = new SmartRouter<[OperationId, Endpoint]>({
    routers: [new RegExpRouter(), new TrieRouter()],
  });
  const methods = new Set<string>();
  const entries = Object.entries(endpoints) as [OperationId, Endpoint][];
  // Hono gives the routes in the order they were added, so the more literal ones go first.
  entries.sort(([, a], [, b]) => variables(a.path) - variables(b.path));
  for (const [id, endpoint] of entries) {
    methods.add(endpoint.method);
    router.add(endpoint.method, rootPath(endpoint).replace(/\{(\w+)\}/g, ':$1'), [id, endpoint]);
  }

  const match = (method: string, path: string): Route | undefined => {
    const [routes, stash] = router.match(method, path);
    const first = routes[0];
    if (!first) return undefined;
    const [[id, endpoint], found] = first;
    const params: Record<string, string> = {};
    for (const name in found) {
      const value = found[name] as string | number;
      params[name] = typeof value === 'number' ? (stash?.[value] ?? '') : value;
    }
    return { id, endpoint, params };
  };

  return {
    match,
    knows: (path) => [...methods].some((method) => match(method, path) !== undefined),
  };
}

const variables = (path: string) => path.split('{').length;
