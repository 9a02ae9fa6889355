import { gitLimits } from '../../spec/engine-limits.ts';
import { serverLimits } from '../../spec/limits.ts';
import type { App } from '../api/app.ts';
import { errorOnPurpose } from '../control/faults/under-fault.ts';
import { ListenError } from './ports.ts';
import { SocketPeer } from './socket-peer.ts';
import { answerUnknownMethods } from './unknown-methods.ts';

/** One plane of a mock on a port of its own. */
export interface Plane {
  /** Base URL, without a path. */
  readonly url: string;
  /**
   * Takes no more requests and waits for those that are on their way, but no longer than it is told; then
   * they are cut.
   */
  close(graceMs: number): Promise<void>;
}

export interface PlaneOptions {
  /** What it is called when it can't listen. */
  readonly name: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  readonly fetch: App['fetch'];
  /** Speaks HTTPS with it; left out, HTTP. */
  readonly tls?: ServerKey | undefined;
  /** Tells who is asked the lines of each request's headers apart, which takes Bun and Deno longer. */
  readonly headerLines?: boolean;
  /** Takes requests of methods that nobody knows too, which takes Bun longer: its own server closes their connections. */
  readonly anyMethod?: boolean;
}

/** What a server shows and proves that it is, both as PEM. */
export interface ServerKey {
  /** Its certificate, and after it those that lead to an authority. */
  readonly cert: string;
  readonly key: string;
}

/**
 * Serves a plane.
 *
 * @throws ListenError in one line.
 */
export async function startPlane({ name, fetch, ...options }: PlaneOptions): Promise<Plane> {
  const { port, host, tls, headerLines, anyMethod } = options;
  const listen = typeof Bun === 'undefined' || headerLines || anyMethod ? listenBySrvx : listenOnBun;
  let server: Listener;
  try {
    server = await listen({ ...options, fetch: droppingConnections(fetch) });
  } catch (cause) {
    throw new ListenError(
      'listen',
      `The ${name} can't listen on ${host}:${port}: ${reason(cause)}. Choose another port with --port, or 0 for free ones.`,
      { cause },
    );
  }
  return { url: getUrl(server, host, tls ? 'https' : 'http'), close: (graceMs) => stop(server, graceMs) };
}

/** What listens, on whichever runtime. */
interface Listener {
  readonly port: number;
  close(cut?: boolean): Promise<void>;
  /** Ends connections on which nothing is under way. */
  closeIdle?(): void;
}

type Listening = Omit<PlaneOptions, 'name'>;

/**
 * Bytes of a body beyond which nobody is asked any more. Whoever reads one has a limit of his own; a pack has the
 * highest, which is far beyond the 128 MiB that Bun allows.
 */
const maxBodyBytes = gitLimits.packBytes + gitLimits.requestBytes;

async function listenBySrvx({ port, host, fetch, tls, headerLines }: Listening): Promise<Listener> {
  // Loaded only where it serves. Of Bun and Deno, only `node:http` says what the lines of the headers were.
  const { serve } = await (headerLines || 'Bun' in globalThis ? import('srvx/node') : import('srvx'));
  // Deno's own server speaks HTTP/2 where there is TLS.
  const answer = tls && !headerLines && 'Deno' in globalThis ? afterBody(fetch) : fetch;
  const server = serve({
    port,
    hostname: host,
    silent: true,
    gracefulShutdown: false,
    ...(tls && { tls }),
    node: {
      // Zone traffic keeps the case and order of its headers, which HTTP/2 doesn't.
      http2: false,
      // A push takes as long as it takes; Node would cut it after five minutes.
      requestTimeout: 0,
      headersTimeout: serverLimits.headMs,
      connectionsCheckingInterval: serverLimits.headCheckMs,
    },
    fetch: (request) =>
      answer(request, new SocketPeer(() => request.ip, request.runtime?.node?.req.rawHeaders)),
  });
  const node = server.node?.server;
  if (node) answerUnknownMethods(node, fetch, tls ? 'https' : 'http');
  await server.ready();
  return {
    port: Number(new URL(server.url ?? '').port),
    close: (cut) => server.close(cut),
    closeIdle() {
      if (node && 'closeIdleConnections' in node) node.closeIdleConnections();
    },
  };
}

/** Reads what nobody reads before it answers: over HTTP/2, Deno takes an early answer back when the body goes on. */
function afterBody(fetch: App['fetch']): App['fetch'] {
  return async (request, peer) => {
    const response = await fetch(request, peer);
    if (request.body && !request.bodyUsed) await request.body.pipeTo(new WritableStream()).catch(() => {});
    return response;
  };
}

/** What srvx adds to each request on Bun takes as long as Bun does. */
async function listenOnBun({ port, host, fetch, tls }: Listening): Promise<Listener> {
  const server = Bun.serve({
    port,
    hostname: host,
    // An origin may take longer than the 10 seconds of silence that Bun allows.
    idleTimeout: 0,
    maxRequestBodySize: maxBodyBytes,
    ...(tls && { tls: { cert: tls.cert, key: tls.key } }),
    fetch: (request, bun) => fetch(request, new SocketPeer(() => bun.requestIP(request)?.address)),
  });
  return { port: server.port ?? port, close: (cut) => server.stop(cut) };
}

async function stop(server: Listener, graceMs: number): Promise<void> {
  // Node leaves a connection open whose last answer was under way when it stopped listening.
  const idle = setInterval(() => server.closeIdle?.(), 50);
  try {
    if (await within(graceMs, server.close())) return;
    // Deno cuts nothing and would wait on; whoever asked goes on without it.
    await within(100, server.close(true));
  } finally {
    clearInterval(idle);
  }
}

/** Whether something is done in time. */
export async function within(milliseconds: number, done: Promise<void>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  try {
    return await Promise.race([done.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Why a port can't be listened on, in the same few words on every runtime. */
function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE' || cause.name === 'AddrInUse') return 'the port is taken';
  if (code === 'EADDRNOTAVAIL' || cause.name === 'AddrNotAvailable')
    return 'this machine has no such address';
  if (code === 'EACCES' || cause.name === 'PermissionDenied') return 'this user may not';
  return (cause.message.split('\n')[0] ?? '').replace(/\.$/, '');
}

/** The unspecified addresses are reached by the name of this machine. */
function getUrl({ port }: Listener, host: string, scheme: 'http' | 'https'): string {
  const local = ['127.0.0.1', '0.0.0.0', '::'].includes(host);
  return `${scheme}://${local ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Ends the connection of a request that is answered with a network error, `Response.error()`.
 *
 * What no server has a word for is said by a body that fails at once: Bun and Node then send nothing at all. Deno has
 * written the head by then, so that one says that it is no success, and that there is more to come.
 */
export function droppingConnections(fetch: App['fetch']): App['fetch'] {
  return async (request, peer) => {
    const response = await fetch(request, peer);
    return response.type === 'error' ? brokenAnswer() : response;
  };
}

function brokenAnswer(): Response {
  const body = new ReadableStream({
    start: (controller) => controller.error(errorOnPurpose('a fault dropped this connection')),
  });
  return new Response(body, { status: 502, headers: { 'content-length': '1' } });
}
