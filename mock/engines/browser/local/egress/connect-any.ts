import { connect, type Socket } from 'node:net';
import { browserLimits } from '../../../../../spec/engine-limits.ts';
import type { EgressFailure } from './egress-gate.ts';
import { forOneMessage, readHead, writeHead } from './http-message.ts';

/** Milliseconds before the next address is tried in parallel to those without an answer (RFC 8305 section 5). */
const headStartMs = 250;

/**
 * Connects to the first of some addresses that answers. They are tried in order, the next one as soon as one fails or
 * is slow.
 *
 * @param signal ends all attempts; the result is then `reset`
 */
export function connectAny(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Socket | EgressFailure> {
  return new Promise((resolve) => {
    const attempts = new Set<Socket>();
    let next = 0;
    let failure: EgressFailure = 'unreachable';
    let headStart: ReturnType<typeof setTimeout> | undefined;
    const deadline = setTimeout(() => finish('timeout'), browserLimits.connectMs);
    const stop = () => finish('reset');
    signal.addEventListener('abort', stop, { once: true });

    function finish(result: Socket | EgressFailure): void {
      clearTimeout(deadline);
      clearTimeout(headStart);
      signal.removeEventListener('abort', stop);
      next = addresses.length;
      for (const attempt of attempts) if (attempt !== result) attempt.destroy();
      attempts.clear();
      resolve(result);
    }

    function tryNext(): void {
      clearTimeout(headStart);
      const host = addresses[next++];
      if (host === undefined) {
        if (attempts.size === 0) finish(failure);
        return;
      }
      // An IP address, so nothing remains to be resolved.
      const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
      attempts.add(socket);
      socket.once('connect', () => {
        if (attempts.delete(socket)) finish(socket);
      });
      // Stays attached: a later error of the socket has no other handler.
      socket.on('error', (error) => {
        if (!attempts.delete(socket)) return;
        failure = failureOfError(error);
        tryNext();
      });
      headStart = setTimeout(tryNext, headStartMs);
    }

    if (signal.aborted) stop();
    else tryNext();
  });
}

/** The meaning of a socket error for the client of the gate. */
function failureOfError(error: Error): EgressFailure {
  switch ('code' in error ? error.code : undefined) {
    case 'ECONNREFUSED':
      return 'refused';
    case 'ETIMEDOUT':
      return 'timeout';
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
      return 'reset';
    default:
      return 'unreachable';
  }
}

/** Two ends of a connection through the gate, and the handler for a failure of the far one. */
interface Way {
  readonly client: Socket;
  readonly upstream: Socket;
  /** The bytes the client has already sent. */
  readonly first: Buffer;
  readonly failed: (failure: EgressFailure) => void;
}

/** Relays bytes both ways. When one side ends, the other is told and may continue. */
export function relayBytes(way: Way): void {
  const { client, upstream, first } = way;
  endTogether(way);
  if (first.length > 0) upstream.write(first);
  client.pipe(upstream);
  upstream.pipe(client);
}

/**
 * Relays one request and its response. The response announces the end of the connection, so the client connects anew
 * for its next request, which is then checked.
 */
export function relayAnswer(way: Way): void {
  const { client, upstream, first } = way;
  endTogether(way);
  // A browser never half-closes a connection while it waits for a response, so it is gone.
  client.once('end', () => upstream.destroy());
  upstream.write(first);
  client.pipe(upstream, { end: false });
  let bytes: Buffer = Buffer.alloc(0);
  const take = (chunk: Buffer) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    for (;;) {
      const isHttp = startsLikeHttp(bytes);
      const read = isHttp ? readHead(bytes) : undefined;
      if (read?.state === 'more') return;
      // Whatever it is, the browser can judge it better.
      if (read === undefined || read.state === 'invalid') return pass(bytes);
      const { head, rest } = read;
      // Responses of the kind 1xx come before the final one (RFC 9110 section 15.2).
      if (!/^HTTP\/\S+ 1(?!01)\d\d(?: |$)/.test(head.firstLine)) {
        return pass(Buffer.concat([writeHead({ ...head, lines: forOneMessage(head.lines) }), rest]));
      }
      client.write(writeHead(head));
      bytes = rest;
      if (bytes.length === 0) return;
    }
  };
  const pass = (begun: Buffer) => {
    upstream.off('data', take);
    upstream.off('end', over);
    if (begun.length > 0) client.write(begun);
    upstream.pipe(client);
  };
  const over = () => client.end(bytes);
  upstream.on('data', take);
  upstream.once('end', over);
}

/** False as soon as the bytes can't be the beginning of a response. */
function startsLikeHttp(bytes: Buffer): boolean {
  const begin = bytes
    .toString('latin1', 0, 16)
    .replace(/^[\r\n]+/, '')
    .slice(0, 5);
  return 'HTTP/'.startsWith(begin);
}

function endTogether({ client, upstream, failed }: Way): void {
  client.once('error', () => upstream.destroy());
  client.once('close', () => {
    if (!client.readableEnded) upstream.destroy();
  });
  upstream.once('error', (error) => {
    failed(failureOfError(error));
    cut(client);
  });
  upstream.once('close', () => {
    if (!upstream.readableEnded) cut(client);
  });
}

/** Resets the connection towards the browser, if the runtime can; otherwise ends it early. */
function cut(client: Socket): void {
  if (client.destroyed) return;
  client.resetAndDestroy();
}
