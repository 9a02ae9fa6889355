import { ModelError } from '../model-error.ts';
import type { UpstreamTimeouts } from './options.ts';
import { errorOfConnection } from './upstream-error.ts';

/** An answered request. The reader sets the pace of the body, within its time limits. */
export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  /**
   * The next bytes of the body; undefined at its end.
   *
   * @param limitMs time limit for them; for the first bytes, that of the head, as some servers send the head before
   * they compute
   * @throws ModelError `timeout`, `unavailable`; the reason of the exchange's signal
   */
  read(limitMs?: number): Promise<Uint8Array | undefined>;
  /** Releases the connection: closes it unless the body was read to its end. May be called more than once. */
  close(): void;
}

export interface ExchangeTools {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly timeouts: UpstreamTimeouts;
}

/**
 * Sends a request, waits for the head of its response, and then applies time limits to both. The opener of an exchange
 * must close it.
 *
 * @throws ModelError `timeout`, `unavailable`; the signal's reason
 */
export async function openExchange(
  url: string,
  init: RequestInit,
  { fetch, timeouts }: ExchangeTools,
  signal: AbortSignal,
): Promise<Exchange> {
  signal.throwIfAborted();
  const { origin } = new URL(url);
  const controller = new AbortController();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let isOver = false;

  const stop = (reason: unknown) => {
    if (controller.signal.aborted) return;
    controller.abort(reason);
    // A body that ignores the signal is cancelled all the same, which ends a pending read too.
    reader?.cancel(reason).catch(() => {});
  };
  const tooLong = (what: string) => () =>
    stop(new ModelError('timeout', `The upstream ${origin} ${what} in time.`));
  const onAbort = () => stop(signal.reason);
  const total = after(timeouts.totalMs, tooLong('did not finish'));
  let waiting: Timer;
  signal.addEventListener('abort', onAbort, { once: true });
  const close = () => {
    if (isOver) return;
    isOver = true;
    signal.removeEventListener('abort', onAbort);
    clearTimeout(waiting);
    clearTimeout(total);
    stop(new ModelError('unavailable', 'The upstream’s answer was released.'));
  };
  const failure = (error: unknown) =>
    controller.signal.aborted ? controller.signal.reason : errorOfConnection(error, origin);

  let response: Response;
  waiting = after(timeouts.headMs, tooLong('did not answer'));
  try {
    response = await abortable(
      async () => fetch(url, { ...init, signal: controller.signal }),
      controller.signal,
    );
    reader = response.body?.getReader();
  } catch (error) {
    const reason = failure(error);
    close();
    throw reason;
  }
  clearTimeout(waiting);

  let usualMs = timeouts.headMs;
  return {
    status: response.status,
    headers: response.headers,
    async read(limitMs = usualMs) {
      if (reader === undefined) return undefined;
      usualMs = timeouts.betweenMs;
      waiting = after(limitMs, tooLong('did not answer'));
      try {
        const { value } = await reader.read();
        controller.signal.throwIfAborted();
        return value;
      } catch (error) {
        throw failure(error);
      } finally {
        clearTimeout(waiting);
      }
    },
    close,
  };
}

/** Waits for a response until the signal aborts, even if the client ignores the signal. */
async function abortable(ask: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  const asking = ask();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(signal.reason);
      // A response that comes too late is cancelled.
      asking.then((response) => response.body?.cancel()).catch(() => {});
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([asking, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** The longest delay of a timer, in milliseconds. */
const longestWait = 2 ** 31 - 1;

/** Runs a function after some milliseconds; never for `Infinity`. */
function after(limitMs: number, act: () => void): Timer {
  return Number.isFinite(limitMs) ? setTimeout(act, Math.min(limitMs, longestWait)) : undefined;
}
