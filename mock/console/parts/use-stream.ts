import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useEffect, useRef, useState } from 'preact/hooks';
import { send } from '../api.ts';
import { useSession } from '../session.ts';

/** An event of a stream. */
export interface StreamEvent {
  readonly event?: string | undefined;
  readonly data: string;
}

/** Milliseconds until a broken stream is opened again. */
const retryMs = 1_000;

/**
 * Reads server-sent events while a page is open, and reconnects after the last one it has.
 *
 * `EventSource` could not send the admin token.
 *
 * @param path below `/_touchstone/`; undefined reads nothing
 * @param onEvents gets the events of one chunk
 * @returns whether the stream is open
 */
export function useStream(
  path: string | undefined,
  onEvents: (events: readonly StreamEvent[]) => void,
): boolean {
  const { adminToken } = useSession();
  const [isOpen, setOpen] = useState(false);
  const receive = useRef(onEvents);
  receive.current = onEvents;
  useEffect(() => {
    if (path === undefined) return;
    const gone = new AbortController();
    readStream(path, adminToken, gone.signal, setOpen, (events) => receive.current(events));
    return () => gone.abort();
  }, [path, adminToken]);
  return isOpen;
}

async function readStream(
  path: string,
  token: string | undefined,
  signal: AbortSignal,
  setOpen: (isOpen: boolean) => void,
  receive: (events: readonly StreamEvent[]) => void,
): Promise<void> {
  let last: string | undefined;
  while (!signal.aborted) {
    try {
      const headers = { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) };
      const { body } = await send(`/_touchstone/${path}`, { headers, token, signal });
      if (!body) return;
      setOpen(true);
      const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
      for await (const event of chunksOf(events)) {
        last = event.at(-1)?.id ?? last;
        receive(event);
      }
    } catch {
      // The loop tries again.
    }
    setOpen(false);
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/** Joins events that arrive before the next frame, so that a burst renders once. */
async function* chunksOf<T>(stream: ReadableStream<T>): AsyncGenerator<readonly T[]> {
  const reader = stream.getReader();
  let next = reader.read();
  for (;;) {
    const first = await next;
    if (first.done) return;
    const chunk = [first.value];
    const frame = new Promise<undefined>((resolve) => setTimeout(resolve, 50));
    for (;;) {
      next = reader.read();
      const more = await Promise.race([next, frame]);
      if (more === undefined) break;
      if (more.done) {
        yield chunk;
        return;
      }
      chunk.push(more.value);
    }
    yield chunk;
  }
}
