import { remakeRequest } from './remake-request.ts';

/** Bytes of a body beyond which the journal has nothing of it. */
const mostBytes = 65_536;

const json = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const written = /^(?:text\/|application\/(?:[\w.-]+\+)?json\b|application\/x-www-form-urlencoded\b)/i;

/** A request that says how long its body is, as each that comes over a socket does. */
export async function framed(request: Request): Promise<Request> {
  if (request.body === null || request.headers.has('content-length')) return request;
  const bytes = await request.arrayBuffer();
  const headers = new Headers(request.headers);
  headers.set('content-length', String(bytes.byteLength));
  return remakeRequest(request, { body: bytes, headers });
}

/** The text of a request that is short and says so, and a request that has it still. */
export async function writtenBody(request: Request): Promise<{ request: Request; text: string | null }> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  const isShort = length > 0 && length <= mostBytes;
  if (request.body === null || !isShort || !written.test(request.headers.get('content-type') ?? ''))
    return { request, text: null };
  try {
    const bytes = await request.arrayBuffer();
    return { request: remakeRequest(request, { body: bytes }), text: new TextDecoder().decode(bytes) };
  } catch {
    // Its client went away; the Worker finds that out as well.
    return { request, text: null };
  }
}

/**
 * The text of an answer that has an end: what an example says, JSON, what a failure is told with. Other texts may be
 * streams that somebody waits for.
 */
export async function writtenText(
  response: Response,
  plane: 'interpreter' | 'worker',
): Promise<{ response: Response; text: string | null }> {
  // Bun says the type of a text only once it is sent.
  const type = response.headers.get('content-type') ?? 'text/plain';
  const isWhole = plane === 'interpreter' || response.status >= 500 || json.test(type);
  if (response.body === null || !isWhole || !written.test(type)) return { response, text: null };
  const bytes = await response.arrayBuffer();
  const { status, statusText, headers } = response;
  return {
    response: new Response(bytes, { status, statusText, headers }),
    text: new TextDecoder().decode(bytes),
  };
}
