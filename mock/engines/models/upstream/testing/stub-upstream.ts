import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface StubRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Each character is a byte. */
  readonly body: string;
}

export type StubHandler = (response: ServerResponse, request: StubRequest) => void | Promise<void>;

/** A model server that answers as a test says, and tracks its open connections. */
export class StubUpstream implements AsyncDisposable {
  readonly requests: StubRequest[] = [];
  /** Total number of connections. */
  connections = 0;
  readonly #open = new Set<Socket>();
  readonly #server;

  private constructor(handler: StubHandler) {
    this.#server = createServer(async (request, response) => {
      const { method, url: path, headers } = request;
      const asked = { method, path, headers, body: (await buffer(request)).toString('latin1') };
      this.requests.push(asked);
      await handler(response, asked);
    });
    this.#server.on('connection', (socket) => {
      this.connections++;
      this.#open.add(socket);
      socket.on('close', () => this.#open.delete(socket));
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

  /** Waits until no connection is open. */
  async allClosed(): Promise<void> {
    while (this.#open.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** Answers with a complete body. */
export const answerWith =
  (type: string, body: string | Uint8Array, status = 200, headers: object = {}): StubHandler =>
  (response) =>
    void response.writeHead(status, { 'content-type': type, ...headers }).end(body);

export const answerWithJson = (value: unknown, status?: number): StubHandler =>
  answerWith('application/json', JSON.stringify(value), status);

/** Starts a stream of events, and leaves it open. */
export function openStream(response: ServerResponse, ...pieces: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  for (const piece of pieces) response.write(piece);
}

/** Answers with a stream of events, split as given. */
export const answerWithEvents =
  (...pieces: readonly string[]): StubHandler =>
  async (response) => {
    openStream(response);
    for (const piece of pieces) {
      response.write(piece);
      // Otherwise they would arrive as one.
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    response.end();
  };

/** An event with this data. */
export const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;

/** An event with a text delta. */
export const delta = (value: unknown, more: object = {}): string =>
  event({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: value, ...more }] });

/** The chunk that ends the text. */
export const finish = (reason: string): string => delta({}, { finish_reason: reason });

export const DONE = 'data: [DONE]\n\n';
