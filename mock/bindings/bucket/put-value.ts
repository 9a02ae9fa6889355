import { isArrayBuffer, isBlob, isBytes, isStream } from '../../../spec/value-kinds.ts';
import type { ObjectBytes } from '../../engines/objects/index.ts';
import { bytesOfBuffer } from './buffer-bytes.ts';
import type { StreamLengths } from './stream-lengths.ts';

/**
 * The bytes of what a Worker puts.
 *
 * @param taker what it is given to, for what is said of a value that can't be
 * @throws TypeError for a stream whose length nobody knows, and for what has no bytes
 */
export function bytesOf(value: unknown, lengths: StreamLengths, taker: string): ObjectBytes {
  if (value === null || value === undefined) return new Uint8Array(0);
  if (typeof value === 'string') return new TextEncoder().encode(value);
  // As they are now: nobody waits with changing them until they are stored.
  if (isArrayBuffer(value) || ArrayBuffer.isView(value)) return bytesOfBuffer(value).slice();
  if (isStream(value)) {
    const size = lengths.of(value);
    if (size === undefined) throw new TypeError(unknownLength);
    return { pieces: piecesOf(value), size };
  }
  if (isBlob(value)) return { pieces: piecesOf(value.stream()), size: value.size };
  throw new TypeError(
    `Failed to execute ${taker}: parameter 2 is not of type 'ReadableStream or ArrayBuffer or ArrayBufferView or string or Blob'.`,
  );
}

const unknownLength =
  'Provided readable stream must have a known length (request/response body or readable half of FixedLengthStream)';

// Not all runtimes iterate over their streams.
async function* piecesOf(stream: ReadableStream<unknown>): AsyncGenerator<Uint8Array, undefined> {
  const reader = stream.getReader();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isOver = done;
      if (done) return undefined;
      if (!isBytes(value)) throw new TypeError('The stream has something else than bytes.');
      yield value;
    }
  } finally {
    if (!isOver) await reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}
