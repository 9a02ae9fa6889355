import type {
  BucketChecksum,
  BucketHttpMetadata,
  BucketPutOptions,
  BucketRange,
  BucketSecret,
} from '../../../spec/services/object-storage/binding.ts';
import { isArrayBuffer, isBlob, isBytes, isStream } from '../../../spec/value-kinds.ts';
import {
  bytesOfHex,
  type Checksum,
  type GetOptions,
  type HashName,
  hashBytes,
  hashNames,
  hexOfBytes,
  type ObjectBytes,
  type StoredHeaders,
  secretMd5,
} from '../../engines/objects/index.ts';
import { isHeaders, parseDate } from './conditional.ts';
import { checksumNames } from './failed-call.ts';

/**
 * The bytes that a Worker puts.
 *
 * @param taker name of the method, for errors
 * @throws TypeError for a stream of unknown length, and for a value without bytes
 */
export function toBytes(value: unknown, lengths: StreamLengths, taker: string): ObjectBytes {
  if (value === null || value === undefined) return new Uint8Array(0);
  if (typeof value === 'string') return new TextEncoder().encode(value);
  // Copies the bytes, as the caller may change them before they are stored.
  if (isArrayBuffer(value) || ArrayBuffer.isView(value)) return bytesOfBuffer(value).slice();
  if (isStream(value)) {
    const size = lengths.of(value);
    if (size === undefined) throw new TypeError(unknownLength);
    return { pieces: getPieces(value), size };
  }
  if (isBlob(value)) return { pieces: getPieces(value.stream()), size: value.size };
  throw new TypeError(
    `Failed to execute ${taker}: parameter 2 is not of type 'ReadableStream or ArrayBuffer or ArrayBufferView or string or Blob'.`,
  );
}

const unknownLength =
  'Provided readable stream must have a known length (request/response body or readable half of FixedLengthStream)';

// Not all runtimes can iterate over their streams.
async function* getPieces(stream: ReadableStream<unknown>): AsyncGenerator<Uint8Array, undefined> {
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

/**
 * The one checksum that a put may have.
 *
 * @throws TypeError for several checksums or an invalid one
 */
export function getChecksum(options: BucketPutOptions): Checksum | undefined {
  let found: Checksum | undefined;
  for (const algorithm of hashNames) {
    const given = options[algorithm];
    if (given === undefined || given === null) continue;
    if (found) throw new TypeError('You cannot specify multiple hashing algorithms.');
    found = { algorithm, digits: getDigits(algorithm, given) };
  }
  return found;
}

function getDigits(algorithm: HashName, given: BucketChecksum): string {
  const name = checksumNames[algorithm];
  const size = hashBytes[algorithm];
  if (typeof given !== 'string') {
    const bytes = bytesOfBuffer(given);
    if (bytes.length !== size) throw new TypeError(`${name} is ${size} bytes, not ${bytes.length}`);
    return hexOfBytes(bytes);
  }
  if (given.length !== 2 * size)
    throw new TypeError(`${name} is ${2 * size} hex characters, not ${given.length}`);
  if (!/^[0-9a-f]*$/i.test(given)) throw new TypeError(`Provided ${name} wasn't a valid hex string`);
  return given.toLowerCase();
}

const secretBytes = 32;

/**
 * A fingerprint of the encryption key of an object, from which the key can't be derived.
 *
 * @throws Error for an invalid key
 */
export function getSecret(secret: BucketSecret | undefined): string | undefined {
  if (secret === undefined) return undefined;
  if (typeof secret === 'string' && !/^[0-9a-f]+$/.test(secret))
    throw new Error('SSE-C Key has invalid format');
  const bytes = typeof secret === 'string' ? bytesOfHex(secret) : bytesOfBuffer(secret);
  const length = typeof secret === 'string' ? secret.length / 2 : bytes.length;
  if (length !== secretBytes) throw new Error(`SSE-C Key must be ${secretBytes} bytes in length`);
  return secretMd5(bytes);
}

/** The headers that an object keeps, besides `expires`. */
const kept = [
  ['contentType', 'content-type'],
  ['contentLanguage', 'content-language'],
  ['contentDisposition', 'content-disposition'],
  ['contentEncoding', 'content-encoding'],
  ['cacheControl', 'cache-control'],
] as const;

/** Picks the metadata that an object keeps from headers or options. */
export function getStoredHeaders(metadata: BucketHttpMetadata | Headers): StoredHeaders {
  const read = isHeaders(metadata)
    ? (_: keyof BucketHttpMetadata, header: string) => metadata.get(header) ?? undefined
    : (name: keyof BucketHttpMetadata) => metadata[name];
  const texts = kept.map(([name, header]) => [name, read(name, header)] as const);
  const expires = read('cacheExpiry', 'expires');
  return {
    ...Object.fromEntries(
      texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, String(text)]])),
    ),
    ...(expires !== undefined && { expires: parseDate(expires) }),
  };
}

