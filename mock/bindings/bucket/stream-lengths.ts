/**
 * How many bytes streams have. The platform's own streams know it, and those of no other runtime do: whoever serves a
 * Worker notes the bodies of its requests, and finds what a bucket noted of the bodies of its objects.
 */
export interface StreamLengths {
  of(stream: ReadableStream): number | undefined;
  note(stream: ReadableStream, bytes: number): void;
  /** Whether the platform would not know it either: the body of a request that comes in chunks. */
  isOpen(stream: ReadableStream): boolean;
  /** Notes the body of a request, whether it says how long it is or not. */
  noteBody(request: Request): void;
}

/** @example
 * const lengths = createStreamLengths();
 * lengths.noteBody(request);
 */
export function createStreamLengths(): StreamLengths {
  const lengths = new WeakMap<ReadableStream, number>();
  const open = new WeakSet<ReadableStream>();
  return {
    of: (stream) => lengths.get(stream),
    note: (stream, bytes) => {
      lengths.set(stream, bytes);
    },
    isOpen: (stream) => open.has(stream),
    noteBody({ body, headers }) {
      if (body === null) return;
      const said = headers.get('content-length');
      // Without either of them HTTP/1.1 has no body, though some runtimes have a stream of nothing for it.
      if (said === null && !headers.has('transfer-encoding')) lengths.set(body, 0);
      else if (said !== null && /^\d+$/.test(said)) lengths.set(body, Number(said));
      else open.add(body);
    },
  };
}
