import { GitError } from '../git-error.ts';

/** How Git names gzip, and how it was named before. */
const encodings: Readonly<Record<string, CompressionFormat>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
};

/** Whether a body of this `Content-Encoding` can be read. */
export function isReadableEncoding(encoding: string | null): boolean {
  return encoding === null || isIdentity(encoding) || encodings[encoding.trim().toLowerCase()] !== undefined;
}

const isIdentity = (encoding: string) => ['', 'identity'].includes(encoding.trim().toLowerCase());

/**
 * The body of a request piece by piece, as it was before it was compressed. No more is inflated than is read, so that
 * whoever reads it decides what is too much.
 *
 * @throws GitError `bad-packet` while it is read, when it breaks off or is not compressed as it says
 */
export async function* readRequestBody(request: Request): AsyncGenerator<Uint8Array, void> {
  const { body } = request;
  if (body === null) return;
  const encoding = encodings[request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''];
  if (encoding === undefined) {
    yield* piecesOf(body, () => hungUp);
    return;
  }
  // The types of the streams differ in whose memory their pieces may be, which is not looked at.
  const inflate = new DecompressionStream(encoding) as unknown as ReadableWritablePair<
    Uint8Array,
    Uint8Array
  >;
  // A stream that can't be inflated fails with a TypeError, unlike a connection that is lost.
  yield* piecesOf(body.pipeThrough(inflate), (cause) =>
    cause instanceof TypeError ? 'request ended in the middle of the gzip stream' : hungUp,
  );
}

const hungUp = 'the remote end hung up unexpectedly';

/** A stream by its reader: not every browser lets one be looped over. */
async function* piecesOf(
  stream: ReadableStream<Uint8Array>,
  say: (cause: unknown) => string,
): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value.length > 0) yield value;
    }
  } catch (cause) {
    throw new GitError('bad-packet', say(cause), { cause });
  } finally {
    // Of a stream that was read to its end nothing is left to cancel.
    await reader.cancel().catch(() => {});
  }
}
