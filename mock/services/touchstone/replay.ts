import { ApiError } from '../../../spec/errors.ts';
import type { Replay } from '../../../spec/services/touchstone/journal.ts';
import { journalHeader, touchstoneLimits } from '../../../spec/services/touchstone/limits.ts';
import type { NotedExchange } from '../../world/journal-entry.ts';

/** Sends a request to a plane, as a client in this process. */
export type SendToPlane = (plane: 'api' | 'edge', request: Request) => Promise<Response>;

/** Sends a recorded request again. @returns the id of the new entry @throws ApiError `replay-refused`, `connection-ended` */
export async function replay(exchange: NotedExchange, changes: Replay, send: SendToPlane): Promise<number> {
  const { plane } = exchange;
  if (plane !== 'api' && plane !== 'edge') {
    throw refused(`A request of the plane "${plane}" can't be replayed, only those of "api" and "edge"`);
  }
  const response = await send(plane, createRequest(exchange, changes));
  const id = response.headers.get(journalHeader);
  // The client's connection would stay open until it has read everything.
  await response.body?.cancel();
  if (id === null) throw new ApiError('connection-ended');
  return Number(id);
}

function createRequest(exchange: NotedExchange, changes: Replay): Request {
  const method = changes.method ?? exchange.method;
  const body = changes.body === undefined ? recordedBody(exchange, method) : changes.body;
  if (body !== null && !mayHaveBody(method)) throw refused(`A request with ${method} can't have a body`);
  const headers = new Headers();
  for (const [name, value] of exchange.requestHeaders)
    if (!ofConnection.has(name)) headers.append(name, value);
  try {
    for (const [name, value] of Object.entries(changes.headers ?? {})) {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    }
    return new Request(getUrl(exchange, changes), { method, headers, ...(body !== null && { body }) });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw refused(`The changed request can't be sent: ${error.message}`);
  }
}

/** Headers about a connection or about the length of a body, which the new request has of its own. */
const ofConnection: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
]);

function getUrl({ url }: NotedExchange, changes: Replay): string {
  if (url.length > touchstoneLimits.journalBodyCharacters && changes.url === undefined) {
    throw refused("The journal has only the beginning of the request's URL: send the whole one as url");
  }
  return changes.url === undefined ? url : new URL(changes.url, url).href;
}

const mayHaveBody = (method: string) => method !== 'GET' && method !== 'HEAD';

/** @throws ApiError `replay-refused` if the journal does not have the body that was sent */
function recordedBody({ requestBody, requestHeaders }: NotedExchange, method: string): string | null {
  if (!mayHaveBody(method)) return null;
  if (requestBody !== null && requestBody.length > touchstoneLimits.journalBodyCharacters) {
    throw refused("The journal has only the beginning of the request's body: send the whole one as body");
  }
  const had =
    (requestHeaders.get('content-length') ?? '0') !== '0' ||
    requestHeaders.get('transfer-encoding') !== null ||
    requestHeaders.get('content-type') !== null;
  if (requestBody === null && had) {
    throw refused("The journal does not have the request's body: send it as body, or null for none");
  }
  return requestBody;
}

const refused = (problem: string) => new ApiError('replay-refused', { problem });
