export interface StreamEnd {
  /** The stream ended well; these are its bytes. */
  readonly whole: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** It broke off, its reader cancelled it, or it was longer than it may be. */
  readonly broken: () => void;
}

/**
 * The same stream, that tells once how it ended. Nothing is read ahead of the reader, and a reader that stops
 * reading without cancelling leaves the end open.
 *
 * @example
 * const body = collectStream(response.body, 25_000_000, { whole: (bytes) => store(bytes), broken: () => {} });
 */
export function collectStream(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
  end: StreamEnd,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let pieces: Uint8Array<ArrayBuffer>[] | undefined = [];
  let length = 0;
  const giveUp = () => {
    if (pieces === undefined) return;
    pieces = undefined;
    end.broken();
  };
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch((error) => {
          giveUp();
          throw error;
        });
        if (done) {
          if (pieces !== undefined) end.whole(join(pieces, length));
          controller.close();
          return;
        }
        length += value.byteLength;
        if (length > maxBytes) giveUp();
        // A copy: the reader may write into, or hand away, the bytes it is given.
        pieces?.push(value.slice());
        controller.enqueue(value);
      },
      async cancel(reason) {
        giveUp();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function join(pieces: readonly Uint8Array<ArrayBuffer>[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.byteLength;
  }
  return whole;
}
