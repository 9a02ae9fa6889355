import { createHash } from 'node:crypto';
import { createOpenapiJson } from './openapi-json.ts';

/** Stands for the address of the server while the document is kept. */
const anyServer = 'http://server.invalid';

/** Returns what answers requests for the OpenAPI document. It is made for the first one. */
export function openapiAnswerer(): (request: Request) => Promise<Response> {
  let made: Promise<string> | undefined;
  return async (request) => {
    made ??= createOpenapiJson(anyServer);
    const body = (await made).replaceAll(anyServer, new URL(request.url).origin);
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    const headers = { etag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
    return new Response(body, { headers: { 'content-type': 'application/json', ...headers } });
  };
}
