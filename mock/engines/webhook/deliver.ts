import {
  type Connect,
  type ConnectAnswer,
  checkDestination,
  type Refusal,
  type ResolveHost,
  WebhookConnectError,
} from './destination.ts';

/** The receiver answered, with any status: including a redirect, which is not followed, and a 500. */
interface Delivered {
  readonly outcome: 'delivered';
  readonly status: number;
  /** The address it was sent to, or `null` if the runtime does not report it. */
  readonly address: string | null;
  /** The beginning of the receiver's response, and whether it is complete. */
  readonly answer: Uint8Array<ArrayBuffer>;
  readonly answerComplete: boolean;
}

/** It may or may not have been sent; there was no response. */
interface DeliveryFailure {
  readonly outcome: 'failed';
  readonly reason: 'connection' | 'certificate' | 'timeout' | 'aborted';
  readonly message: string;
}

export type DeliveryResult = Delivered | Refusal | DeliveryFailure;

export interface DeliveryOptions {
  readonly url: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  /** By default the name is not resolved here, and `connect` does it: see `DestinationOptions`. */
  readonly resolve?: ResolveHost | undefined;
  readonly connect: Connect;
  /** Hosts allowed at any address, as `host` or `host:port`. */
  readonly allowHosts?: readonly string[];
  /** Certificates to trust in addition to the runtime's own, as PEM. */
  readonly ca?: readonly string[];
  /**
   * Time limit for the whole delivery: resolving, sending, and the response. Real time, as for the network. Default 10
   * s.
   */
  readonly timeoutMs?: number;
  /** Maximum size of the kept response. Default 64 KiB. */
  readonly maxAnswerBytes?: number;
  readonly signal?: AbortSignal;
}

/**
 * Delivers one POST, at most once. Every outcome is a value; it never throws or retries.
 *
 * The host is resolved once, every address is checked, and `connect` gets the checked ones. So a name that changes a
 * moment later has no effect.
 *
 * @example
 * const result = await deliver({
 *   url: 'https://hooks.example.com/runs',
 *   body: JSON.stringify(payload),
 *   headers: { 'content-type': 'application/json' },
 *   resolve,
 *   connect,
 * });
 * if (result.outcome === 'delivered') log(result.status);
 */
export async function deliver(options: DeliveryOptions): Promise<DeliveryResult> {
  const { resolve, connect, allowHosts = [], ca = [], timeoutMs = 10_000, maxAnswerBytes = 65_536 } = options;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const signal = AbortSignal.any(
    options.signal === undefined ? [timeout.signal] : [timeout.signal, options.signal],
  );
  // Does not wait for a resolver or a connection that ignores the signal.
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
  stopped.catch(() => {});
  try {
    const checked = await Promise.race([
      checkDestination(options.url, { resolve, allowHosts, signal }),
      stopped,
    ]);
    if ('outcome' in checked) return checked;
    const body = typeof options.body === 'string' ? new TextEncoder().encode(options.body) : options.body;
    const connecting = connect({ ...checked, headers: options.headers, body, ca, signal });
    const answered = await Promise.race([connecting, stopped]).catch((error) => {
      connecting.then(letGo, () => {});
      throw error;
    });
    const { bytes, complete } = await readBounded(answered.body, maxAnswerBytes, signal);
    const { status, address } = answered;
    return { outcome: 'delivered', status, address, answer: bytes, answerComplete: complete };
  } catch (error) {
    return failure(error, timeout.signal.aborted, options.signal?.aborted ?? false, timeoutMs);
  } finally {
    clearTimeout(timer);
  }
}

/** A response that came after the abort. */
function letGo({ body }: ConnectAnswer): void {
  body?.cancel().catch(() => {});
}

function failure(error: unknown, timedOut: boolean, aborted: boolean, timeoutMs: number): DeliveryFailure {
  if (aborted) return { outcome: 'failed', reason: 'aborted', message: 'the delivery was aborted' };
  if (timedOut) {
    return {
      outcome: 'failed',
      reason: 'timeout',
      message: `the receiver did not answer within ${timeoutMs} ms`,
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  const reason = error instanceof WebhookConnectError ? error.reason : 'connection';
  return { outcome: 'failed', reason, message };
}

/** The bytes read of a body: all of it if `complete`, otherwise its beginning. */
interface BoundedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly complete: boolean;
}

/**
 * Reads a body up to `maxBytes`, and cancels the rest. If a body breaks off or the signal is aborted, the result is
 * what arrived before. Never throws.
 *
 * @example
 * const { bytes, complete } = await readBounded(response.body, 65_536, AbortSignal.timeout(1000));
 */
async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal: AbortSignal,
): Promise<BoundedBody> {
  const whole = new Uint8Array(maxBytes);
  let length = 0;
  const result = (complete: boolean) => ({ bytes: whole.slice(0, length), complete });
  if (body === null) return result(true);
  const reader = body.getReader();
  const stop = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      if (signal.aborted) return result(false);
      const { done, value } = await reader.read();
      // A cancelled stream reports that it is done.
      if (done) return result(!signal.aborted);
      const fitting = value.subarray(0, maxBytes - length);
      whole.set(fitting, length);
      length += fitting.byteLength;
      if (fitting.byteLength < value.byteLength) return result(false);
    }
  } catch {
    return result(false);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
