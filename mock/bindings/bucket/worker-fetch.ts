import { refuseInText } from '../../api/answer.ts';
import { machineFailure } from '../../exchange/machine-failure.ts';
import type { StreamLengths } from './put-options.ts';

/** What a Worker is given beside a request and its bindings. */
export interface WorkerContext {
  waitUntil(promise: Promise<unknown>): void;
  passThroughOnException(): void;
  readonly props: Readonly<Record<string, unknown>>;
}

/** A Worker as its module exports it. */
export interface WorkerModule<Env> {
  fetch(request: Request, env: Env, ctx: WorkerContext): Response | Promise<Response>;
}

export interface WorkerFetchOptions<Env> {
  readonly env: Env;
  /** Those that the buckets of `env` know. */
  readonly lengths: StreamLengths;
  /** Told what the Worker throws, and what it left behind fails with. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Given what the Worker goes on with when it has answered. */
  readonly onBackground?: ((promise: Promise<unknown>) => void) | undefined;
  /** Answers for a Worker that has thrown and wanted its requests passed on then. */
  readonly passOn?: ((request: Request) => Promise<Response>) | undefined;
}

/**
 * A Worker as a server calls it: buckets learn how long the bodies of its requests are, its answers say how long
 * theirs are where that is known, and what it throws is the platform's error 1101.
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
 * Bytes of an answer that are read before it is sent. Bun says nothing of the length of a stream that takes its time,
 * and all runtimes send what is there at once in one go.
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
