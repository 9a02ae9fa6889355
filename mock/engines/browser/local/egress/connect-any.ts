import { connect, type Socket } from 'node:net';
import { browserLimits } from '../../../../../spec/engine-limits.ts';
import type { EgressFailure } from './egress-gate.ts';

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
export function failureOfError(error: Error): EgressFailure {
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
