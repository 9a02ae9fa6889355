import { serverSentEvents } from '../../../../../spec/server-sent-events.ts';
import type { ErrorAnswer, Frames } from '../format.ts';

/** Records a client's requests and answers them. */
export interface Answering {
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Bodies in the order of arrival. */
  readonly bodies: unknown[];
}

/**
 * A `fetch` for clients that answers each request with the result of `answer` for its body: frames as a stream, an
 * object as JSON, an error answer with its status.
 */
export function answering(
  answer: (body: Record<string, unknown>, count: number) => Frames | ErrorAnswer | Promise<object>,
): Answering {
  const bodies: unknown[] = [];
  return {
    bodies,
    fetch: async (_url, init) => {
      const body: Record<string, unknown> = JSON.parse(String(init?.body));
      bodies.push(body);
      const given = answer(body, bodies.length - 1);
      if (Symbol.asyncIterator in given) {
        return new Response(getStream(given), { headers: { 'content-type': 'text/event-stream' } });
      }
      if ('body' in given) return Response.json(given.body, { status: given.status });
      return Response.json(await given);
    },
  };
}

/** Text as the body of a response. */
export function getStream(frames: Frames): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = frames[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** Name and data of each frame, parsed by the rules of event streams. */
export async function framesRead(
  frames: Frames,
): Promise<readonly { readonly event: string; readonly data: string }[]> {
  const read: { readonly event: string; readonly data: string }[] = [];
  for await (const { event, data } of serverSentEvents(getStream(frames))) read.push({ event, data });
  return read;
}
