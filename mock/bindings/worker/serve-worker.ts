import { splitUrl } from '../../../spec/url.ts';
import { type App, inProcess, type Peer } from '../../api/app.ts';
import type { Faults } from '../../control/faults/faults.ts';
import { plainRefusal } from '../../control/faults/refusal.ts';
import { clientSignal } from '../../edge/origin/forwarded-headers.ts';
import { type ResponsePlane, respond, Trace } from '../../exchange/exchange.ts';
import { worldDefaults } from '../../world/defaults.ts';
import type { World } from '../../world/world.ts';
import { createStreamLengths, type StreamLengths } from '../bucket/put-options.ts';
import { type WorkerModule, workerFetch } from '../bucket/worker-fetch.ts';

/** Options of a served Worker. */
export interface ServeWorkerOptions {
  /** Plane of its requests in the journal. Default `worker`. */
  readonly plane?: 'objects' | 'interpreter' | 'worker' | undefined;
  /** Explains a refusal of the Worker in the journal; by default with its text, if that is short. */
  readonly explain?: ((status: number, text: string | null) => readonly string[]) | undefined;
  /** Called with errors of the Worker and of its deferred work. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Parts of the mock that Workers use. */
export interface ServeWorkerParts<Env> {
  readonly world: World;
  /** Account of its bindings; by default the seeded one. */
  readonly accountId?: string | undefined;
  /** The injected faults. */
  readonly faults: Faults;
  /** The bindings of the Worker, which use the lengths of its streams. */
  readonly env: (lengths: StreamLengths) => Env;
  /** Answers in place of a Worker that threw after it asked for pass-through. */
  readonly passOn: (request: Request, peer: Peer) => Promise<Response>;
  /** Called with work that the Worker defers beyond its answer. */
  readonly onBackground: (promise: Promise<unknown>) => void;
}

/** State of a request of a Worker. */
interface WorkerTrace extends Trace {
  readonly peer: Peer;
  /** The request for the Worker, once its body has a length. */
  sent: Request;
  /** Bodies, if they are short texts. */
  requestText: string | null;
  responseText: string | null;
}

/**
 * Calls a Worker as a server does, and records its requests in the journal, with bodies that are finite texts. Bodies
 * of objects are never recorded.
 */
export function serveWorker<Env>(
  worker: WorkerModule<Env>,
  parts: ServeWorkerParts<Env>,
  options: ServeWorkerOptions = {},
): App['fetch'] {
  const plane = createWorkerPlane(worker, parts, options);
  const { world, faults } = parts;
  return async (request, peer = inProcess) => {
    const trace: WorkerTrace = {
      ...new Trace(request, splitUrl(request.url).path, 'documented'),
      peer,
      sent: request,
      requestText: null,
      responseText: null,
    };
    // A Worker decides about its answers itself, however certain its bindings are.
    return respond(plane, trace, { world, faults, basis: 'inferred' });
  };
}

function createWorkerPlane<Env>(
  worker: WorkerModule<Env>,
  { world, accountId = worldDefaults.accountId, env, passOn, onBackground }: ServeWorkerParts<Env>,
  { plane: name = 'worker', explain = quoteAnswer, onError }: ServeWorkerOptions,
): ResponsePlane<WorkerTrace, Response> {
  const lengths = createStreamLengths();
  const options = { env: env(lengths), lengths, onError, onBackground };
  return {
    name,

    async identify(trace) {
      trace.account = world.accounts.get(accountId);
      if (trace.peer === inProcess) trace.sent = await framed(trace.sent);
      if (name !== 'objects') {
        const { request, text } = await writtenBody(trace.sent);
        trace.sent = request;
        trace.requestText = text;
      }
      return `${name}.request`;
    },

    async work(trace) {
      const { sent, peer, matched } = trace;
      const answer = workerFetch(worker, { ...options, passOn: (passed) => passOn(passed, peer) });
      const response = await answer(sent);
      // A body that a fault truncates must not be read before its client does.
      if (name === 'objects' || matched?.fault.truncate) return response;
      const read = await writtenText(response, name);
      trace.responseText = read.text;
      return read.response;
    },

    answerFault: (_, matched) => plainRefusal(matched),

    refuse(_, thrown) {
      throw thrown;
    },

    note({ sent, requestText, responseText }, answer) {
      const { url, headers } = sent;
      return {
        status: answer?.status ?? 0,
        accountId,
        url,
        requestHeaders: headers,
        requestBody: requestText,
        responseBody: responseText,
      };
    },

    explain({ responseText }, answer) {
      if (!answer || answer.status < 400) return undefined;
      const { status } = answer;
      return () => explain(status, responseText);
    },
    respond: (_, answer) => answer,
  };
}

const quoteAnswer = (_: number, text: string | null) => (text ? [`It answered: ${text}`] : []);

/** Work that continues after its request was answered. */
export interface Background {
  readonly add: (promise: Promise<unknown>) => void;
  /** Resolves once all work has finished, including work added meanwhile. */
  readonly settled: () => Promise<void>;
}

/** @example
 * const background = createBackground();
 * background.add(writeLog());
 * await background.settled();
 */
export function createBackground(): Background {
  const pending = new Set<Promise<unknown>>();
  return {
    add(promise) {
      pending.add(promise);
      const over = () => pending.delete(promise);
      promise.then(over, over);
    },
    async settled() {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
  };
}

/** Maximum bytes of a body in the journal. */
const mostBytes = 65_536;

const json = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const written = /^(?:text\/|application\/(?:[\w.-]+\+)?json\b|application\/x-www-form-urlencoded\b)/i;

/** Gives the request a body length, which each one over a socket has. */
export async function framed(request: Request): Promise<Request> {
  if (request.body === null || request.headers.has('content-length')) return request;
  const bytes = await request.arrayBuffer();
  const headers = new Headers(request.headers);
  headers.set('content-length', String(bytes.byteLength));
  return remakeRequest(request, { body: bytes, headers });
}

/** Reads the text of a short request with a length, and returns a request that still has it. */
export async function writtenBody(request: Request): Promise<{ request: Request; text: string | null }> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  const isShort = length > 0 && length <= mostBytes;
  if (request.body === null || !isShort || !written.test(request.headers.get('content-type') ?? ''))
    return { request, text: null };
  try {
    const bytes = await request.arrayBuffer();
    return { request: remakeRequest(request, { body: bytes }), text: new TextDecoder().decode(bytes) };
  } catch {
    // The client has left; the Worker will notice as well.
    return { request, text: null };
  }
}

/**
 * Reads the text of a finite answer: of an example, JSON, or an error. Other texts may be streams that a client waits
 * for.
 */
export async function writtenText(
  response: Response,
  plane: 'interpreter' | 'worker',
): Promise<{ response: Response; text: string | null }> {
  // Bun sets the content type of text only when sending.
  const type = response.headers.get('content-type') ?? 'text/plain';
  const isWhole = plane === 'interpreter' || response.status >= 500 || json.test(type);
  if (response.body === null || !isWhole || !written.test(type)) return { response, text: null };
  const bytes = await response.arrayBuffer();
  const { status, statusText, headers } = response;
  return {
    response: new Response(bytes, { status, statusText, headers }),
    text: new TextDecoder().decode(bytes),
  };
}

/** Answers for a Worker that threw after it asked for pass-through: with the first zone of its account. */
export function passOnTo(
  edge: App,
  world: Pick<World, 'getZones'>,
  accountId: string = worldDefaults.accountId,
): (request: Request) => Promise<Response> {
  return (request) => {
    const headers = new Headers(request.headers);
    const [first] = world.getZones(accountId);
    headers.set('touchstone-host', first?.zone.name ?? worldDefaults.zoneName);
    return edge.fetch(remakeRequest(request, { headers }));
  };
}

/** The parts of a request to replace. */
export interface Remade {
  readonly headers?: Headers;
  readonly body?: BodyInit | null;
}

/**
 * Copies a request with other headers or another body, part by part: a server's request object need not be a `Request`
 * that can be copied.
 */
export function remakeRequest(
  request: Request,
  { headers = request.headers, body = request.body }: Remade,
): Request {
  const init: RequestInit & { duplex?: 'half' } = { method: request.method, headers, redirect: 'manual' };
  const signal = clientSignal(request);
  if (signal) init.signal = signal;
  // A streamed body requires this member, which the DOM types lack.
  if (body !== null) Object.assign(init, { body, duplex: 'half' });
  return new Request(request.url, init);
}
