import http from 'node:http';

/** One call, in terms common to all HTTP clients. */
export interface Call {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** One answer, as a client sees it. */
export interface Reply {
  readonly status: number;
  readonly statusText: string;
  readonly setCookie: readonly string[];
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
}

/** An intercepted client: how it sends, and how it receives a body piece by piece. */
export interface Client {
  readonly name: string;
  send(url: string, call?: Call): Promise<Reply>;
  /** Yields the pieces of the body as they arrive. */
  stream(url: string): AsyncIterable<Uint8Array>;
}

/** The two HTTP clients of these runtimes. Redirects are returned, not followed. */
export const clients: readonly Client[] = [
  {
    name: 'fetch',
    async send(url, call = {}) {
      const response = await fetch(url, { redirect: 'manual', ...call });
      return {
        status: response.status,
        statusText: response.statusText,
        setCookie: response.headers.getSetCookie(),
        header: (name) => response.headers.get(name) ?? undefined,
        body: new Uint8Array(await response.arrayBuffer()),
      };
    },
    async *stream(url) {
      const { body } = await fetch(url);
      const reader = body?.getReader();
      for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) yield piece.value;
    },
  },
  {
    name: 'node:http',
    async send(url, call = {}) {
      const message = await request(url, call);
      const pieces: Uint8Array[] = [];
      for await (const piece of message) pieces.push(piece);
      return {
        status: message.statusCode ?? 0,
        statusText: message.statusMessage ?? '',
        setCookie: message.headers['set-cookie'] ?? [],
        header: (name) => message.headers[name]?.toString(),
        body: new Uint8Array(Buffer.concat(pieces)),
      };
    },
    async *stream(url) {
      yield* await request(url, {});
    },
  },
];

function request(url: string, { method = 'GET', headers = {}, body }: Call): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    http.request(url, { method, headers }, resolve).on('error', reject).end(body);
  });
}
