import { type App, inProcess, type Peer } from '../../api/app.ts';
import { splitUrl } from '../../api/url.ts';
import type { Faults } from '../../control/faults/faults.ts';
import { plainRefusal } from '../../control/faults/refusal.ts';
import { clientSignal } from '../../edge/origin/forwarded-headers.ts';
import { createTrace, type ResponsePlane, respond, type Trace } from '../../exchange/exchange.ts';
import { worldDefaults } from '../../world/defaults.ts';
import type { World } from '../../world/world.ts';
import { createStreamLengths, type StreamLengths } from '../bucket/put-options.ts';
import { type WorkerModule, workerFetch } from '../bucket/worker-fetch.ts';

/** How a Worker is served. */
export interface ServeWorkerOptions {
  /** Where the journal says that its requests were made. Default `worker`. */
  readonly plane?: 'objects' | 'interpreter' | 'worker' | undefined;
  /** Told what the Worker throws, and what it left behind fails with. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** What Workers are served with. */
export interface ServeWorkerParts<Env> {
  readonly world: World;
  /** Whose bindings it has; the seeded account's where left out. */
  readonly accountId?: string | undefined;
  /** What goes wrong on purpose. */
  readonly faults: Faults;
  /** The bindings of the Worker, which know how long its streams are. */
  readonly env: (lengths: StreamLengths) => Env;
  /** Answers for a Worker that has thrown and wanted its requests passed on then. */
  readonly passOn: (request: Request, peer: Peer) => Promise<Response>;
  /** Given what the Worker goes on with when it has answered. */
  readonly onBackground: (promise: Promise<unknown>) => void;
}

/** What is known about a request of a Worker. */
interface WorkerTrace extends Trace {
  readonly peer: Peer;
  /** The request as the Worker gets it, once its body is framed. */
  sent: Request;
  /** Bodies, where they are short texts. */
  requestText: string | null;
  responseText: string | null;
}

/**
 * A Worker as a server calls it, with its requests in the journal. Bodies are there where they are texts that have an
 * end: those of objects are not, whatever they hold.
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
      ...createTrace(request, splitUrl(request.url).path, 'documented'),
      peer,
      sent: request,
      requestText: null,
      responseText: null,
    };
    // What a Worker answers is its own affair, however certain its bindings are.
    return respond(plane, trace, { world, faults, basis: 'inferred' });
  };
}

function createWorkerPlane<Env>(
  worker: WorkerModule<Env>,
  { world, accountId = worldDefaults.accountId, env, passOn, onBackground }: ServeWorkerParts<Env>,
  { plane: name = 'worker', onError }: ServeWorkerOptions,
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
      // Nobody reads a body that a fault cuts before its client does.
      if (name === 'objects' || matched?.fault.truncate) return response;
      const said = await writtenText(response, name);
      trace.responseText = said.text;
      return said.response;
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

    explain: () => undefined,
    respond: (_, answer) => answer,
  };
}

/** What goes on although its request was answered. */
export interface Background {
  readonly add: (promise: Promise<unknown>) => void;
  /** Resolves once all of it is over, what is added meanwhile too. */
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

/** Bytes of a body beyond which the journal has nothing of it. */
const mostBytes = 65_536;

const json = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const written = /^(?:text\/|application\/(?:[\w.-]+\+)?json\b|application\/x-www-form-urlencoded\b)/i;

/** A request that says how long its body is, as each that comes over a socket does. */
export async function framed(request: Request): Promise<Request> {
  if (request.body === null || request.headers.has('content-length')) return request;
  const bytes = await request.arrayBuffer();
  const headers = new Headers(request.headers);
  headers.set('content-length', String(bytes.byteLength));
  return remakeRequest(request, { body: bytes, headers });
}

/** The text of a request that is short and says so, and a request that has it still. */
export async function writtenBody(request: Request): Promise<{ request: Request; text: string | null }> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  const isShort = length > 0 && length <= mostBytes;
  if (request.body === null || !isShort || !written.test(request.headers.get('content-type') ?? ''))
    return { request, text: null };
  try {
    const bytes = await request.arrayBuffer();
    return { request: remakeRequest(request, { body: bytes }), text: new TextDecoder().decode(bytes) };
  } catch {
    // Its client went away; the Worker finds that out as well.
    return { request, text: null };
  }
}

/**
 * The text of an answer that has an end: what an example says, JSON, what a failure is told with. Other texts may be
 * streams that somebody waits for.
 */
export async function writtenText(
  response: Response,
  plane: 'interpreter' | 'worker',
): Promise<{ response: Response; text: string | null }> {
  // Bun says the type of a text only once it is sent.
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

/** What answers for a Worker that has thrown and wanted that: the first zone of its account. */
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

/** What of a request is to be another. */
export interface Remade {
  readonly headers?: Headers;
  readonly body?: BodyInit | null;
}

/**
 * A request with other headers or another body. It is made of its parts: what a server hands us need not be a Request
 * that another one can be made of.
 */
export function remakeRequest(
  request: Request,
  { headers = request.headers, body = request.body }: Remade,
): Request {
  const init: RequestInit & { duplex?: 'half' } = { method: request.method, headers, redirect: 'manual' };
  const signal = clientSignal(request);
  if (signal) init.signal = signal;
  // A stream has to say that it is sent while answers may come; the DOM types lack that member.
  if (body !== null) Object.assign(init, { body, duplex: 'half' });
  return new Request(request.url, init);
}
