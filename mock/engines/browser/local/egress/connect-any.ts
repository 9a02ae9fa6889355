import { connect, type Socket } from 'node:net';
import { browserLimits } from '../../../../../spec/engine-limits.ts';
import type { EgressFailure } from './egress-gate.ts';
import { forOneMessage, readHead, writeHead } from './http-message.ts';

/** Milliseconds after which the next address is tried beside those that have not answered (RFC 8305 section 5). */
const headStartMs = 250;

/**
 * Connects to whichever of some addresses answers first. They are tried in their order, the next one as soon as
 * one fails or keeps waiting.
 *
 * @param signal ends all attempts; what is answered then is `reset`
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
      // An address and no name: there is nothing left to be looked up.
      const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
      attempts.add(socket);
      socket.once('connect', () => {
        if (attempts.delete(socket)) finish(socket);
      });
      // Stays: a socket that fails later has nobody else to tell.
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

/** What a socket's error means for whoever waits behind the gate. */
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

/** Two ends of a way through the gate, and what to do when the far one fails. */
interface Way {
  readonly client: Socket;
  readonly upstream: Socket;
  /** What the client sent already. */
  readonly first: Buffer;
  readonly failed: (failure: EgressFailure) => void;
}

/** Passes bytes both ways. When one side is done, the other learns of it and may go on. */
export function relayBytes(way: Way): void {
  const { client, upstream, first } = way;
  endTogether(way);
  if (first.length > 0) upstream.write(first);
  client.pipe(upstream);
  upstream.pipe(client);
}

/**
 * Passes one request and its answer. The answer says that the connection ends with it, so that the client asks
 * for the next thing anew and is judged anew, whatever the server thinks of it.
 */
export function relayAnswer(way: Way): void {
  const { client, upstream, first } = way;
  endTogether(way);
  // A browser never ends its half while it waits for an answer: it has gone.
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
      // Whatever it is, the browser knows better what to think of it.
      if (read === undefined || read.state === 'invalid') return pass(bytes);
      const { head, rest } = read;
      // Answers of the kind 1xx come before the answer (RFC 9110 section 15.2).
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

/** False as soon as the bytes can't be the beginning of an answer any more. */
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

/** Lets the browser see that a connection broke, where the runtime can say so; it ends early otherwise. */
function cut(client: Socket): void {
  if (client.destroyed) return;
  client.resetAndDestroy();
}
