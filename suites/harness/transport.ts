import type { Breaker } from './breaker.ts';
import type { CleanupJournal } from './cleanup-journal.ts';
import { ConformanceFailure, runBroken, SkipTest } from './errors.ts';
import type { Recorder } from './exchange.ts';
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
    const sent = body && textOf(body, request.headers);
    const seq =
      effect?.type === 'create'
        ? journal.intend(effect.kind.name, effect.scopeId, labelsOf(effect.kind, parse(sent)))
        : undefined;
    if (seq !== undefined) options.made?.(seq);

    const started = performance.now();
    const record = (response: Response | null, text: string, error: string | null) =>
      recorder.add({
        plane: 'api',
        request: {
          method: request.method,
          url: redactor.text(request.url),
          headers: redactor.headers(request.headers),
          body: sent === null ? null : keep(sent, redactor),
        },
        response: response && {
          status: response.status,
          headers: redactor.headers(response.headers),
          body: keep(text, redactor),
        },
        error,
        duration_ms: Math.round((performance.now() - started) * 1000) / 1000,
      });

    let response: Response;
    let bytes: ArrayBuffer;
    try {
      [response, bytes] = await withTimeout(request, body, options.fetch, timeout);
    } catch (cause) {
      const reason = unreachable(cause, timeout);
      record(null, '', reason);
      await options.breaker?.unanswered();
      throw new ConformanceFailure(`${request.method} ${path}: ${reason}`, { cause });
    }
    const text = textOf(bytes, response.headers);
    if (effect?.type === 'create' && seq !== undefined) {
      const ids = idsOf(effect.kind, parse(text));
      if (ids.length > 0) journal.created(seq, ids);
      // An answer that is no clear refusal leaves the entry open, so that the label is looked for.
      else if (response.status >= 400 && response.status < 500) journal.refused(seq);
    } else if (effect?.type === 'remove' && response.ok) journal.removed(effect.id);

    record(response, text, null);
    return new Response(bodyless.has(response.status) ? null : bytes, {
      status: response.status,
      headers: response.headers,
    });
  };
}

const decoder = new TextDecoder();

/** A body as reports show it: what is no text is only counted. */
function textOf(bytes: ArrayBuffer, headers: Headers): string {
  const type = headers.get('content-type') ?? '';
  if (/^(?:image|audio|video)\/|^application\/octet-stream/i.test(type)) {
    return `(${bytes.byteLength} bytes of ${type})`;
  }
  return decoder.decode(bytes);
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

/** What an exchange keeps of a text, without secrets. */
function keep(text: string, redactor: Redactor): string {
  // Secrets are looked for well beyond what is kept, so that none is cut off, and not in all of what is very long.
  const near = text.slice(0, keptCharacters * 2);
  const seen = redactor.text(near);
  const clean = near.length < text.length && seen.length < keptCharacters * 1.5 ? redactor.text(text) : seen;
  if (near.length === text.length && clean.length <= keptCharacters) return clean;
  return `${clean.slice(0, keptCharacters)}... (${text.length} characters)`;
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
