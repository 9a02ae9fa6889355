import type { PyodideFiles } from './pyodide-files.ts';

/** Starts an interpreter, or has it make a snapshot. */
export interface StartMessage {
  readonly kind: 'start';
  readonly files: PyodideFiles;
  /** Source of `worker/runner.py`, for a snapshot. */
  readonly runner: string;
  /** The result of Pyodide's `makeMemorySnapshot`; undefined to make one. */
  readonly snapshot: SharedArrayBuffer | undefined;
  /** Receives output: see `outputWriter`. */
  readonly output: SharedArrayBuffer;
  /** One byte: 2 is an interrupt. */
  readonly interrupt: SharedArrayBuffer;
  readonly limits: WorkerLimits;
}

/** The limits that the interpreter itself enforces; the parent enforces the time. */
export interface WorkerLimits {
  readonly memoryBytes: number;
  readonly fileBytes: number;
  readonly files: number;
  readonly outputBytes: number;
  readonly resultChars: number;
}

/** Runs the one program of an interpreter. */
export interface RunMessage {
  readonly kind: 'run';
  readonly code: string;
}

/** The messages of an interpreter; all others are ignored. */
export type WorkerMessage =
  | { readonly kind: 'snapshot'; readonly snapshot: SharedArrayBuffer }
  | { readonly kind: 'ready' }
  /** It did not start. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The program ended; `outcome` is the JSON of the runner. */
  | { readonly kind: 'ended'; readonly outcome: string }
  /** The program broke the interpreter. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** The program wrote more than its limit. */
  | { readonly kind: 'overflow' };

/** A message of an interpreter, if valid: a program that breaks out can send anything. */
export function readWorkerMessage(value: unknown): WorkerMessage | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  const has = (name: string) => name in value && typeof Reflect.get(value, name) === 'string';
  const known =
    value.kind === 'ready' ||
    value.kind === 'overflow' ||
    (value.kind === 'ended' && has('outcome')) ||
    ((value.kind === 'failed' || value.kind === 'broken') && has('reason')) ||
    (value.kind === 'snapshot' && 'snapshot' in value && value.snapshot instanceof SharedArrayBuffer);
  // All members of this kind were checked.
  return known ? (value as WorkerMessage) : undefined;
}

/**
 * Output of a program goes into shared memory, so that nothing is lost when its thread is stopped in a loop. The memory
 * begins with the number of bytes; then come pieces, each with a head of the stream (0 or 1) and its length.
 */
const headBytes = 8;
const pieceHeadBytes = 8;

/** Size of shared memory for this many bytes of output, in pieces of any size. */
export function sharedOutputBytes(outputBytes: number): number {
  return headBytes + outputBytes + pieceHeadBytes * Math.max(64, Math.ceil(outputBytes / 16));
}

export type OutputStream = 0 | 1;

/** Writes what fits into shared memory; returns false if not everything did. */
export function outputWriter(
  shared: SharedArrayBuffer,
  outputBytes: number,
): (stream: OutputStream, piece: Uint8Array) => boolean {
  const words = new DataView(shared);
  const bytes = new Uint8Array(shared);
  let end = headBytes;
  let left = outputBytes;
  /** Start of the last piece: output on the same stream is appended to it. */
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

/** The output so far, each stream as text. */
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
