import type { Fault } from '../../spec/services/touchstone/faults.ts';
import { errorOnPurpose } from './error-on-purpose.ts';

/** Where the body of an answer ends too early. */
export type Cut = NonNullable<Fault['truncate']>;

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
