/**
 * The same stream, that hands all of its bytes to `onWhole` once it has ended well. One that breaks off, is
 * cancelled by its reader, or is longer than `maxBytes` never does. Nothing is read ahead of the reader.
 *
 * @example
 * const body = collectStream(response.body, 25_000_000, (bytes) => store(bytes));
 */
export function collectStream(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
  onWhole: (bytes: Uint8Array<ArrayBuffer>) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let pieces: Uint8Array<ArrayBuffer>[] | undefined = [];
  let length = 0;
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) {
          if (pieces !== undefined) onWhole(join(pieces, length));
          controller.close();
          return;
        }
        length += value.byteLength;
        if (length > maxBytes) pieces = undefined;
        // A copy: the reader may write into, or hand away, the bytes it is given.
        pieces?.push(value.slice());
        controller.enqueue(value);
      },
      async cancel(reason) {
        pieces = undefined;
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
