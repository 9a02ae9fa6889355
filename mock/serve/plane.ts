import { gitLimits } from '../../spec/engine-limits.ts';
import { serverLimits } from '../../spec/limits.ts';
import type { App } from '../api/app.ts';
import { errorOnPurpose } from '../control/faults/under-fault.ts';
import { ListenError } from './ports.ts';
import { SocketPeer } from './socket-peer.ts';
import { answerUnknownMethods } from './unknown-methods.ts';

/** One plane of a mock, on its own port. */
export interface Plane {
  /** Base URL, without a path. */
  readonly url: string;
  /**
   * Stops accepting requests and waits for open ones for at most `graceMs`; then it cuts them.
   */
  close(graceMs: number): Promise<void>;
}

export interface PlaneOptions {
  /** Name of the plane in error messages. */
  readonly name: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly host: string;
  readonly fetch: App['fetch'];
  /** Serves HTTPS with this key; by default HTTP. */
  readonly tls?: ServerKey | undefined;
  /** Keeps the header lines of each request apart, which is slower on Bun and Deno. */
  readonly headerLines?: boolean;
  /** Accepts requests with unknown methods, which is slower on Bun: its own server closes the connection. */
  readonly anyMethod?: boolean;
}

/** Certificate and private key of a server, both as PEM. */
export interface ServerKey {
  /** The server's certificate, followed by its intermediates. */
  readonly cert: string;
  readonly key: string;
}

/**
 * Serves a plane.
 *
 * @throws ListenError in one line
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

/** A listening server, on any runtime. */
interface Listener {
  readonly port: number;
  close(cut?: boolean): Promise<void>;
  /** Closes idle connections. */
  closeIdle?(): void;
}

type Listening = Omit<PlaneOptions, 'name'>;

/**
 * Maximum bytes of a body. Each reader has its own lower limit; that of packs is the highest, far above Bun's default
 * of 128 MiB.
 */
const maxBodyBytes = gitLimits.packBytes + gitLimits.requestBytes;

async function listenBySrvx({ port, host, fetch, tls, headerLines }: Listening): Promise<Listener> {
  // Loaded only when serving. On Bun and Deno, only `node:http` reports the raw header lines.
  const { serve } = await (headerLines || 'Bun' in globalThis ? import('srvx/node') : import('srvx'));
  // Deno's own server speaks HTTP/2 over TLS.
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
      // A push may take long; Node would cut it off after five minutes.
      requestTimeout: 0,
      headersTimeout: serverLimits.headMs,
      connectionsCheckingInterval: serverLimits.headCheckMs,
    },
    fetch: (request) => answer(request, new SocketPeer(() => request.ip, request.runtime?.node?.req)),
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

/** Drains an unread body before the answer goes out: over HTTP/2, Deno drops an early answer when the body goes on. */
function afterBody(fetch: App['fetch']): App['fetch'] {
  return async (request, peer) => {
    const response = await fetch(request, peer);
    if (request.body && !request.bodyUsed) await request.body.pipeTo(new WritableStream()).catch(() => {});
    return response;
  };
}

/** Without srvx: what it adds to each request costs as much time as Bun itself. */
async function listenOnBun({ port, host, fetch, tls }: Listening): Promise<Listener> {
  const server = Bun.serve({
    port,
    hostname: host,
    // An origin may be silent for longer than Bun's default of 10 seconds.
    idleTimeout: 0,
    // Bun's page for an error shows the source.
    development: false,
    maxRequestBodySize: maxBodyBytes,
    ...(tls && { tls: { cert: tls.cert, key: tls.key } }),
    fetch: (request, bun) => fetch(request, new SocketPeer(() => bun.requestIP(request)?.address)),
  });
  return { port: server.port ?? port, close: (cut) => server.stop(cut) };
}

async function stop(server: Listener, graceMs: number): Promise<void> {
  // Node leaves a connection open if its last answer was in progress when the server stopped listening.
  const idle = setInterval(() => server.closeIdle?.(), 50);
  try {
    if (await within(graceMs, server.close())) return;
    // Deno cuts nothing and would wait on, so don't wait for it.
    await within(100, server.close(true));
  } finally {
    clearInterval(idle);
  }
}

/** Whether a promise resolves in time. */
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

/** Why a port can't be used, in the same words on every runtime. */
function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE' || cause.name === 'AddrInUse') return 'the port is in use';
  if (code === 'EADDRNOTAVAIL' || cause.name === 'AddrNotAvailable')
    return 'this machine has no such address';
  if (code === 'EACCES' || cause.name === 'PermissionDenied') return 'this user lacks the permission';
  return (cause.message.split('\n')[0] ?? '').replace(/\.$/, '');
}

/** URLs name the unspecified addresses `localhost`. */
function getUrl({ port }: Listener, host: string, scheme: 'http' | 'https'): string {
  const local = ['127.0.0.1', '0.0.0.0', '::'].includes(host);
  return `${scheme}://${local ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Closes the connection of a request that is answered with a network error, `Response.error()`.
 *
 * No server has an API for this, so the body fails at once: Bun and Node then send nothing at all. Deno has already
 * sent the head by then, so the head has an error status and announces more bytes.
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
