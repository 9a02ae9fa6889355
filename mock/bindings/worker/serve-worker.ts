import { type App, inProcess, type Peer } from '../../app.ts';
import type { Faults } from '../../faults/faults.ts';
import { plainRefusal } from '../../faults/refusal.ts';
import { underFault } from '../../faults/under-fault.ts';
import { splitUrl } from '../../url.ts';
import { worldDefaults } from '../../world/defaults.ts';
import type { World } from '../../world/world.ts';
import { createStreamLengths, type StreamLengths } from '../bucket/stream-lengths.ts';
import { type WorkerModule, workerFetch } from '../bucket/worker-fetch.ts';
import { framed, writtenBody, writtenText } from './exchange-bodies.ts';

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

/**
 * A Worker as a server calls it, with its requests in the journal. Bodies are there where they are texts that have an
 * end: those of objects are not, whatever they hold.
 */
export function serveWorker<Env>(
  worker: WorkerModule<Env>,
  { world, accountId = worldDefaults.accountId, faults, env, passOn, onBackground }: ServeWorkerParts<Env>,
  { plane = 'worker', onError }: ServeWorkerOptions = {},
): App['fetch'] {
  const clock = () => (world.accounts.get(accountId) ?? world).clock;
  const lengths = createStreamLengths();
  const options = { env: env(lengths), lengths, onError, onBackground };

  return async (given, peer = inProcess) => {
    const started = performance.now();
    const wantsBodies = plane !== 'objects';
    const request = peer === inProcess ? await framed(given) : given;
    const asked = wantsBodies ? await writtenBody(request) : { request, text: null };
    const answer = workerFetch(worker, { ...options, passOn: (passed) => passOn(passed, peer) });
    const { method, url } = request;
    const { path } = splitUrl(url);
    const strike = faults.strike({ operation: `${plane}.request`, method, path, account: accountId });
    const work = () => answer(asked.request);
    const refuse = () => (strike ? plainRefusal(strike) : Response.error());
    // Whoever reads the signal on Deno is warned of it.
    const terms = () => ({ clock: clock(), signal: request.signal, refuse, work });
    const response = await (strike ? underFault(strike, terms()) : work());
    // Nobody reads a body that is cut before its client does.
    const said =
      wantsBodies && !strike?.fault.truncate ? await writtenText(response, plane) : { response, text: null };
    world.journal.note({
      at: clock().now(),
      accountId,
      plane,
      method: request.method,
      url: request.url,
      operation: null,
      basis: 'documented',
      status: response.status,
      durationMs: performance.now() - started,
      requestHeaders: request.headers,
      requestBody: asked.text,
      responseBody: said.text,
    });
    return said.response;
  };
}
