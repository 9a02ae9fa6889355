/** One message of an event stream. */
export interface ServerSentEvent {
  /** Name of the event; `message` where the stream gives none. */
  readonly event: string;
  /** Its data: the lines joined by line feeds. */
  readonly data: string;
  /** Id of the last event that had one; empty where none had. */
  readonly id: string;
}

/** What a reader of an event stream may want beside its messages. */
export interface EventStreamOptions {
  /** Cancels the stream, which ends the loop. */
  readonly signal?: AbortSignal;
  /** A comment: what keeps a silent stream alive. */
  comment?(text: string): void;
  /** Milliseconds after which to connect again. */
  retry?(milliseconds: number): void;
}

/**
 * The messages of a `text/event-stream`, as they arrive: HTML standard, section 9.2.6. Leaving the loop
 * cancels the stream, and so does the signal while the loop waits.
 *
 * @throws whatever reading the body throws, for example when its request is aborted.
 *
 * @example
 * const response = await fetch(url, { headers: { accept: 'text/event-stream' } });
 * for await (const { id, data } of serverSentEvents(response.body)) console.log(id, JSON.parse(data));
 */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  options: EventStreamOptions = {},
): AsyncGenerator<ServerSentEvent> {
  let event = '';
  let data: string[] = [];
  let id = '';
  for await (const line of lines(body, options.signal)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), id };
      event = '';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === '') options.comment?.(value);
    else if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) options.retry?.(Number(value));
  }
}

/** Whole lines, ended by LF, CR or both; what stands behind the last of them is dropped. */
async function* lines(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const reader = body.getReader();
  // Nobody waits for this: a body that has failed can't be cancelled any more.
  const cancel = () => void reader.cancel().catch(() => {});
  signal?.addEventListener('abort', cancel);
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A CR at the very end may be the first half of a CRLF.
      for (let end = lineEnd(rest); end; end = lineEnd(rest)) {
        yield rest.slice(0, end.index);
        rest = rest.slice(end.index + end[0].length);
      }
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}

const lineEnd = (text: string) => /\r\n|\n|\r(?!$)/.exec(text);