/** Returns kept metadata as options. */
export function toHttpMetadata({ expires, ...texts }: StoredHeaders): BucketHttpMetadata {
  return { ...texts, ...(expires !== undefined && { cacheExpiry: new Date(expires) }) };
}

/** Sets the headers of kept metadata. */
export function writeHeaders(metadata: BucketHttpMetadata, headers: Headers): void {
  for (const [name, header] of kept) {
    const text = metadata[name];
    if (text !== undefined) headers.set(header, text);
  }
  if (metadata.cacheExpiry !== undefined) headers.set('expires', metadata.cacheExpiry.toUTCString());
}

/**
 * The range in options or headers.
 *
 * @throws RangeError for a negative or fractional number, TypeError for a suffix combined with something else
 */
export function getRange(range: BucketRange | Headers): GetOptions['range'] {
  if (isHeaders(range)) {
    const header = range.get('range');
    return header === null ? undefined : { header };
  }
  const { offset, length, suffix } = range;
  assertWhole(offset, 'Invalid range. Starting offset', 'Invalid range. Starting offset');
  assertWhole(length, 'Invalid range. Length', 'Invalid range. Length');
  if (suffix === undefined) return { offset, length };
  if (offset !== undefined) throw new TypeError('Suffix is incompatible with offset.');
  if (length !== undefined) throw new TypeError('Suffix is incompatible with length.');
  assertWhole(suffix, 'Invalid suffix. Suffix', 'Invalid range. Suffix');
  return { suffix };
}

function assertWhole(value: number | undefined, negative: string, broken: string): void {
  if (value === undefined) return;
  if (!(value >= 0)) throw new RangeError(`${negative} (${value}) must be greater than or equal to 0.`);
  if (!Number.isInteger(value))
    throw new RangeError(`${broken} (${value}) must be an integer, not floating point.`);
}

/**
 * The lengths of streams. The platform's own streams know their length; those of other runtimes don't. So a server
 * notes the lengths of its request bodies, and reads those that a bucket notes of its object bodies.
 */
export interface StreamLengths {
  of(stream: ReadableStream): number | undefined;
  note(stream: ReadableStream, bytes: number): void;
  /** Whether the length would be unknown on the platform too: a chunked request body. */
  isOpen(stream: ReadableStream): boolean;
  /** Notes the body of a request, with or without a length. */
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
      const declared = headers.get('content-length');
      // Without these headers HTTP/1.1 has no body, though some runtimes have an empty stream for it.
      if (declared === null && !headers.has('transfer-encoding')) lengths.set(body, 0);
      else if (declared !== null && /^\d+$/.test(declared)) lengths.set(body, Number(declared));
      else open.add(body);
    },
  };
}

/** Views the bytes of a buffer or of a view of one, without copying. */
export function bytesOfBuffer(buffer: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(buffer)
    ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
    : new Uint8Array(buffer);
}
