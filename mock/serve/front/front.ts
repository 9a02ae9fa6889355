import type { App } from '../../api/app.ts';
import type { Mock } from '../../assembly/create-mock.ts';
import { Lazy } from '../../world/lazy.ts';
import { wantsHtml } from './wants-html.ts';

/**
 * Adds what people open in a browser to the API plane: the console at `/`, and the API reference at `/docs` with its
 * document at `/openapi.json`. All other paths go to the mock. The first page loads the code of all.
 *
 * An OpenAPI document that is served may have such a path too: then only a browser gets the page.
 *
 * @example
 * const fetch = withFront(mock);
 * await fetch(new Request('http://localhost:4800/', { headers: { accept: 'text/html' } }));
 */
export function withFront(mock: Mock): App['fetch'] {
  const pages = new Lazy(async () => (await import('./front-pages.ts')).createFrontPages(mock));
  return async (request, peer) => {
    const path = getPath(request.url);
    if (!isRead(request) || !isFront(path)) return mock.fetch(request, peer);
    if (mock.reads(path) && !wantsHtml(request)) return mock.fetch(request, peer);
    const page = (await pages.get()).get(path);
    return page ? page(request) : mock.fetch(request, peer);
  };
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

const isFront = (path: string) =>
  path === '/' || path === '/docs' || path === '/openapi.json' || path.startsWith('/console/');

/** The path of a URL without its query; empty below the API, which has most requests. */
function getPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return '/';
  if (url.startsWith('/client/', start)) return '';
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}
