import { faultHeader } from '../../control/faults/under-fault.ts';

/**
 * Gives a response the network behaviour that interceptors lack: an answer to HEAD has no body, and aborting the
 * request also ends a body that is being read (MSW 3 on Node alone does that by itself). It stays a plain `Response`:
 * cookies of MSW's own `HttpResponse` go to a jar that all mocks of a process share, and that MSW 2 adds to later
 * requests.
 */
export async function deliver(response: Response, request: Request): Promise<Response> {
  const isHead = request.method === 'HEAD';
  // Node drops a connection that is answered while it still sends its first request, and opens another for the next.
  if (isFromSocket(request)) await nextTurn();
  const { body } = response;
  if (!isHead && isJson(response)) return isFromSocket(request) ? framed(response) : response;
  if (body === null) return response;
  return isHead ? withBody(response, null) : asItComes(response, body, request);
}

/** Whether a request was read from a socket, to which its answer is then written: only then it has a host header. */
function isFromSocket({ headers }: Request): boolean {
  return headers.has('host');
}

/**
 * Whether a body is available at once, as all JSON of the API is: reading it as a stream takes several times as long.
 */
function isJson({ headers }: Response): boolean {
  return (
    headers.has('ratelimit') &&
    headers.get('content-type') === 'application/json' &&
    !headers.has(faultHeader)
  );
}

/** Without a length, the end of the connection ends the answer, and opening a new one takes as long as all the rest. */
async function framed(response: Response): Promise<Response> {
  const body = await response.arrayBuffer();
  const delivered = withBody(response, body);
  delivered.headers.set('content-length', String(body.byteLength));
  return delivered;
}

/** Reads a body piece by piece. Node treats the end of an unframed body as complete, even when it was cut off. */
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

// Captured on load: tests replace timers later on. Such a timer has a clock.
const { setImmediate: later }: Partial<Pick<typeof globalThis, 'setImmediate'>> = globalThis;
const turn = later && !('clock' in later) ? later : undefined;

/** Waits until the runtime has finished its current work; not at all where that can't be observed, as in browsers. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (turn) turn(resolve);
    else resolve();
  });
}
