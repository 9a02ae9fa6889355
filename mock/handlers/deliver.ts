import { faultHeader } from '../faults/fault-header.ts';
import { goOn, joined, readAtOnce } from './at-once.ts';

/**
 * Gives a response the ways of a network that interceptors leave out: an answer to HEAD has no body,
 * and aborting the request also ends a body that is still being read (only MSW 3 on Node does that by
 * itself). It stays a plain `Response`: cookies of MSW's own `HttpResponse` land in a jar that all
 * mocks of a process share, and that MSW 2 adds to later requests.
 */
export function deliver(response: Response, request: Request): Response | Promise<Response> {
  if (request.method === 'HEAD') return response.body === null ? response : withBody(response, null);
  if (isOfApi(response)) return isFramed(request) ? framed(response) : response;
  const { body } = response;
  if (body === null) return response;
  return response.headers.has(faultHeader)
    ? broken(response, body, request)
    : asItComes(response, body, request);
}

/** Whether a body is there at once, as all JSON of the API is: it takes several times as long to read it as a stream. */
function isOfApi({ headers }: Response): boolean {
  return (
    headers.has('ratelimit') &&
    headers.get('content-type') === 'application/json' &&
    !headers.has(faultHeader)
  );
}

/**
 * A request that has a host was read from a socket, and its answer is written to one: without a length it would last as
 * long as the connection, which no other request could then have, and to open one takes as long as all the rest.
 */
function isFramed({ headers }: Request): boolean {
  return headers.has('host');
}

async function framed(response: Response): Promise<Response> {
  return withLength(response, await response.arrayBuffer());
}

/** What is there at once as one piece, and all else as a stream. */
async function asItComes(
  response: Response,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  request: Request,
): Promise<Response> {
  const begun = await readAtOnce(body);
  if (!begun.isWhole) return withBody(response, endedWith(goOn(begun), request));
  const whole = joined(begun.pieces);
  return isFramed(request) && !isDelimited(response)
    ? withLength(response, whole)
    : withBody(response, whole);
}

/** Node takes the end of a body that nothing frames for a good one, which that of a fault need not be. */
function broken(response: Response, body: ReadableStream, request: Request): Response {
  const delivered = withBody(response, endedWith(body, request));
  if (!response.headers.has('content-length')) delivered.headers.set('transfer-encoding', 'chunked');
  return delivered;
}

function isDelimited({ headers }: Response): boolean {
  return headers.has('content-length') || headers.has('transfer-encoding');
}

const endedWith = (body: ReadableStream, { signal }: Request): ReadableStream =>
  body.pipeThrough(new TransformStream(), { signal });

function withLength(response: Response, body: Uint8Array<ArrayBuffer> | ArrayBuffer): Response {
  const delivered = withBody(response, body);
  delivered.headers.set('content-length', String(body.byteLength));
  return delivered;
}

function withBody({ status, statusText, headers }: Response, body: BodyInit | null): Response {
  return new Response(body, { status, statusText, headers });
}
