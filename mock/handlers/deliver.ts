import { faultHeader } from '../faults/fault-header.ts';
import { joinBytes } from '../join-bytes.ts';
import { goOn, readAtOnce } from './at-once.ts';
import { nextTurn } from './next-turn.ts';

/**
 * Gives a response the ways of a network that interceptors leave out: an answer to HEAD has no body,
 * and aborting the request also ends a body that is still being read (only MSW 3 on Node does that by
 * itself). It stays a plain `Response`: cookies of MSW's own `HttpResponse` land in a jar that all
 * mocks of a process share, and that MSW 2 adds to later requests.
 */
export function deliver(response: Response, request: Request): Response | Promise<Response> {
  if (!isFromSocket(request)) return give(response, request);
  // Node gives a connection up that is answered while it still sends its first request, and opens one for the next.
  return nextTurn().then(() => give(response, request));
}

/** Whether a request was read from a socket, which its answer is then written to: only such a one has a host. */
function isFromSocket({ headers }: Request): boolean {
  return headers.has('host');
}

function give(response: Response, request: Request): Response | Promise<Response> {
  const isHead = request.method === 'HEAD';
  if (!isHead && isJson(response)) return isFromSocket(request) ? framed(response) : response;
  const { body } = response;
  if (body === null) return response;
  if (isHead) return withBody(response, null);
  const isBroken = response.headers.has(faultHeader);
  return isBroken ? broken(response, body, request) : asItComes(response, body, request);
}

/** Whether a body is there at once, as all JSON of the API is: it takes several times as long to read it as a stream. */
function isJson({ headers }: Response): boolean {
  return (
    headers.has('ratelimit') &&
    headers.get('content-type') === 'application/json' &&
    !headers.has(faultHeader)
  );
}

async function framed(response: Response): Promise<Response> {
  return withLength(response, await response.arrayBuffer());
}

/** What is there at once as one piece, and all else as a stream. */
async function asItComes(
  response: Response,
  body: NonNullable<Response['body']>,
  request: Request,
): Promise<Response> {
  const begun = await readAtOnce(body);
  if (!begun.isWhole) return withBody(response, endedWith(goOn(begun), request));
  const whole = joinBytes(begun.pieces);
  return isFromSocket(request) && !isDelimited(response)
    ? withLength(response, whole)
    : withBody(response, whole);
}

/** Node takes the end of a body that nothing frames for a good one, which that of a fault need not be. */
function broken(response: Response, body: NonNullable<Response['body']>, request: Request): Response {
  const delivered = withBody(response, endedWith(body, request));
  if (!response.headers.has('content-length')) delivered.headers.set('transfer-encoding', 'chunked');
  return delivered;
}

function isDelimited({ headers }: Response): boolean {
  return headers.has('content-length') || headers.has('transfer-encoding');
}

const endedWith = (body: NonNullable<Response['body']>, { signal }: Request): ReadableStream =>
  body.pipeThrough(new TransformStream(), { signal });

/** Without a length an answer lasts as long as its connection, and to open one takes as long as all the rest. */
function withLength(response: Response, body: Uint8Array<ArrayBuffer> | ArrayBuffer): Response {
  const delivered = withBody(response, body);
  delivered.headers.set('content-length', String(body.byteLength));
  return delivered;
}

function withBody({ status, statusText, headers }: Response, body: BodyInit | null): Response {
  return new Response(body, { status, statusText, headers });
}
