import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHandlers, type MockNetwork } from '../../handlers.ts';
import { type InterceptedNetwork, setupNetwork } from '../../setup.ts';

/** A test for any runner: it throws when it fails. */
export interface SharedCase {
  readonly title: string;
  run(): Promise<void>;
}

/** An origin of the default zone. */
export const zone = 'http://api.example.localhost';
/** Bytes that are not text, and larger than one packet. */
export const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);

/** Runs a function while one handler answers both planes of the default origins. */
export async function withNetwork(
  answer: (request: Request) => Response | Promise<Response>,
  use: (network: InterceptedNetwork) => Promise<unknown>,
): Promise<void> {
  const plane = async (request: Request) => answer(request);
  const mock: MockNetwork = { fetch: plane, edge: plane };
  const network = await setupNetwork(createHandlers(mock));
  try {
    await use(network);
  } finally {
    network.close();
  }
}

/** A server on a real socket that echoes the request and identifies itself. */
export async function withServer(use: (origin: string) => Promise<unknown>): Promise<void> {
  const server = createServer((request, response) => {
    response.setHeader('x-real', 'yes');
    response.setHeader('x-seen', `${request.method} ${request.headers.accept}`);
    request.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    // A server that listens on a port has an address of this kind.
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Answers with the received body and a description of the request. */
export async function echo(request: Request): Promise<Response> {
  const seen = `${request.method} ${request.url} ${request.headers.get('authorization')} ${request.headers.get('cookie')}`;
  return new Response(await request.arrayBuffer(), { headers: { 'x-seen': seen } });
}

/** A body that is written on demand. */
export function toStream(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** Silences one console method and returns its messages. */
export async function withoutConsole(
  method: 'warn' | 'error',
  use: () => Promise<unknown>,
): Promise<unknown[]> {
  const original = console[method];
  const received: unknown[] = [];
  console[method] = (...values: unknown[]) => received.push(values);
  try {
    await use();
  } finally {
    console[method] = original;
  }
  return received;
}
