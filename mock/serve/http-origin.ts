import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { splitUrl } from '../../spec/url.ts';
import { clientSignal, connectionHeaders, forwardedHeaders } from '../edge/origin/forwarded-headers.ts';
import type { Origin } from '../edge/origin/origin.ts';
import { type OriginOptions, OriginTimeoutError, originTimeoutMs } from '../edge/origin/origin-body.ts';

/**
 * Reaches an origin by URL over HTTP/1.1, with the zone's host as `Host`. Bodies pass through unchanged, encodings
 * included, and redirects are returned, not followed.
 *
 * @throws OriginTimeoutError when the origin is silent for too long before its answer begins; reading the body throws
 * it when the silence comes later
 *
 * @example
 * const origin = httpOrigin('http://localhost:3000');
 */
export function httpOrigin(baseUrl: string, { timeoutMs = originTimeoutMs }: OriginOptions = {}): Origin {
  const base = baseUrl.replace(/\/+$/, '');
  const secure = base.startsWith('https:');
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const send = secure ? httpsRequest : httpRequest;
  return (request, context) =>
    new Promise((resolve, reject) => {
      const { path, query } = splitUrl(request.url);
      const outgoing = send(`${base}${path}${query === '' ? '' : `?${query}`}`, {
        method: request.method,
        headers: Object.fromEntries(forwardedHeaders(request, context)),
        agent,
      });
      let answer: IncomingMessage | undefined;
      outgoing.setTimeout(timeoutMs, () => {
        const error = new OriginTimeoutError(timeoutMs);
        // Destroying the request alone would end the answer without a reason.
        answer?.destroy(error);
        outgoing.destroy(error);
      });
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        answer = incoming;
        try {
          resolve(toResponse(request.method, incoming));
        } catch (error) {
          // A status or a header that a Response can't have.
          incoming.destroy();
          reject(error);
        }
      });
      clientSignal(request)?.addEventListener('abort', () => outgoing.destroy(), { once: true });
      if (request.body === null) outgoing.end();
      else {
        // The two declarations of the same web stream differ in name only.
        pipeline(Readable.fromWeb(request.body as unknown as NodeReadableStream), outgoing).catch(reject);
      }
    });
}

function toResponse(method: string, incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 502;
  const ending = connectionHeaders(incoming.headers.connection ?? null);
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    if (ending.has(name)) continue;
    for (const value of values ?? []) headers.append(name, value);
  }
  const bodyless = status === 204 || status === 304 || method === 'HEAD';
  if (bodyless) incoming.resume();
  const body = bodyless ? null : (Readable.toWeb(incoming) as unknown as ReadableStream);
  return new Response(body, { status, headers });
}
