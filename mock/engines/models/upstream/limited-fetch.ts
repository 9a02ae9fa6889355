import { ModelError } from '../model-error.ts';
import { type UpstreamOptions, upstreamTimeouts } from './options.ts';
import { errorOfConnection } from './upstream-error.ts';

/** Maximum size of a response: a picture of many megapixels. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * A `fetch` with time limits for the head of a response, for each piece of its body, and for the whole. It follows no
 * redirect, which would turn a POST into a GET or send the key elsewhere. A reader that pauses uses up no time, but
 * that of the whole.
 *
 * @throws ModelError `timeout`, `unavailable`, `malformed` for too many bytes, from the body too; the signal's reason
 */
export function createLimitedFetch(options: UpstreamOptions): typeof globalThis.fetch {
  const timeouts = { ...upstreamTimeouts, ...options.timeouts };
  const send = options.fetch ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init));
  const limited = async (url: string, { signal: asked, ...init }: RequestInit = {}): Promise<Response> => {
    const { origin } = new URL(url);
    const own = new AbortController();
    const signal = asked ? AbortSignal.any([asked, own.signal]) : own.signal;
    signal.throwIfAborted();
    const stopAfter = (limitMs: number, what: string) =>
      after(limitMs, () => own.abort(new ModelError('timeout', `The upstream ${origin} ${what} in time.`)));
    const total = stopAfter(timeouts.totalMs, 'did not finish');
    const within = async <T>(limitMs: number, wait: () => Promise<T>): Promise<T> => {
      const timer = stopAfter(limitMs, 'did not answer');
      try {
        return await wait();
      } catch (error) {
        clearTimeout(total);
        throw signal.aborted ? signal.reason : errorOfConnection(error, origin);
      } finally {
        clearTimeout(timer);
      }
    };

    const response = await within(timeouts.headMs, () => send(url, { ...init, redirect: 'manual', signal }));
    const stop = (reason?: unknown) => {
      clearTimeout(total);
      own.abort(reason);
    };
    // In browsers, a redirect that is not followed has status 0.
    if (response.status < 200 || (response.status >= 300 && response.status < 400)) {
      stop();
      const target = response.headers.get('location');
      const hint = target === null ? '' : ` to ${target}`;
      throw new ModelError('unavailable', `The upstream ${origin} redirects${hint}: correct its base URL.`);
    }
    const reader = response.body?.getReader();
    // For the first bytes, the limit of the head: some servers send the head before they compute.
    let limitMs = timeouts.headMs;
    let length = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(sink) {
          const piece = await within(limitMs, async () => (await reader?.read())?.value);
          limitMs = timeouts.betweenMs;
          length += piece?.length ?? 0;
          if (length > MAX_BYTES) {
            stop();
            throw new ModelError('malformed', `The upstream answered with more than ${MAX_BYTES} bytes.`);
          }
          if (piece !== undefined) return sink.enqueue(piece);
          clearTimeout(total);
          sink.close();
        },
        cancel: stop,
      },
      // Bytes are read only on demand, so a slow reader slows the upstream down.
      { highWaterMark: 0 },
    );
    return new Response(body, response);
  };
  // Callers pass addresses as text, and need none of the extras that a runtime's own fetch has.
  return limited as typeof globalThis.fetch;
}

/** The longest delay of a timer, in milliseconds. */
const longestWait = 2 ** 31 - 1;

/** Runs a function after some milliseconds; never for `Infinity`. */
function after(limitMs: number, act: () => void): ReturnType<typeof setTimeout> | undefined {
  return Number.isFinite(limitMs) ? setTimeout(act, Math.min(limitMs, longestWait)) : undefined;
}
