import type { SentRequest, WholeAnswer } from '../../spec/client.ts';
import type { Breaker } from './breaker.ts';
import type { CleanupJournal } from './cleanup-journal.ts';
import { ConformanceFailure } from './errors.ts';
import { type Recorder, toExchange } from './exchange.ts';
import { giveBack } from './give-back.ts';
import type { BodySide, Redactor } from './redact.ts';
import { getEffect, getIds, getLabels, type ResourceKind } from './resources.ts';
import { isTestOver } from './running-test.ts';
import { inTime, noAnswer, readBody, sendAgain, unreachable } from './sending.ts';

/**
 * Sends the API requests of a test: with a time limit, and a record of each exchange. Adds every creation to the
 * journal.
 */
export type Transport = (request: SentRequest) => Promise<WholeAnswer>;

export interface TransportOptions {
  /** Base URL of the API, to recognize what a request creates. */
  readonly api: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Milliseconds until the whole answer must have arrived. */
  readonly timeout: number;
  readonly journal: CleanupJournal;
  readonly redactor: Redactor;
  readonly recorder: Recorder;
  /** Receives requests without an answer. */
  readonly breaker?: Breaker;
  /** Waits for a place for the resource that a request creates. */
  readonly room?: (kind: ResourceKind) => Promise<void>;
  /** Receives the journal number of each creation. */
  readonly made?: (seq: number) => void;
}

/** Characters of a body that an exchange keeps. */
const keptCharacters = 16_384;

/** Bytes of a body to read for that: enough to truncate no secret, but not all of a very long body. */
const readBytes = 8 * keptCharacters;

/**
 * Creates a transport for the suites from a `fetch`.
 *
 * @throws ConformanceFailure when no whole answer arrives: connection refused, or too long.
 * @throws HarnessError when it does not arrive in time, or the connection is dropped.
 */
export function createTransport(options: TransportOptions): Transport {
  const { api, timeout, journal, redactor, recorder } = options;
  const base = `${new URL(api).pathname.replace(/\/$/, '')}/`;
  return async (request) => {
    const url = new URL(request.url);
    const path = url.pathname;
    const below = path.startsWith(base) ? path.slice(base.length - 1) : path;
    const effect = getEffect(request.method, below);
    if (effect?.type === 'create') await options.room?.(effect.kind);
    const sent = await written(request);
    const { method, headers, body } = sent;
    giveBack(body?.byteLength ?? 0);
    const seq =
      effect?.type === 'create'
        ? journal.intend(effect.kind.name, effect.scopeId, getLabels(effect.kind, parse(body)))
        : undefined;
    if (seq !== undefined) options.made?.(seq);

    const clean = (side: BodySide) => (text: string) => redactor.body(text, side, method, url.href);
    const started = performance.now();
    const record = (answer: WholeAnswer | null, error: string | null) =>
      recorder.add(
        toExchange(
          {
            plane: 'api',
            method,
            url: url.href,
            headers,
            body: body ? kept(body, headers, clean('request')) : () => null,
            response: answer && {
              status: answer.status,
              headers: answer.headers,
              body: kept(answer.bytes, answer.headers, clean('answer')),
            },
            error,
            started,
          },
          redactor,
        ),
      );

    let answer: WholeAnswer;
    try {
      answer = await sendWhole(url.href, sent, options.fetch, timeout);
    } catch (cause) {
      record(null, unreachable(cause, timeout));
      // What is too long was answered.
      if (!isTestOver() && !(cause instanceof ConformanceFailure)) await options.breaker?.unanswered();
      throw noAnswer(`${method} ${path}`, cause, timeout);
    }
    if (effect?.type === 'create' && seq !== undefined) {
      const ids = getIds(effect.kind, parse(answer.bytes));
      if (ids.length > 0) journal.created(seq, ids);
      // An answer that is not a clear refusal leaves the entry open, so that a sweep searches for the label.
      else if (answer.status >= 400 && answer.status < 500) journal.refused(seq);
    } else if (effect?.type === 'remove' && answer.status >= 200 && answer.status < 300) {
      journal.removed(effect.id);
    }

    record(answer, null);
    // Collects the garbage of the sent body before the next large one.
    giveBack(answer.bytes.byteLength);
    return answer;
  };
}

/** The kind of an API request: its method and path, without ids, names and variables. */
export const kindOf = (method: string, path: string): string =>
  `${method} ${path.replace(/\/(?!(?:[a-z_-]+|v\d)(?:\/|$))[^/]+/g, '/*')}`;

/** The request with its body as bytes, and with the type that `fetch` would set. */
interface Written {
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

async function written({ method, headers, body }: SentRequest): Promise<Written> {
  if (body === undefined) return { method, headers: new Headers(headers), body: null };
  if (typeof body === 'string') {
    const typed = new Headers(headers);
    if (!typed.has('content-type')) typed.set('content-type', 'text/plain;charset=UTF-8');
    return { method, headers: typed, body: encoder.encode(body) };
  }
  const request = new Request('http://body.invalid/', { method, headers, body });
  return { method, headers: request.headers, body: new Uint8Array(await request.arrayBuffer()) };
}

async function sendWhole(
  url: string,
  sent: Written,
  doFetch: (request: Request) => Promise<Response>,
  timeout: number,
): Promise<WholeAnswer> {
  return inTime(timeout, (signal) =>
    sendAgain(sent.method, async () => {
      const response = await doFetch(new Request(url, { ...sent, redirect: 'manual', signal }));
      const { status, headers } = response;
      // A `fetch` within the process may return what a real one would throw.
      if (response.type === 'error') throw new TypeError('the connection was dropped');
      return { status, headers, bytes: await readBody(response) };
    }),
  );
}

/** Removes secrets from a body. */
type Clean = (text: string) => string;

/** What an exchange keeps of a body, rendered on demand; a very long body is truncated at once. */
function kept(bytes: Uint8Array, headers: Headers, clean: Clean): () => string {
  if (bytes.byteLength <= readBytes) return () => shown(bytes, headers, clean);
  return constant(shown(bytes, headers, clean));
}

/** Returns a text on demand; a function of its own, so that the closure holds nothing else. */
const constant = (text: string) => () => text;

/** A body without secrets; for a body that is not text, only its size. */
function shown(bytes: Uint8Array, headers: Headers, clean: Clean): string {
  const type = headers.get('content-type') ?? '';
  if (/^(?:image|audio|video)\/|^application\/octet-stream/i.test(type)) {
    return `(${bytes.byteLength} bytes of ${type})`;
  }
  const near = bytes.subarray(0, readBytes);
  const seen = clean(decoder.decode(near));
  const isWhole = near.byteLength === bytes.byteLength;
  if (isWhole && seen.length <= keptCharacters) return seen;
  // If most of the text was secret, its end may contain a truncated secret.
  const whole = isWhole || seen.length > 2 * keptCharacters ? seen : clean(decoder.decode(bytes));
  return `${whole.slice(0, keptCharacters)}... (${bytes.byteLength} bytes)`;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

function parse(body: Uint8Array | null): unknown {
  try {
    return body && JSON.parse(decoder.decode(body));
  } catch {
    return undefined;
  }
}
