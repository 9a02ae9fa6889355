import { joinBytes } from '../join-bytes.ts';

/** The beginning of a request's body, as far as rules look. */
export interface RequestBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether there is more than was read. */
  readonly truncated: boolean;
}

/** A body that was looked into, and what to send on in its place. */
export interface InspectedBody extends RequestBody {
  /** The whole body again: the bytes where that was all, else a stream that goes on where reading stopped. */
  readonly replay: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Reads at most `limit` bytes of a body, and keeps all of it sendable: what was read comes first in the
 * replay, and the rest streams through as it arrives.
 *
 * @example
 * const { bytes, replay } = await inspectBody(request.body, 1024);
 */
export async function inspectBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
): Promise<InspectedBody> {
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  while (size <= limit) {
    const { done, value } = await reader.read();
    if (done) {
      const bytes = joinBytes(chunks);
      return { bytes, truncated: false, replay: bytes };
    }
    chunks.push(value);
    size += value.byteLength;
  }
  const bytes = joinBytes(chunks).slice(0, limit);
  return { bytes, truncated: true, replay: continued(chunks, reader) };
}

function continued(
  chunks: Uint8Array<ArrayBuffer>[],
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const kept = chunks.shift();
      if (kept) return controller.enqueue(kept);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
