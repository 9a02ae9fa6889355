import {
  type Connect,
  type ConnectAnswer,
  checkDestination,
  type Refusal,
  type ResolveHost,
  WebhookConnectError,
} from './destination.ts';

/** The receiver answered, with any status: also a redirect, which is not followed, and a 500. */
interface Delivered {
  readonly outcome: 'delivered';
  readonly status: number;
  /** The address it was sent to, or `null` where the runtime does not say. */
  readonly address: string | null;
  /** The beginning of the receiver's answer, and whether it is all of it. */
  readonly answer: Uint8Array<ArrayBuffer>;
  readonly answerComplete: boolean;
}

/** It may or may not have been sent, and nobody answered. */
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
  /** Left out, the name is not resolved, and `connect` does it: see `DestinationOptions`. */
  readonly resolve?: ResolveHost | undefined;
  readonly connect: Connect;
  /** Hosts that may be anywhere, as `host` or `host:port`. */
  readonly allowHosts?: readonly string[];
  /** Certificates to trust beside the runtime's own, as PEM. */
  readonly ca?: readonly string[];
  /** For all of it: finding the address, sending, and the answer. Real time, as the network's is. Default 10 s. */
  readonly timeoutMs?: number;
  /** How much of the receiver's answer is kept. Default 64 KiB. */
  readonly maxAnswerBytes?: number;
  readonly signal?: AbortSignal;
}

/**
 * Delivers one POST, at most once. Every outcome is a value; nothing is thrown and nothing is tried again.
 *
 * The host is resolved once, every address is checked, and `connect` gets the checked ones, so that a name that
 * means something else a moment later leads nowhere else.
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
  // A resolver or a connection that ignores the signal is not waited for.
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

/** An answer that came after it was given up. */
function letGo({ body }: ConnectAnswer): void {
  body?.cancel().catch(() => {});
}

function failure(error: unknown, timedOut: boolean, aborted: boolean, timeoutMs: number): DeliveryFailure {
  if (aborted) return { outcome: 'failed', reason: 'aborted', message: 'the delivery was given up' };
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

/** What was read of a body: all of it when `complete`, otherwise its beginning. */
interface BoundedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly complete: boolean;
}

/**
 * Reads a body up to `maxBytes`, then lets go of the rest. A body that breaks off, or that is not over when the
 * signal is aborted, is what came until then. Never throws.
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
      // A cancelled stream says that it is done.
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
