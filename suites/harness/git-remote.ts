import { spawn } from 'node:child_process';
import { ConformanceFailure } from './errors.ts';
import { type Exchange, type Recorder, toExchange } from './exchange.ts';
import { giveBack } from './give-back.ts';
import type { Redactor } from './redact.ts';
import { inTime, noAnswer, readBody, sendAgain, unreachable } from './sending.ts';

/** A request to a Git remote or to an application, as a client sends it. */
export interface RemoteRequest {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes, or pieces that are sent in chunks, without a length. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>;
}

/** The answer. */
export interface RemoteReply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface RemoteOptions {
  /** What the requests are for; `git` by default. */
  readonly plane?: Exchange['plane'];
  readonly fetch: (request: Request) => Promise<Response>;
  /** Milliseconds until the whole answer must have arrived. */
  readonly timeout: number;
  readonly redactor: Redactor;
  readonly recorder: Recorder;
}

/** Bytes of a body that an exchange keeps. */
const keptBytes = 2_048;

/**
 * Sends requests to Git remotes or to another plane, and records the exchanges.
 *
 * @throws ConformanceFailure when no whole answer arrives
 * @throws HarnessError when it does not arrive in time, or the connection is dropped
 */
export function createRemoteFetch(options: RemoteOptions): (request: RemoteRequest) => Promise<RemoteReply> {
  const { plane = 'git', timeout, redactor, recorder } = options;
  return async ({ method = 'GET', url, headers = {}, body }) => {
    const started = performance.now();
    const record = (response: Response | null, bytes: Uint8Array, error: string | null) => {
      const sent =
        body instanceof Uint8Array ? kept(body) : always(body === undefined ? null : '(in chunks)');
      const came = redacted(kept(bytes), redactor);
      const answer = response && { status: response.status, headers: response.headers, body: came };
      const raw = { plane, method, url, headers: Object.entries(headers), body: sent, response: answer };
      return recorder.add(toExchange({ ...raw, error, started }, redactor));
    };
    try {
      return await inTime(timeout, (signal) =>
        sendAgain(body === undefined ? method : 'POST', async () => {
          const init = { method, headers, signal, redirect: 'manual', ...toBody(body) } as const;
          const response = await options.fetch(new Request(url, init));
          const bytes = await readBody(response);
          record(response, bytes, null);
          giveBack(Math.max(body instanceof Uint8Array ? body.length : 0, bytes.length));
          return { status: response.status, headers: response.headers, bytes };
        }),
      );
    } catch (cause) {
      if (cause instanceof ConformanceFailure) throw cause;
      record(null, new Uint8Array(), unreachable(cause, timeout));
      throw noAnswer(`${method} ${new URL(url).pathname}`, cause, timeout, 'remote');
    }
  };
}

/** The standard requires `duplex` for a stream as body, but its types lack it. */
function toBody(body: RemoteRequest['body']): RequestInit {
  if (body === undefined) return {};
  if (body instanceof Uint8Array) return { body: body as Uint8Array<ArrayBuffer> }; // no body here is shared memory
  const pieces = body[Symbol.asyncIterator]();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await pieces.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        controller.error(error);
      }
    },
  });
  return { body: stream, duplex: 'half' } as RequestInit; // see above
}

/** These closures are made here so that they hold on to nothing of a request but their arguments. */
const always = (text: string | null) => () => text;
const redacted = (text: () => string, redactor: Redactor) => () => redactor.text(text());

/** The beginning of a body, rendered on demand. Packets are mostly text; other bytes are shown as dots. */
function kept(bytes: Uint8Array): () => string {
  const { length } = bytes;
  const head = bytes.slice(0, keptBytes);
  return () => {
    const text = new TextDecoder('latin1').decode(head);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    const plain = text.replace(/[\0-\x09\x0b-\x1f\x7f-\xff]/g, '.');
    return length > keptBytes ? `${plain}... (${length} bytes)` : plain;
  };
}

/** Whether Git is installed on this machine. */
export function hasGit(): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('git', ['--version'], { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
