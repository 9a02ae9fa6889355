import { splitUrl } from '../../../spec/url.ts';
import { clientSignal, connectionHeaders, forwardedHeaders } from './forwarded-headers.ts';

import type { Origin } from './origin.ts';
import { type OriginOptions, OriginTimeoutError, originTimeoutMs, withBoundedBody } from './origin-body.ts';

/** Content codings that `fetch` decodes; it still keeps their names in the header. */
const decodedByFetch: ReadonlySet<string> = new Set(
  'Deno' in globalThis ? ['gzip', 'br'] : ['gzip', 'x-gzip', 'deflate', 'br', 'zstd'],
);

/** Whether `fetch` also decodes several codings applied in turn. */
const decodesSeveral = !('Deno' in globalThis || 'Bun' in globalThis);

/**
 * An origin by URL, reached with the global `fetch`: for mocks without a server of their own. `x-forwarded-host`
 * carries the zone's host, since `fetch` sets `Host` itself. `serve` has an origin that leaves hosts and bodies
 * unchanged.
 *
 * @throws OriginTimeoutError when the head of the answer does not arrive in time; reading the body throws it after a
 * long silence.
 *
 * @example
 * createMock({ origin: 'http://localhost:3000' })
 */
export function fetchOrigin(baseUrl: string, { timeoutMs = originTimeoutMs }: OriginOptions = {}): Origin {
  const base = baseUrl.replace(/\/+$/, '');
  return async (request, context) => {
    const { path, query } = splitUrl(request.url);
    const headers = forwardedHeaders(request, context);
    headers.delete('host');
    headers.set('x-forwarded-host', context.host);
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(new OriginTimeoutError(timeoutMs)), timeoutMs);
    const init: RequestInit & { duplex?: 'half' } = {
      method: request.method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([stop.signal, clientSignal(request)].filter((signal) => signal !== undefined)),
    };
    if (request.body !== null && request.method !== 'GET' && request.method !== 'HEAD') {
      init.body = request.body;
      init.duplex = 'half';
    }
    try {
      const answer = await fetch(`${base}${path}${query === '' ? '' : `?${query}`}`, init);
      return withBoundedBody(withoutUndone(request.method, answer), timeoutMs);
    } catch (error) {
      // Not every runtime rejects with the reason of the signal.
      throw stop.signal.aborted ? stop.signal.reason : error;
    } finally {
      clearTimeout(timer);
    }
  };
}

function withoutUndone(method: string, answer: Response): Response {
  const headers = new Headers(answer.headers);
  for (const name of connectionHeaders(headers.get('connection'))) headers.delete(name);
  if (isDecoded(headers.get('content-encoding'))) {
    headers.delete('content-encoding');
    headers.delete('content-length');
  }
  const bodyless = answer.status === 204 || answer.status === 304 || method === 'HEAD';
  return new Response(bodyless ? null : answer.body, { status: answer.status, headers });
}

function isDecoded(encoding: string | null): boolean {
  if (encoding === null) return false;
  const codings = encoding.split(',').map((coding) => coding.trim().toLowerCase());
  return (codings.length === 1 || decodesSeveral) && codings.every((coding) => decodedByFetch.has(coding));
}
