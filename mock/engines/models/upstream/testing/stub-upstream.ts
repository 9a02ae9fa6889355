import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A request as received from the socket. */
export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Each character is a byte. */
  readonly body: string;
}

export type StubHandler = (socket: Socket, request: StubRequest) => void | Promise<void>;

/**
 * A server that answers with exactly the given bytes, valid or not, and tracks its open connections.
 */
export class StubUpstream implements AsyncDisposable {
  readonly requests: StubRequest[] = [];
  /** Total number of connections. */
  connections = 0;
  readonly #open = new Set<Socket>();
  readonly #server;
  #whenClosed: (() => void)[] = [];

  private constructor(handler: StubHandler) {
    this.#server = createServer((socket) => {
      this.connections++;
      this.#open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#open.delete(socket);
        if (this.#open.size > 0) return;
        for (const resolve of this.#whenClosed) resolve();
        this.#whenClosed = [];
      });
      let received = '';
      socket.setEncoding('latin1');
      socket.on('data', (text) => {
        received += text;
        for (let next = takeRequest(received); next !== undefined; next = takeRequest(received)) {
          received = next.rest;
          this.requests.push(next.request);
          handler(socket, next.request);
        }
      });
    });
  }

  static async start(handler: StubHandler): Promise<StubUpstream> {
    const stub = new StubUpstream(handler);
    await new Promise<void>((resolve) => stub.#server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  get baseUrl(): string {
    // A listening TCP server has such an address.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** The body of the last request, as JSON. */
  get lastBody(): unknown {
    return JSON.parse(this.requests.at(-1)?.body ?? 'null');
  }

  /** Waits until no connection is open. */
  async allClosed(): Promise<void> {
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => this.#whenClosed.push(resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** Splits off the first complete request. */
function takeRequest(received: string): { readonly request: StubRequest; readonly rest: string } | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [start = '', ...lines] = received.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const begin = end + 4;
  let length = Number(headers['content-length'] ?? 0);
  if (headers['transfer-encoding'] === 'chunked') {
    const last = received.indexOf('\r\n0\r\n\r\n', begin - 2);
    if (last === -1) return undefined;
    length = last + 7 - begin;
  }
  if (received.length < begin + length) return undefined;
  const [method = '', path = ''] = start.split(' ');
  const body = received.slice(begin, begin + length);
  return { request: { method, path, headers, body }, rest: received.slice(begin + length) };
}

/** The head of a chunked response. */
export function head(type: string, status = '200 OK', more = ''): string {
  return `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\n${more}transfer-encoding: chunked\r\n\r\n`;
}

/** A chunk of a response. */
export function chunk(content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

/** The end of a chunked response. */
export const LAST_CHUNK = '0\r\n\r\n';

/** Answers with a complete body. */
export function answerWith(
  type: string,
  body: string | Uint8Array,
  status?: string,
  more?: string,
): StubHandler {
  return (socket) => {
    socket.write(head(type, status, more));
    if (body.length > 0) socket.write(chunk(body));
    socket.write(LAST_CHUNK);
  };
}

export function answerWithJson(value: unknown, status?: string): StubHandler {
  return answerWith('application/json', JSON.stringify(value), status);
}

/** Answers with a stream of events, split as given. */
export function answerWithEvents(...pieces: readonly (string | Uint8Array)[]): StubHandler {
  return async (socket) => {
    socket.setNoDelay(true);
    socket.write(head('text/event-stream'));
    for (const piece of pieces) {
      socket.write(chunk(piece));
      // Otherwise they would arrive as one.
      if (pieces.length < 50) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    socket.write(LAST_CHUNK);
  };
}

/** An event with a text delta. */
export function delta(value: unknown, more: Readonly<Record<string, unknown>> = {}): string {
  return event({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: value, ...more }] });
}

/** An event with this data. */
export function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** The chunk that ends the text. */
export function finish(reason: string): string {
  return delta({}, { finish_reason: reason });
}

export const DONE = 'data: [DONE]\n\n';
