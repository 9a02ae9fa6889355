import { edgeLimits } from '../../../spec/limits.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { isStream } from '../../../spec/value-kinds.ts';
import { getReason, OriginBodyError } from '../origin/origin-body.ts';
import { inspectBody } from '../zone-request.ts';
import { zlibZstdDecoder, zstdGuard } from './zstd-decoder.ts';

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;
type Undo = TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;

/** A content coding that can be decoded. */
export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

/** Formats of `DecompressionStream` on some runtime; the type declarations lack these two. */
type Format = CompressionFormat | 'brotli' | 'zstd';

const formats: Readonly<Record<Coding, Format>> = {
  gzip: 'gzip',
  deflate: 'deflate',
  br: 'brotli',
  zstd: 'zstd',
};

/**
 * Most bytes to write to a decoder that decodes everything before it waits for its reader, so that a bomb can't fill
 * the memory. A byte becomes at most 1,032 bytes of `deflate` and about 33,000 of `zstd`; `br` has no bound, a few
 * bytes can become 16 MB.
 */
const sliceBytes: Readonly<Record<Coding, number>> = { gzip: 4096, deflate: 4096, br: 32, zstd: 256 };

/**
 * The codings in a `Content-Encoding`, in the order in which they were applied, without `identity`; `undefined` when
 * one of them is unknown, or there are too many.
 *
 * @example
 * parseCodings('x-gzip, br') // ['gzip', 'br']
 */
export function parseCodings(header: string | null): readonly Coding[] | undefined {
  if (header === null) return [];
  const codings: Coding[] = [];
  for (const part of header.toLowerCase().split(',')) {
    const name = part.trim().replace(/^x-gzip$/, 'gzip');
    if (name === '' || name === 'identity') continue;
    if (!isCoding(name) || codings.length === edgeLimits.contentCodings) return undefined;
    codings.push(name);
  }
  return codings;
}

function isCoding(name: string): name is Coding {
  return Object.hasOwn(formats, name);
}

/** Whether this runtime can decode a coding: old Node lacks `br`, and browsers may lack `br` and `zstd`. */
export function canDecode(coding: Coding): boolean {
  return decoderFor(coding) !== undefined;
}

/**
 * Decodes the body, as a stream that reads no more of the body than its reader requests. It reads a first chunk at
 * once, to see whether the body is empty.
 *
 * Reading throws OriginBodyError for bytes that are not valid in their coding, and for a truncated body.
 *
 * @example
 * await decode(body, ['gzip'])
 */
export async function decode(body: Body, codings: readonly Coding[]): Promise<Body> {
  try {
    let decoded = body;
    for (const coding of codings.toReversed()) decoded = await undo(decoded, coding);
    return codings.length === 0 ? decoded : withOwnErrors(decoded, codings);
  } catch (error) {
    throw ownError(error, codings);
  }
}

async function undo(body: Body, coding: Coding): Promise<Body> {
  const { bytes, replay } = await inspectBody(body, 2);
  const whole = isStream(replay) ? replay : getStream(replay);
  // An empty body is no page: in every coding an encoded empty page still has bytes.
  if (bytes.length === 0) return whole;
  const decoder = decoderFor(coding, bytes);
  if (!decoder) throw new OriginBodyError(`its body is coded as ${coding}, which this runtime can't decode`);
  const guarded = coding === 'zstd' ? whole.pipeThrough(zstdGuard()) : whole;
  const slices = heedsItsReader(decoder) ? guarded : guarded.pipeThrough(getSlices(sliceBytes[coding]));
  return slices.pipeThrough(decoder);
}

/** @param start the first two bytes of the body */
function decoderFor(coding: Coding, start?: Uint8Array): Undo | undefined {
  const isRaw = coding === 'deflate' && start !== undefined && !isZlib(start);
  const native = nativeDecoder(isRaw ? 'deflate-raw' : formats[coding]);
  return native ?? (coding === 'zstd' ? zlibZstdDecoder() : undefined);
}

function nativeDecoder(format: Format): Undo | undefined {
  try {
    // The type declarations lack some formats, and differ in the kind of bytes.
    return new DecompressionStream(format as CompressionFormat) as unknown as Undo;
  } catch {
    return undefined;
  }
}

/** Whether two bytes begin a zlib stream (RFC 1950, section 2.2); some servers send raw `deflate`. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 15) === 8 && (first * 256 + second) % 31 === 0;
}

/** Whether a decoder stops in the middle of a chunk when nothing reads its output: Bun's and Node's do. */
function heedsItsReader(decoder: Undo): boolean {
  return decoder instanceof DecompressionStream && /^(?:Bun|Node\.js)\//.test(navigator.userAgent);
}

function getSlices(size: number): Undo {
  return new TransformStream({
    transform(bytes, controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
    },
  });
}

function getStream(bytes: Uint8Array<ArrayBuffer>): Body {
  return new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** The stream, with errors that name their cause; errors of the runtimes often don't. */
function withOwnErrors(stream: Body, codings: readonly Coding[]): Body {
  const reader = stream.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          throw ownError(error, codings);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function ownError(error: unknown, codings: readonly Coding[]): TouchstoneError {
  if (error instanceof TouchstoneError) return error;
  return new OriginBodyError(`its ${codings.join(', ')} body can't be decoded: ${getReason(error)}`, error);
}
