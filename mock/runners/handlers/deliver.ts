import { faultHeader } from '../../control/faults/under-fault.ts';

/**
 * Gives a response the ways of a network that interceptors leave out: an answer to HEAD has no body,
 * and aborting the request also ends a body that is still being read (only MSW 3 on Node does that by
 * itself). It stays a plain `Response`: cookies of MSW's own `HttpResponse` land in a jar that all
 * mocks of a process share, and that MSW 2 adds to later requests.
 */
export async function deliver(response: Response, request: Request): Promise<Response> {
  const isHead = request.method === 'HEAD';
  // Node gives a connection up that is answered while it still sends its first request, and opens one for the next.
  if (isFromSocket(request)) await nextTurn();
  const { body } = response;
  if (!isHead && isJson(response)) return isFromSocket(request) ? framed(response) : response;
  if (body === null) return response;
  return isHead ? withBody(response, null) : asItComes(response, body, request);
}

/** Whether a request was read from a socket, which its answer is then written to: only such a one has a host. */
function isFromSocket({ headers }: Request): boolean {
  return headers.has('host');
}

/** Whether a body is there at once, as all JSON of the API is: it takes several times as long to read it as a stream. */
function isJson({ headers }: Response): boolean {
  return (
    headers.has('ratelimit') &&
    headers.get('content-type') === 'application/json' &&
    !headers.has(faultHeader)
  );
}

/** Without a length an answer lasts as long as its connection, and to open one takes as long as all the rest. */
async function framed(response: Response): Promise<Response> {
  const body = await response.arrayBuffer();
  const delivered = withBody(response, body);
  delivered.headers.set('content-length', String(body.byteLength));
  return delivered;
}

/** A body piece by piece. Node takes the end of a body that nothing frames for a good one, whatever cut it off. */
function asItComes(response: Response, body: NonNullable<Response['body']>, request: Request): Response {
  const delivered = withBody(response, body.pipeThrough(new TransformStream(), { signal: request.signal }));
  const { headers } = delivered;
  const needsFrame = isFromSocket(request) || headers.has(faultHeader);
  if (needsFrame && !headers.has('content-length')) headers.set('transfer-encoding', 'chunked');
  return delivered;
}

function withBody({ status, statusText, headers }: Response, body: BodyInit | null): Response {
  return new Response(body, { status, statusText, headers });
}

// As it was when this was loaded: later on tests make timers stand still. What marks such a timer is its clock.
const { setImmediate: later }: Partial<Pick<typeof globalThis, 'setImmediate'>> = globalThis;
const turn = later && !('clock' in later) ? later : undefined;

/** Waits until the runtime is through with what it does now; not at all where nothing tells, as in browsers. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (turn) turn(resolve);
    else resolve();
  });
}
