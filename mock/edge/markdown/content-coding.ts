import { edgeLimits } from '../../../spec/limits.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { isStream } from '../../../spec/value-kinds.ts';
import { getReason, OriginBodyError } from '../origin/origin-body.ts';
import { inspectBody } from '../zone-request.ts';
import { ZstdFrames } from './zstd-frames.ts';

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

/** Whether this runtime can decode a coding; old Node and browsers lack `br`. */
export function canDecode(coding: Coding): boolean {
  return coding === 'zstd' || nativeDecoder(formats[coding]) !== undefined;
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
  const decoder = await decoderFor(coding, bytes);
  const guarded = coding === 'zstd' ? whole.pipeThrough(zstdGuard()) : whole;
  const slices = heedsItsReader(decoder) ? guarded : guarded.pipeThrough(getSlices(sliceBytes[coding]));
  return slices.pipeThrough(decoder);
}

async function decoderFor(coding: Coding, start: Uint8Array): Promise<Undo> {
  const native = nativeDecoder(coding === 'deflate' && !isZlib(start) ? 'deflate-raw' : formats[coding]);
  if (native) return native;
  if (coding === 'zstd') return await zstdDecoder();
  throw new OriginBodyError(`its body is coded as ${coding}, which this runtime can't decode`);
}

function nativeDecoder(format: Format): Undo | undefined {
  try {
    // The type declarations lack some formats, and differ in the kind of bytes.
    return new DecompressionStream(format as CompressionFormat) as unknown as Undo;
  } catch {
    return undefined;
  }
}

/** A decoder in JavaScript, loaded where the runtime can't decode `zstd`. */
async function zstdDecoder(): Promise<Undo> {
  const { Decompress } = await import('fzstd');
  const decoder = new Decompress();
  return new TransformStream({
    start(controller) {
      // Its chunks have buffers of their own; the type declarations leave the kind of buffer open.
      decoder.ondata = (bytes) => {
        if (bytes.length > 0) controller.enqueue(bytes as Uint8Array<ArrayBuffer>);
      };
    },
    transform: (bytes) => decoder.push(bytes),
    flush: () => decoder.push(new Uint8Array(0), true),
  });
}

/** Whether two bytes begin a zlib stream (RFC 1950, section 2.2); some servers send raw `deflate`. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 15) === 8 && (first * 256 + second) % 31 === 0;
}

/** Whether a decoder stops in the middle of a chunk when nothing reads its output: Bun's and Node's do. */
function heedsItsReader(decoder: Undo): boolean {
  return decoder instanceof DecompressionStream && /^(?:Bun|Node\.js)\//.test(navigator.userAgent);
}

function zstdGuard(): Undo {
  const frames = new ZstdFrames();
  return new TransformStream({
    transform(bytes, controller) {
      frames.read(bytes);
      controller.enqueue(bytes);
    },
    flush: () => frames.end(),
  });
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
