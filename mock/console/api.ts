/** A request that the server refused, or that did not reach it. */
export class RequestError extends Error {
  /** Status of the answer; 0 if there was none. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What a request sends, and with which credentials. */
export interface Sent {
  readonly method?: string;
  /** Sent as JSON, except bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** API token of the public API, or the admin token. */
  readonly token?: string | undefined;
  readonly signal?: AbortSignal;
}

/** A page of a list of the public API. */
export interface Page<T> {
  readonly result: T;
  readonly result_info?: {
    readonly total_count?: number;
    readonly page?: number;
    readonly total_pages?: number;
  };
}

/**
 * Sends a request to this server.
 *
 * @throws RequestError for a refusal, with the reasons of its envelope as the message
 */
export async function send(
  path: string,
  { method, body, headers, token, signal }: Sent = {},
): Promise<Response> {
  const bytes = body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  const response = await fetch(path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body !== undefined && !bytes && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: bytes ? (body as BodyInit) : JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new RequestError(0, 'The server does not answer. Is it still running?');
  });
  if (!response.ok) throw new RequestError(response.status, await getReason(response));
  return response;
}

/** Sends a request and reads its JSON. @throws RequestError */
export async function sendForJson<T>(path: string, sent: Sent = {}): Promise<T> {
  return (await send(path, sent)).json() as Promise<T>;
}

async function getReason(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { errors } = JSON.parse(text) as { errors: readonly { code: number; message: string }[] };
    return errors.map(({ code, message }) => `${message} (${code})`).join('; ');
  } catch {
    return text.slice(0, 500) || `Status ${response.status}`;
  }
}
