import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** Thrown when the body of an origin's answer can't be read or decoded. */
export class OriginBodyError extends TouchstoneError {
  constructor(message: string, cause?: unknown) {
    super('origin-body', message, cause === undefined ? {} : { cause });
  }
}

export interface BodyBounds {
  /** Longest silence in milliseconds before the origin counts as gone. */
  readonly silenceMs: number;
  /** Most bytes to read. */
  readonly bytes: number;
}

/**
 * Limits the silence and the size of an origin's body. It fails with OriginTimeoutError and OriginBodyError, and
 * releases the body then, as it does when it is canceled.
 *
 * @example
 * boundedBody(response.body, { silenceMs: 100_000, bytes: 12_582_912 })
 */
export function boundedBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { silenceMs, bytes }: BodyBounds,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let read = 0;

  async function next(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { done, value } = await withinSilence(reader.read(), silenceMs);
    if (done) return undefined;
    // An origin that is a function may return a stream of anything.
    if (!ArrayBuffer.isView(value)) throw new OriginBodyError('its body is no stream of bytes');
    read += value.byteLength;
    if (read > bytes) throw new OriginBodyError(`its body has more than ${bytes} bytes`);
    return value;
  }

  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const chunk = await next();
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        } catch (error) {
          reader.cancel(error).catch(() => {});
          throw error instanceof TouchstoneError
            ? error
            : new OriginBodyError(`its body broke off: ${getReason(error)}`, error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** An origin's answer whose body fails with OriginTimeoutError after a long silence. */
export function withBoundedBody(answer: Response, silenceMs: number): Response {
  const { body, status, headers } = answer;
  if (body === null) return answer;
  return new Response(boundedBody(body, { silenceMs, bytes: Number.POSITIVE_INFINITY }), { status, headers });
}

function withinSilence<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new OriginTimeoutError(milliseconds)), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The short reason of an error; Node's decoders keep it in the cause. */
export function getReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  return error.cause === undefined ? error.name : getReason(error.cause);
}

/** Longest silence of an origin in milliseconds before it counts as gone (inferred). */
export const originTimeoutMs = 100_000;

export interface OriginOptions {
  /** Longest silence in milliseconds before the origin counts as gone. */
  readonly timeoutMs?: number;
}

/** Thrown when an origin does not answer in time. The edge then answers 504; any other failure gets 502. */
export class OriginTimeoutError extends TouchstoneError {
  constructor(milliseconds: number) {
    super('origin-timeout', `no answer within ${milliseconds / 1000} seconds`);
  }
}
