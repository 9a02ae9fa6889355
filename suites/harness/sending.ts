import { suiteLimits } from '../../spec/engine-limits.ts';
import { show } from './assertions.ts';
import { ConformanceFailure, HarnessError } from './errors.ts';
import { endWithTest } from './running-test.ts';
import { allowMore, type TimeLimitName } from './time-limits.ts';

/**
 * Sends a request, and ends it once it takes too long or its test is over.
 *
 * @param timeout milliseconds
 */
export async function inTime<T>(timeout: number, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const unlink = await endWithTest(controller);
  const { signal } = controller;
  const timer = setTimeout(
    () => controller.abort(new DOMException('The answer took too long', 'TimeoutError')),
    timeout,
  );
  // Ends the wait for a `fetch` that ignores the signal too.
  let late = () => {};
  const over = new Promise<never>((_, reject) => {
    late = () => reject(signal.reason);
  });
  signal.addEventListener('abort', late, { once: true });
  try {
    return await Promise.race([send(signal), over]);
  } catch (cause) {
    // Nobody reads the rest of an answer that was too long, and runtimes would unpack it all the same.
    controller.abort(cause);
    throw cause;
  } finally {
    clearTimeout(timer);
    unlink();
  }
}

/**
 * A `fetch` whose whole answer must arrive in time, and may not be long. (On Node, the signal of `AbortSignal.timeout`
 * is collected as garbage together with its timer.)
 *
 * @param timeout milliseconds
 * @param most bytes of a body
 */
export function fetchInTime(
  doFetch: (request: Request) => Promise<Response>,
  timeout: number,
  most: number = suiteLimits.probeBytes,
): (request: Request) => Promise<Response> {
  return (request) =>
    inTime(timeout, async (signal) => {
      const response = await doFetch(new Request(request, { signal }));
      if (!response.body) return response;
      return new Response(await readBody(response, most), response);
    });
}

/** Milliseconds until a request is sent again: closed connections are known by then, so it gets a new one. */
const pauseMs = 100;

/** Methods that may be sent again: whatever the first request did, the answer to the second is the same. */
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Sends a request, and does so once more if the connection is dropped and the method allows it.
 *
 * @param send resolves with the answer: with its body, unless that is a stream
 */
export async function sendAgain<T>(method: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (cause) {
    if (!isDropped(cause) || !repeatable.has(method)) throw cause;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return send();
  }
}

/**
 * Whether a connection was closed before the end of an answer. Busy machines do so too, so it says nothing about a
 * target.
 */
function isDropped(cause: unknown): boolean {
  return someCause(cause, ({ message }, code) => {
    if (/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|ConnectionClosed|ConnectionReset)$/.test(code)) return true;
    // The last one is all that Deno says of a body.
    return /other side closed|socket hang up|connection (?:was )?(?:closed|reset|dropped)|^error reading a body from connection/i.test(
      message,
    );
  });
}

/** Whether an answer, or the connection for it, did not come in time. */
function isLate(cause: unknown): boolean {
  return someCause(cause, ({ name }, code) => name === 'TimeoutError' || /TIMEDOUT$|_TIMEOUT$/.test(code));
}

/** Whether an error or one of its causes is of a kind. */
function someCause(cause: unknown, test: (error: Error, code: string) => boolean): boolean {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if (test(error, 'code' in error ? String(error.code) : '')) return true;
  }
  return false;
}

/** What came cannot be read as HTTP. */
const notHttp = 'an answer that is not HTTP: ';

/** Whether an error says so, in the words of Node, Bun or Deno. */
const isNotHttp = (cause: unknown): boolean =>
  someCause(
    cause,
    ({ name, message }, code) =>
      name === 'HTTPParserError' ||
      /^(?:Malformed_HTTP_Response|InvalidHTTPResponse|InvalidContentLength)$/.test(code) ||
      /\binvalid (?:HTTP|content-length)\b.* parsed$/.test(message),
  );

/** Says that no server is at an address, or what is wrong with the one there, from what {@link unreachable} says. */
export const describeSilence = (at: string, seen: string): string =>
  seen.startsWith(notHttp) ? `The server at ${at} gives ${seen}` : `No server answers at ${at}: ${seen}`;

/** Says in a few words why no answer came. */
export function unreachable(cause: unknown, timeout: number): string {
  if (!(cause instanceof Error)) return `no answer: ${String(cause)}`;
  if (cause instanceof ConformanceFailure) return cause.message;
  if (cause.name === 'TimeoutError') return `no answer within ${timeout / 1000} s`;
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  const code = 'code' in inner && typeof inner.code === 'string' ? inner.code : '';
  if (/ECONNREFUSED|ConnectionRefused/.test(`${code} ${inner.message}`)) return 'connection refused';
  const why = (inner.message || code).replace(/(?:\n|\.? For more information, pass `).*$/s, '');
  if (!isNotHttp(cause)) return `no answer: ${why}`;
  return `${notHttp}${'data' in inner ? `${show(String(inner.data).slice(0, 80))}, ` : ''}${why}`;
}

/**
 * The failure of a request without a whole answer. An error of the run for a dropped connection, and for what takes too
 * long: no seed limits a time.
 *
 * @param what the request
 * @param limit the time limit of the request
 */
export function noAnswer(
  what: string,
  cause: unknown,
  timeout: number,
  limit: TimeLimitName = 'request',
): Error {
  if (cause instanceof HarnessError) return cause;
  if (cause instanceof ConformanceFailure)
    return new ConformanceFailure(`${what}: ${cause.message}`, { cause });
  const message = `${what}: ${unreachable(cause, timeout)}`;
  if (isLate(cause)) return new HarnessError('time-limit', `${message}: ${allowMore(limit)}`, { cause });
  if (!isDropped(cause)) return new ConformanceFailure(message, { cause });
  const hint = 'the machine or the network may have closed the connection, so run the test again';
  return new HarnessError('connection-dropped', `${message}; ${hint}`, { cause });
}

/** An answer, or a request that came. */
interface Readable {
  readonly headers?: Headers;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** The most bytes of an answer with these headers that are read. */
const getMostBytes = ({ headers }: Readable) =>
  /\bjson\b/i.test(headers?.get('content-type') ?? '') ? suiteLimits.jsonBytes : suiteLimits.answerBytes;

/**
 * Reads a body.
 *
 * @throws TooLong for a body that is longer than any answer should be
 */
export async function readBody(
  response: Readable,
  most: number = getMostBytes(response),
): Promise<Uint8Array<ArrayBuffer>> {
  if (!response.body) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body) {
    pieces.push(piece);
    length += piece.byteLength;
    if (length > most) throw new TooLong(most);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

/** A stream that fails after the length that {@link readBody} allows. */
export function limitedStream(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let length = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        length += piece.byteLength;
        if (length > suiteLimits.answerBytes) controller.error(new TooLong());
        else controller.enqueue(piece);
      },
    }),
  );
}

/** The failure of an answer that is too long to be read. */
export class TooLong extends ConformanceFailure {
  constructor(most: number = suiteLimits.answerBytes) {
    super(`the answer is longer than ${most / 2 ** 20} MiB, the most that the suites read`);
  }
}

/** Whether an error says that an answer did not come, or not whole, and that waiting for it took its time. */
export const isLateOrTooLong = (error: unknown): boolean =>
  (error instanceof HarnessError && error.code === 'time-limit') ||
  someCause(error, (cause) => cause instanceof TooLong);
