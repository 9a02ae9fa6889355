import { splitUrl } from '../../url.ts';
import type { Origin } from './origin.ts';

/** Headers that belong to one connection (RFC 9110, section 7.6.1), and those that `fetch` sets itself. */
const notForwarded = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
];

/** What `fetch` has already undone when the body reaches us. */
const undone = ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'];

/**
 * An origin by URL, reached with the global `fetch`: for mocks without a server of their own. `serve` has
 * one that leaves bodies as they come.
 *
 * @example
 * createMock({ origin: 'http://localhost:3000' })
 */
export function fetchOrigin(baseUrl: string): Origin {
  const base = baseUrl.replace(/\/+$/, '');
  return async (request, { host, clientAddress }) => {
    const { path, query } = splitUrl(request.url);
    const headers = new Headers(request.headers);
    for (const name of notForwarded) headers.delete(name);
    headers.set('x-forwarded-host', host);
    headers.set('x-forwarded-for', clientAddress);
    const init: RequestInit & { duplex?: 'half' } = { method: request.method, headers, redirect: 'manual' };
    if (request.body !== null && request.method !== 'GET' && request.method !== 'HEAD') {
      init.body = request.body;
      init.duplex = 'half';
    }
    const answer = await fetch(`${base}${path}${query === '' ? '' : `?${query}`}`, init);
    const answerHeaders = new Headers(answer.headers);
    for (const name of undone) answerHeaders.delete(name);
    const bodyless = answer.status === 204 || answer.status === 304 || request.method === 'HEAD';
    return new Response(bodyless ? null : answer.body, { status: answer.status, headers: answerHeaders });
  };
}
