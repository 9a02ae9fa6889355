import { ApiError } from '../spec/errors.ts';
import { v4Limits } from '../spec/limits.ts';

const json = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

export interface ReadOptions {
  /** Largest body in bytes. */
  readonly limit?: number;
  /**
   * Whether a server has framed the body, so that a `content-length` is the length. A request that never saw
   * a socket may say anything, so its bytes are counted.
   */
  readonly framed?: boolean;
}

/**
 * Reads the body of a request as text, never holding more than the limit.
 *
 * @throws ApiError `body-too-large` as soon as the limit is passed, at once where the request says so itself;
 *   `json-malformed` where it breaks off.
 */
export async function readText(request: Request, options: ReadOptions = {}): Promise<string> {
  return new TextDecoder().decode(await readWhole(request, options, 'json-malformed'));
}

/**
 * Reads the body of a request as bytes, never holding more than the limit.
 *
 * @throws ApiError `body-too-large` as soon as the limit is passed, `form-malformed` where it breaks off.
 */
export async function readBytes(
  request: Request,
  options: ReadOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return readWhole(request, options, 'form-malformed');
}

async function readWhole(
  request: Request,
  options: ReadOptions,
  failure: 'json-malformed' | 'form-malformed',
): Promise<Uint8Array<ArrayBuffer>> {
  const { limit, whole } = open(request, options);
  try {
    if (whole) return new Uint8Array(await request.arrayBuffer());
    if (request.body === null) return new Uint8Array();
    const reader = request.body.getReader();
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for (;;) {
      const { done, value: piece } = await reader.read();
      if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
      size += piece.byteLength;
      if (size > limit) throw tooLarge(reader, limit);
      pieces.push(new Uint8Array(piece));
    }
  } catch (cause) {
    // A client that leaves while it sends is no fault of ours; what it sent is only not whole.
    throw cause instanceof ApiError ? cause : new ApiError(failure, {}, undefined, { cause });
  }
}

/** @throws ApiError `body-too-large` where the length that is told says so */
function open(request: Request, { limit = v4Limits.bodyBytes, framed = false }: ReadOptions) {
  const length = declaredLength(request.headers);
  if (length !== undefined && length > limit) throw new ApiError('body-too-large', { limit });
  return { limit, whole: framed && length !== undefined };
}

/** RFC 9112, section 6.3: a transfer coding overrides the length, and then none is known. */
function declaredLength(headers: Headers): number | undefined {
  const text = headers.get('content-length');
  if (text === null || !/^\d+$/.test(text) || headers.has('transfer-encoding')) return undefined;
  return Number(text);
}

function tooLarge(reader: ReadableStreamDefaultReader, limit: number): ApiError {
  // Nobody waits for this: a body that can't be cancelled must not hold up the answer.
  reader.cancel().catch(() => {});
  return new ApiError('body-too-large', { limit });
}

/** That a body, where there is one, says that it is JSON or nothing. @throws ApiError `content-type-unsupported` */
export function requireJson(text: string, contentType: string | null): void {
  if (text === '' || contentType === null || json.test(contentType)) return;
  throw new ApiError('content-type-unsupported', { value: contentType });
}

/** A text as a value; `undefined` where there is none. @throws ApiError `json-malformed` */
export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('json-malformed', {}, undefined, { cause });
  }
}
