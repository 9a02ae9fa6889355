import type { Fault } from '../../../spec/services/touchstone/faults.ts';
import type { Clock } from '../../world/clock.ts';
import type { MatchedFault } from './faults.ts';

/** Where a fault applies. */
interface FaultScene {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
}

/**
 * Waits as long as the fault says.
 *
 * @returns whether the request comes through: not where its connection is dropped, or its client is gone meanwhile
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

/** Whether a fault answers in place of the work. */
export function isReplaced({ fault }: MatchedFault): boolean {
  return fault.status !== undefined || fault.failure !== undefined;
}

/** What becomes of an answer. */
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

/** Where the body of an answer ends too early. */
type Cut = NonNullable<Fault['truncate']>;

/** Milliseconds in which what was sent before leaves the server, which takes it back if it fails at once. */
const leavingMs = 10;

/**
 * The same answer, whose body fails in the middle: a server ends its connection there, and whoever reads it in the same
 * process gets the error. One without a body, or with a shorter one, stays whole.
 *
 * @param share of a body that has no end of its own is known once it is over
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

/** The first bytes of a stream, and then an error. */
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
    // Nothing is read before somebody wants it.
    { highWaterMark: 0 },
  );
}

/** Name of the header that says which fault changed an answer. */
export const faultHeader = 'touchstone-fault';

/** What a fault did to a request, as the journal tells it. */
export function explainFault(matched: MatchedFault): string {
  const { id, fault, waitMs } = matched;
  const deeds = [
    waitMs > 0 ? `held it back for ${Math.round(waitMs)} ms` : [],
    isReplaced(matched) ? 'answered in place of the work' : [],
    fault.drop === undefined ? [] : `dropped its connection ${fault.drop} the work`,
    fault.truncate === undefined ? [] : 'cut the body of its answer',
  ].flat();
  return `${id} ${deeds.join(', ')}.`;
}

/**
 * What a body fails with that a fault ends. It has no stack: Bun prints the error of a body that it sends, and that of a
 * fault must not look like one of this server's own.
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
