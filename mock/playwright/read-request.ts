import type { Asked } from './ask.ts';
import type { PageRequest } from './routed.ts';

/** What a request of a page asks. */
export async function readRequest(request: PageRequest): Promise<Asked> {
  const all = Object.entries(await request.allHeaders());
  const body = request.postDataBuffer();
  return {
    url: new URL(request.url()),
    method: request.method(),
    // HTTP/2 has parts of the request line among its headers.
    headers: Object.fromEntries(all.filter(([name]) => !name.startsWith(':'))),
    body: body === null ? undefined : new Uint8Array(body),
  };
}
