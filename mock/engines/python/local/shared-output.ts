/**
 * What a program writes, in memory that is shared: nothing of it is lost when its thread is ended in the midst of
 * a loop, and it costs no messages. First comes how many bytes there are; then pieces, each with a head of the
 * stream (0 or 1) and its length.
 */
const headBytes = 8;
const pieceHeadBytes = 8;

/** Bytes of shared memory that pieces of so many bytes may need, however small they are written. */
export function sharedOutputBytes(outputBytes: number): number {
  return headBytes + outputBytes + pieceHeadBytes * Math.max(64, Math.ceil(outputBytes / 16));
}

export type OutputStream = 0 | 1;

/** Writes into shared memory as much as fits; false once something did not. */
export function outputWriter(
  shared: SharedArrayBuffer,
  outputBytes: number,
): (stream: OutputStream, piece: Uint8Array) => boolean {
  const words = new DataView(shared);
  const bytes = new Uint8Array(shared);
  let end = headBytes;
  let left = outputBytes;
  /** Where the piece begins that was written last: what follows on the same stream is added to it. */
  let open: { readonly at: number; readonly stream: OutputStream } | undefined;
  return (stream, piece) => {
    if (open?.stream !== stream) {
      if (end + pieceHeadBytes > bytes.length) return false;
      words.setUint32(end, stream);
      words.setUint32(end + 4, 0);
      open = { at: end, stream };
      end += pieceHeadBytes;
    }
    const taken = Math.min(piece.length, left, bytes.length - end);
    bytes.set(taken === piece.length ? piece : piece.subarray(0, taken), end);
    end += taken;
    left -= taken;
    words.setUint32(open.at + 4, words.getUint32(open.at + 4) + taken);
    words.setUint32(0, end - headBytes);
    return taken === piece.length;
  };
}

/** What was written so far, each stream as text. */
export function readOutput(shared: SharedArrayBuffer): { readonly stdout: string; readonly stderr: string } {
  const words = new DataView(shared);
  const texts = [new TextDecoder(), new TextDecoder()] as const;
  const streams: [string, string] = ['', ''];
  const end = Math.min(headBytes + words.getUint32(0), shared.byteLength);
  for (let at = headBytes; at + pieceHeadBytes <= end; ) {
    const stream = words.getUint32(at) === 0 ? 0 : 1;
    const length = Math.min(words.getUint32(at + 4), end - at - pieceHeadBytes);
    const piece = new Uint8Array(shared, at + pieceHeadBytes, length).slice();
    streams[stream] += texts[stream].decode(piece, { stream: true });
    at += pieceHeadBytes + length;
  }
  return { stdout: streams[0] + texts[0].decode(), stderr: streams[1] + texts[1].decode() };
}
