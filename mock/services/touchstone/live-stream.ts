import { eventStreamLimits } from '../../../spec/services/touchstone/events.ts';

/** What a live stream sends, and until when. */
export interface LiveStreamOptions {
  /** Ends the stream. */
  readonly over: AbortSignal;
  /**
   * Waits for news.
   *
   * @returns the messages since the last call; undefined if the signal ends the wait first
   */
  readonly next: (signal: AbortSignal) => Promise<string | undefined>;
  /** Milliseconds between two keep-alive comments. */
  readonly heartbeat?: number | undefined;
}

/**
 * Server-sent events from now on, until the reader or the source closes the stream. Nothing is prepared for a reader
 * that does not read.
 */
export function liveStream({
  over,
  next,
  heartbeat = eventStreamLimits.heartbeat,
}: LiveStreamOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const gone = new AbortController();
  const ended = AbortSignal.any([gone.signal, over]);
  let opened = false;

  /** The next text to send; waits for it. Undefined at the end. */
  async function text(): Promise<string | undefined> {
    if (!opened) {
      opened = true;
      // Sent at once, so that a client knows that it is connected.
      return `retry: ${eventStreamLimits.retry}\n\n`;
    }
    const messages = await next(AbortSignal.any([ended, AbortSignal.timeout(heartbeat)]));
    if (messages !== undefined) return messages;
    return ended.aborted ? undefined : ': still here\n\n';
  }

  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const sent = await text();
        if (sent !== undefined) controller.enqueue(encoder.encode(sent));
        else if (!gone.signal.aborted) controller.close();
      },
      cancel: () => gone.abort(),
    },
    { highWaterMark: 0 },
  );
}

/**
 * Formats one event as the HTML standard specifies, section 9.2.5. JSON has no line breaks of its own.
 *
 * @example
 * message('security', event.id, event)
 */
export function message(name: string, id: string | number | undefined, data: unknown): string {
  const head = id === undefined ? '' : `id: ${id}\n`;
  return `${head}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
