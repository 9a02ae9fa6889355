import { createParser } from 'eventsource-parser';

/** One message of an event stream. */
export interface ServerSentEvent {
  /** Name of the event; by default `message`. */
  readonly event: string;
  /** Its data: the lines joined by line feeds. */
  readonly data: string;
  /** Id of the last event that had one; empty if none had. */
  readonly id: string;
}

/** Options of a reader of an event stream. */
interface EventStreamOptions {
  /** Cancels the stream, which ends the loop. */
  readonly signal?: AbortSignal;
  /** A comment, which keeps a silent stream alive. */
  comment?(text: string): void;
  /** Milliseconds until the next connection attempt. */
  retry?(milliseconds: number): void;
}

/**
 * The messages of a `text/event-stream` as they arrive: HTML standard, section 9.2.6. Leaving the loop cancels the
 * stream, and so does an abort of the signal while the loop waits.
 *
 * @throws any error of the body, for example when its request is aborted.
 *
 * @example
 * const response = await fetch(url, { headers: { accept: 'text/event-stream' } });
 * for await (const { id, data } of serverSentEvents(response.body)) console.log(id, JSON.parse(data));
 */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  { signal, comment, retry }: EventStreamOptions = {},
): AsyncGenerator<ServerSentEvent> {
  const arrived: ServerSentEvent[] = [];
  let lastId = '';
  const parser = createParser({
    onEvent: ({ event, data }) => arrived.push({ event: event || 'message', data, id: lastId }),
    onId: (id) => {
      lastId = id;
    },
    onComment: comment,
    onRetry: retry,
  });
  const reader = body.getReader();
  // Not awaited: a failed body can't be cancelled.
  const cancel = () => void reader.cancel().catch(() => {});
  signal?.addEventListener('abort', cancel);
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}
