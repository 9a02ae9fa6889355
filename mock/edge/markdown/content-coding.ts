import { edgeLimits } from '../../../spec/limits.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { isStream } from '../../../spec/value-kinds.ts';
import { getReason, OriginBodyError } from '../origin/origin-body.ts';
import { inspectBody } from '../zone-request.ts';
import { ZstdFrames } from './zstd-frames.ts';

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;
type Undo = TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;

/** A content coding that can be undone. */
export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

/** Formats of `DecompressionStream` on some runtime; the declarations lag behind in these two. */
type Format = CompressionFormat | 'brotli' | 'zstd';

const formats: Readonly<Record<Coding, Format>> = {
  gzip: 'gzip',
  deflate: 'deflate',
  br: 'brotli',
  zstd: 'zstd',
};

/**
 * Bytes that a decoder is given at once where it decodes all of them before it waits for its reader, so that
 * a bomb can't fill the memory. A byte becomes at most 1,032 bytes of `deflate` and about 33,000 of `zstd`;
 * `br` knows no bound, a few bytes can become 16 MB.
 */
const sliceBytes: Readonly<Record<Coding, number>> = { gzip: 4096, deflate: 4096, br: 32, zstd: 256 };

/**
 * The codings that a `Content-Encoding` names, in the order in which they were put on, without `identity`;
 * `undefined` when one of them is unknown, or there are too many.
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

/** Whether this runtime can undo a coding; old Node and browsers lack `br`. */
export function canDecode(coding: Coding): boolean {
  return coding === 'zstd' || nativeDecoder(formats[coding]) !== undefined;
}

/**
 * The body without its codings, as a stream that reads no more of the body than its reader asks for. It
 * begins to read at once, to see whether there is anything at all.
 *
 * Reading it throws OriginBodyError for bytes that are not in their coding, and for a body that was cut.
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
  // No bytes at all are no page: every coding of an empty one has some.
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
    // The declarations lag behind in the formats, and differ from each other in the kind of bytes.
    return new DecompressionStream(format as CompressionFormat) as unknown as Undo;
  } catch {
    return undefined;
  }
}

/** A decoder in JavaScript, loaded where the runtime has none for `zstd`. */
async function zstdDecoder(): Promise<Undo> {
  const { Decompress } = await import('fzstd');
  const decoder = new Decompress();
  return new TransformStream({
    start(controller) {
      // It hands out bytes in a buffer of their own; its declarations leave open which kind.
      decoder.ondata = (bytes) => {
        if (bytes.length > 0) controller.enqueue(bytes as Uint8Array<ArrayBuffer>);
      };
    },
    transform: (bytes) => decoder.push(bytes),
    flush: () => decoder.push(new Uint8Array(0), true),
  });
}

/** Whether the two bytes begin a zlib stream (RFC 1950, section 2.2); some servers send `deflate` without. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 15) === 8 && (first * 256 + second) % 31 === 0;
}

/** Whether a decoder stops in the middle of a chunk when nobody reads what came out: Bun's and Node's do. */
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

/** The stream, with errors that say what of: those of the runtimes often say nothing. */
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
