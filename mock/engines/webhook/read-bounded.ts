/** What was read of a body: all of it when `complete`, otherwise its beginning. */
export interface BoundedBody {
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
export async function readBounded(
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
