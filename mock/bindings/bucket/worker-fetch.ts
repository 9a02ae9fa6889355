import { refuseInText } from '../../api/answer.ts';
import { machineFailure } from '../../exchange/machine-failure.ts';
import type { StreamLengths } from './put-options.ts';

/** The execution context of a Worker. */
export interface WorkerContext {
  waitUntil(promise: Promise<unknown>): void;
  passThroughOnException(): void;
  readonly props: Readonly<Record<string, unknown>>;
}

/** The default export of a Worker's module. */
export interface WorkerModule<Env> {
  fetch(request: Request, env: Env, ctx: WorkerContext): Response | Promise<Response>;
}

export interface WorkerFetchOptions<Env> {
  readonly env: Env;
  /** The stream lengths that the buckets of `env` use. */
  readonly lengths: StreamLengths;
  /** Called with errors of the Worker and of its deferred work. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Called with the work that the Worker defers with `waitUntil`. */
  readonly onBackground?: ((promise: Promise<unknown>) => void) | undefined;
  /** Answers in place of a Worker that threw after it asked for pass-through. */
  readonly passOn?: ((request: Request) => Promise<Response>) | undefined;
}

/**
 * Calls a Worker as a server does: buckets learn the lengths of request bodies, answers state their length if it is
 * known, and an error becomes the platform's error 1101.
 *
 * @example
 * const lengths = createStreamLengths();
 * const env = { MY_BUCKET: createBucket(store, { lengths }), AUTH_KEY_SECRET: 'secret' };
 * const { url } = await startPlane({ name, host, port, fetch: workerFetch(objectStorage, { env, lengths }) });
 */
export function workerFetch<Env>(
  worker: WorkerModule<Env>,
  { env, lengths, onError = () => {}, onBackground = () => {}, passOn }: WorkerFetchOptions<Env>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    let passesOn = false;
    const context: WorkerContext = {
      waitUntil(promise) {
        onBackground(Promise.resolve(promise).catch(onError));
      },
      passThroughOnException() {
        passesOn = true;
      },
      props: {},
    };
    lengths.noteBody(request);
    try {
      return await withLength(await worker.fetch(request, env, context), lengths);
    } catch (error) {
      onError(error);
      // A body that was read can't be sent again.
      if (passesOn && passOn && !request.bodyUsed) return passOn(request);
      const machine = machineFailure(error);
      if (machine) return refuseInText(machine);
      return new Response(`error code: 1101\n${String(error)}\n`, {
        status: 500,
        headers: { 'content-type': 'text/plain;charset=UTF-8' },
      });
    }
  };
}

/**
 * Bytes of an answer to read before sending it. Bun does not state the length of a slow stream, and all runtimes send
 * bytes that are ready at once in one piece.
 */
const smallBytes = 1_048_576;

async function withLength(response: Response, lengths: StreamLengths): Promise<Response> {
  const bytes = response.body === null ? undefined : lengths.of(response.body);
  if (bytes === undefined) return response;
  const headers = new Headers(response.headers);
  if (!headers.has('content-length')) headers.set('content-length', String(bytes));
  const { status, statusText } = response;
  const body = bytes > smallBytes ? response.body : await response.arrayBuffer();
  return new Response(body, { status, statusText, headers });
}
