import type { Fault } from '../../../spec/services/touchstone/faults.ts';
import type { Clock } from '../../world/clock.ts';
import type { MatchedFault } from './faults.ts';

/** The request that a fault applies to. */
interface FaultScene {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
}

/**
 * Waits as long as the fault says.
 *
 * @returns whether to go on: false if the fault drops the connection or the client has left
 */
export async function comesThrough(
  { fault, waitMs }: MatchedFault,
  { clock, signal }: FaultScene,
): Promise<boolean> {
  try {
    if (waitMs > 0) await clock.sleep(waitMs, signal);
  } catch {
    return false;
  }
  return fault.drop !== 'before';
}

/** Whether a fault replaces the answer. */
export function isReplaced({ fault }: MatchedFault): boolean {
  return fault.status !== undefined || fault.failure !== undefined;
}

/** Applies a fault to an answer. */
export async function changedBy({ id, fault }: MatchedFault, response: Response): Promise<Response> {
  if (response.type === 'error') return response;
  if (fault.drop === 'after') {
    await response.body?.cancel();
    return Response.error();
  }
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.set(faultHeader, id);
  const marked = new Response(response.body, { status, statusText, headers });
  return fault.truncate ? cutBody(marked, fault.truncate) : marked;
}

/** Where to truncate the body of an answer. */
type Cut = NonNullable<Fault['truncate']>;

/** Milliseconds for sent bytes to leave the server, which discards them if the body fails at once. */
const leavingMs = 10;

/**
 * Returns the same answer with a body that fails in the middle: a server then ends the connection, and a client in the
 * same process gets the error. An answer without a body, or with a shorter one, stays whole.
 *
 * @param cut a share is computed from the full length, so a stream is read to its end first
 */
export async function cutBody(response: Response, cut: Cut): Promise<Response> {
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  if ('bytes' in cut)
    return new Response(cutStream(response.body, cut.bytes), { status, statusText, headers });
  const whole = await response.arrayBuffer();
  const body = new Response(whole).body;
  if (body === null || whole.byteLength === 0) return new Response(null, { status, statusText, headers });
  return new Response(cutStream(body, Math.floor(whole.byteLength * cut.share)), {
    status,
    statusText,
    headers,
  });
}

/** Returns the first bytes of a stream, then an error. */
function cutStream(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  most: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader();
  let left = most;
  return new ReadableStream(
    {
      async pull(controller) {
        if (left === 0) {
          await new Promise((resolve) => setTimeout(resolve, leavingMs));
          controller.error(errorOnPurpose(`terminated: a fault cut this body after ${most} bytes`));
          await reader.cancel().catch(() => {});
          return;
        }
        const { done, value } = await reader.read();
        if (done) return controller.close();
        const piece = value.subarray(0, left);
        left -= piece.byteLength;
        controller.enqueue(piece);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Read nothing before there is demand.
    { highWaterMark: 0 },
  );
}

/** Name of the header that says which fault changed an answer. */
export const faultHeader = 'touchstone-fault';

/** Describes for the journal what a fault did to a request. */
export function explainFault(matched: MatchedFault): string {
  const { id, fault, waitMs } = matched;
  const deeds = [
    waitMs > 0 ? `delayed it by ${Math.round(waitMs)} ms` : [],
    isReplaced(matched) ? 'replaced its answer' : [],
    fault.drop === undefined ? [] : `dropped its connection ${fault.drop} the work`,
    fault.truncate === undefined ? [] : 'truncated the body of its answer',
  ].flat();
  return `${id} ${deeds.join(', ')}.`;
}

/**
 * Makes the error of a truncated body. It has no stack: Bun prints errors of bodies that it sends, and this one must
 * not look like an error of the server.
 */
export function errorOnPurpose(message: string): TypeError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new TypeError(message);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
