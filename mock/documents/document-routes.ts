import type { AnyHandler } from '../api/call.ts';
import { createRouter, type Route, type Router } from '../api/operations.ts';
import { toUsualPath } from '../engines/openapi/usual-path.ts';
import { toEndpoint } from './document-endpoint.ts';
import { createHandlers } from './document-handlers.ts';
import type { ServedDocument } from './served-document.ts';

/** Operations of documents. */
export interface DocumentRoutes extends Router {
  handler(id: string): AnyHandler | undefined;
  /** The path from the root of the host, as the document writes it. */
  template(id: string): string | undefined;
}

/**
 * The operations of OpenAPI documents, to serve beside those of the contract. An operation of an earlier document wins
 * over one of a later document at the same path.
 */
export function createDocumentRoutes(documents: readonly ServedDocument[]): DocumentRoutes {
  const handlers = new Map<string, AnyHandler>();
  const templates = new Map<string, string>();
  const routers = documents.map((served) => {
    const { document } = served;
    const serve = createHandlers(served);
    const endpoints = document.operations.flatMap((operation) => {
      const found = serve(operation);
      if (!found) return [];
      const id = handlers.has(operation.id) ? `${document.name}:${operation.id}` : operation.id;
      handlers.set(id, found.handler);
      templates.set(id, `${document.basePath}${operation.path}`);
      return [[id, toEndpoint(document, operation, found, served.declare?.(operation))] as const];
    });
    return createRouter(Object.fromEntries(endpoints));
  });
  const first = (find: (router: Router) => Route | undefined): Route | undefined => {
    for (const router of routers) {
      const route = find(router);
      if (route) return route;
    }
    return undefined;
  };
  return {
    match: (method, path) => first((router) => router.match(method, toUsualPath(path))),
    others: (path) => routers.flatMap((router) => router.others(toUsualPath(path))),
    handler: (id) => handlers.get(id),
    template: (id) => templates.get(id),
  };
}
