import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { Origin, OriginContext } from '../edge/origin/origin.ts';
import { splitUrl } from '../url.ts';

/** Headers that belong to one connection: RFC 9110, section 7.6.1. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Longest silence of an origin in milliseconds before it counts as gone (inferred). */
const originTimeoutMs = 100_000;

/**
 * An origin by URL, reached over HTTP/1.1 with the zone's host as `Host`. Bodies pass through as they come,
 * encodings included.
 *
 * @example
 * const origin = httpOrigin('http://localhost:3000');
 */
export function httpOrigin(baseUrl: string): Origin {
  const base = baseUrl.replace(/\/+$/, '');
  const secure = base.startsWith('https:');
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const send = secure ? httpsRequest : httpRequest;
  return (request, context) =>
    new Promise((resolve, reject) => {
      const { path, query } = splitUrl(request.url);
      const outgoing = send(`${base}${path}${query === '' ? '' : `?${query}`}`, {
        method: request.method,
        headers: forwardedHeaders(request, context),
        agent,
      });
      outgoing.setTimeout(originTimeoutMs, () => {
        outgoing.destroy(new Error(`no answer within ${originTimeoutMs / 1000} seconds`));
      });
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => resolve(toResponse(request, incoming)));
      request.signal.addEventListener('abort', () => outgoing.destroy(), { once: true });
      if (request.body === null) outgoing.end();
      else {
        // The two declarations of the same web stream differ in name only.
        Readable.fromWeb(request.body as unknown as NodeReadableStream)
          .on('error', reject)
          .pipe(outgoing);
      }
    });
}

function forwardedHeaders(request: Request, { host, clientAddress }: OriginContext): Record<string, string> {
  const headers = Object.fromEntries(request.headers);
  for (const name of hopByHop) delete headers[name];
  const before = headers['x-forwarded-for'];
  return {
    ...headers,
    host,
    'cf-connecting-ip': clientAddress,
    'x-forwarded-for': before === undefined ? clientAddress : `${before}, ${clientAddress}`,
    'x-forwarded-proto': request.url.startsWith('https:') ? 'https' : 'http',
  };
}

function toResponse(request: Request, incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 502;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    if (hopByHop.includes(name)) continue;
    for (const value of values ?? []) headers.append(name, value);
  }
  const bodyless = status === 204 || status === 304 || request.method === 'HEAD';
  if (bodyless) incoming.resume();
  const body = bodyless ? null : (Readable.toWeb(incoming) as unknown as ReadableStream);
  return new Response(body, { status, headers });
}
