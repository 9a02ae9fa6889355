import type { Breaker } from './breaker.ts';
import type { CleanupJournal } from './cleanup-journal.ts';
import { ConformanceFailure, runBroken, SkipTest } from './errors.ts';
import { exchangeOf, type Recorder } from './exchange.ts';
import { giveBack } from './give-back.ts';
import type { Redactor } from './redact.ts';
import { effectOf, idsOf, labelsOf } from './resources.ts';

/** Sends API requests of a test: with a time limit, on record, and with every creation in the journal. */
export type Transport = (request: Request) => Promise<Response>;

export interface TransportOptions {
  /** Base URL of the API, to know what a request creates. */
  readonly api: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Milliseconds until an answer must have arrived whole. */
  readonly timeout: number;
  readonly journal: CleanupJournal;
  readonly redactor: Redactor;
  readonly recorder: Recorder;
  /** Told of requests without an answer; once it has ended the run, none is sent any more. */
  readonly breaker?: Breaker;
  /** Told the journal number of each creation. */
  readonly made?: (seq: number) => void;
}

/** Characters of a body that an exchange keeps. */
const keptCharacters = 16_384;

/** Bytes of a body that are read for that: more, so that no secret is cut off, and not all of what is very long. */
const readBytes = 8 * keptCharacters;

/** Statuses whose answers have no body. */
const bodyless = new Set([101, 204, 205, 304]);

/**
 * Wraps a `fetch` for the suites.
 *
 * @throws ConformanceFailure when no whole answer arrives: refused, dropped, or not in time.
 * @throws SkipTest when the run has ended.
 */
export function createTransport(options: TransportOptions): Transport {
  const { api, timeout, journal, redactor, recorder } = options;
  const base = `${new URL(api).pathname.replace(/\/$/, '')}/`;
  return async (request) => {
    const ended = options.breaker?.ended();
    if (ended) throw new SkipTest(`${runBroken}${ended.reason}`);
    const path = new URL(request.url).pathname;
    const below = path.startsWith(base) ? path.slice(base.length - 1) : path;
    const effect = effectOf(request.method, below);
    const body = request.body === null ? null : await request.arrayBuffer();
    giveBack(body?.byteLength ?? 0);
    const seq =
      effect?.type === 'create'
        ? journal.intend(effect.kind.name, effect.scopeId, labelsOf(effect.kind, parse(body)))
        : undefined;
    if (seq !== undefined) options.made?.(seq);

    const started = performance.now();
    const record = (response: Response | null, answer: ArrayBuffer | null, error: string | null) => {
      const came = response && answer ? kept(answer, response.headers, redactor) : () => '';
      return recorder.add(
        exchangeOf(
          {
            plane: 'api',
            method: request.method,
            url: request.url,
            headers: request.headers,
            body: body ? kept(body, request.headers, redactor) : () => null,
            response: response && { status: response.status, headers: response.headers, body: came },
            error,
            started,
          },
          redactor,
        ),
      );
    };

    let response: Response;
    let bytes: ArrayBuffer;
    try {
      [response, bytes] = await withTimeout(request, body, options.fetch, timeout);
    } catch (cause) {
      const reason = unreachable(cause, timeout);
      record(null, null, reason);
      await options.breaker?.unanswered();
      throw new ConformanceFailure(`${request.method} ${path}: ${reason}`, { cause });
    }
    if (effect?.type === 'create' && seq !== undefined) {
      const ids = idsOf(effect.kind, parse(bytes));
      if (ids.length > 0) journal.created(seq, ids);
      // An answer that is no clear refusal leaves the entry open, so that the label is looked for.
      else if (response.status >= 400 && response.status < 500) journal.refused(seq);
    } else if (effect?.type === 'remove' && response.ok) journal.removed(effect.id);

    record(response, bytes, null);
    // What was sent is collected before the next large body is.
    giveBack(bytes.byteLength);
    return new Response(bodyless.has(response.status) ? null : bytes, {
      status: response.status,
      headers: response.headers,
    });
  };
}

/** Says in a few words why no answer came. */
export function unreachable(cause: unknown, timeout: number): string {
  if (!(cause instanceof Error)) return `no answer: ${String(cause)}`;
  if (cause.name === 'TimeoutError') return `no answer within ${timeout / 1000} s`;
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  const code = 'code' in inner && typeof inner.code === 'string' ? inner.code : '';
  if (/ECONNREFUSED|ConnectionRefused/.test(`${code} ${inner.message}`)) return 'connection refused';
  return `no answer: ${(inner.message || code).split('\n')[0]}`;
}

async function withTimeout(
  request: Request,
  body: ArrayBuffer | null,
  doFetch: (request: Request) => Promise<Response>,
  timeout: number,
): Promise<[Response, ArrayBuffer]> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new DOMException('The answer took too long', 'TimeoutError');
      reject(error);
      controller.abort(error);
    }, timeout);
  });
  const exchange = async (): Promise<[Response, ArrayBuffer]> => {
    const { method, headers, redirect } = request;
    const init: RequestInit = { method, headers, redirect, body, signal: controller.signal };
    const response = await doFetch(new Request(request.url, init));
    return [response, await response.arrayBuffer()];
  };
  try {
    // The race also ends the wait for a `fetch` that does not listen to the signal.
    return await Promise.race([exchange(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What an exchange keeps of a body, once somebody looks; what is very long is cut at once. */
function kept(bytes: ArrayBuffer, headers: Headers, redactor: Redactor): () => string {
  if (bytes.byteLength <= readBytes) return () => shown(bytes, headers, redactor);
  return constant(shown(bytes, headers, redactor));
}

/** What gives a text; made here, so that it holds nothing else. */
const constant = (text: string) => () => text;

/** A body without secrets: what is no text is only counted. */
function shown(bytes: ArrayBuffer, headers: Headers, redactor: Redactor): string {
  const type = headers.get('content-type') ?? '';
  if (/^(?:image|audio|video)\/|^application\/octet-stream/i.test(type)) {
    return `(${bytes.byteLength} bytes of ${type})`;
  }
  const near = new Uint8Array(bytes, 0, Math.min(bytes.byteLength, readBytes));
  const seen = redactor.text(decoder.decode(near));
  const isWhole = near.byteLength === bytes.byteLength;
  if (isWhole && seen.length <= keptCharacters) return seen;
  // Where secrets were most of what was read, one may be cut off at its end.
  const clean = isWhole || seen.length > 2 * keptCharacters ? seen : redactor.text(decoder.decode(bytes));
  return `${clean.slice(0, keptCharacters)}... (${bytes.byteLength} bytes)`;
}

const decoder = new TextDecoder();

function parse(body: ArrayBuffer | null): unknown {
  try {
    return body && JSON.parse(decoder.decode(body));
  } catch {
    return undefined;
  }
}
