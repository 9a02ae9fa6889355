import type { Reply, SentRequest } from '../../spec/client.ts';
import { contract, type OperationId, rootPath } from '../../spec/contract.ts';
import { type Endpoint, fillPath } from '../../spec/endpoint.ts';
import { type ServerSentEvent, serverSentEvents } from '../../spec/server-sent-events.ts';
import type { LooseInput } from './caller.ts';
import { ConformanceFailure, HarnessError, SkipTest } from './errors.ts';
import { type Recorder, toExchange } from './exchange.ts';
import type { Redactor } from './redact.ts';
import { endWithTest } from './running-test.ts';
import { limitedStream, noAnswer, readBody, sendAgain, unreachable } from './sending.ts';
import { allowMore } from './time-limits.ts';

/** An event stream that a test reads. */
export interface OpenStream {
  readonly status: number;
  readonly headers: Headers;
  /** Returns the next event; fails when the stream ends. An error of the run when none comes in time. */
  next(): Promise<ServerSentEvent>;
  /** Returns every event until the stream ends. An error of the run when the next one, or the end, is late. */
  rest(): Promise<ServerSentEvent[]>;
  /** Whether the stream ends by itself in time. */
  ended(): Promise<boolean>;
  close(): void;
}

export interface OpenStreamOptions {
  /** Base URL of the API. */
  readonly api: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Milliseconds to wait for an answer, and for each event. */
  readonly timeout: number;
  readonly redactor: Redactor;
  readonly recorder: Recorder;
  /** Puts the models of the target into a request. */
  readonly replace: (request: SentRequest) => Promise<SentRequest>;
  /** Why a test can't go on after a refusal; undefined where the target has the operation. */
  readonly getLack: (refusal: Pick<Reply, 'status' | 'body'>) => Promise<string | undefined>;
}

/**
 * Calls an operation that answers with a stream, and reads it until it is closed.
 *
 * @throws ConformanceFailure when no answer comes, or one without a body.
 * @throws HarnessError when the answer does not come in time, or the connection is dropped.
 * @throws SkipTest when the target lacks the operation or the model.
 */
export async function openStream(
  id: OperationId,
  { params = {}, query = {}, body, headers: own = {} }: LooseInput,
  headers: Readonly<Record<string, string>>,
  options: OpenStreamOptions,
): Promise<OpenStream> {
  const { api, timeout, redactor, recorder } = options;
  const endpoint: Endpoint = contract[id];
  const path = endpoint.access.kind === 'admin' ? rootPath(endpoint) : endpoint.path;
  const root = endpoint.access.kind === 'admin' ? new URL(api).origin : api;
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const address = `${root}${fillPath(path, params)}${search.size > 0 ? `?${search}` : ''}`;
  const leave = new AbortController();
  await endWithTest(leave);
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const meant = await options.replace({
    method: endpoint.method,
    url: address,
    headers: { ...json, ...options.headers, ...own, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const { url } = meant;
  const text = typeof meant.body === 'string' ? meant.body : null;
  const init = { method: meant.method, headers: { ...meant.headers }, body: text, signal: leave.signal };
  const request = new Request(url, init);
  const started = performance.now();
  const record = (answer: Response | null, error: string | null) => {
    const body = () => (text === null ? null : redactor.text(text));
    const response = answer && { status: answer.status, headers: answer.headers, body: () => '(a stream)' };
    const sent = { plane: 'api' as const, method: request.method, url, headers: request.headers, body };
    recorder.add(toExchange({ ...sent, response, error, started }, redactor));
  };

  let response: Response;
  try {
    const opened = sendAgain(request.method, () => options.fetch(request));
    response = await soon(opened, timeout, `${request.method} ${path}`);
  } catch (cause) {
    leave.abort();
    record(null, unreachable(cause, timeout));
    throw noAnswer(`${request.method} ${path}`, cause, timeout);
  }
  record(response, null);
  if (!response.body) throw new ConformanceFailure(`${request.method} ${path}: the answer has no body`);
  const events = serverSentEvents(limitedStream(response.body), { signal: leave.signal });
  const read = <T>(outcome: Promise<T>, what: string) =>
    soon(outcome, timeout, what).catch((cause: unknown) => {
      throw noAnswer(what, cause, timeout);
    });
  if (!response.ok) {
    const bytes = await read(readBody(response.clone()), `${request.method} ${path}`);
    const refusal: unknown = await new Response(bytes).json().catch(() => undefined);
    const lack = await options.getLack({ status: response.status, body: refusal });
    if (lack !== undefined) throw new SkipTest(lack);
  }
  return {
    status: response.status,
    headers: response.headers,
    async next() {
      const { done, value } = await read(events.next(), 'The next event of the stream');
      if (done) throw new ConformanceFailure('The stream ended, expected an event');
      return value;
    },
    rest: () => read(Array.fromAsync(events), 'The end of the stream'),
    ended: async () => (await read(events.next(), 'The end of the stream')).done === true,
    close: () => leave.abort(),
  };
}

async function soon<T>(outcome: Promise<T>, timeout: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `${what} did not come within ${timeout / 1000} s: ${allowMore('request')}`;
    timer = setTimeout(() => reject(new HarnessError('time-limit', message)), timeout);
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}
