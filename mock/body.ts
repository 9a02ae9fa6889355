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
 * @throws ApiError `body-too-large` as soon as the limit is passed.
 */
export async function readText(
  request: Request,
  { limit = v4Limits.bodyBytes, framed = false }: ReadOptions = {},
): Promise<string> {
  const length = declaredLength(request.headers);
  if (length !== undefined && length > limit) throw new ApiError('body-too-large', { limit });
  if (request.body === null) return '';
  return framed && length !== undefined ? request.text() : readCounted(request.body, limit);
}

/** RFC 9112, section 6.3: a transfer coding overrides the length, and then none is known. */
function declaredLength(headers: Headers): number | undefined {
  const text = headers.get('content-length');
  if (text === null || !/^\d+$/.test(text) || headers.has('transfer-encoding')) return undefined;
  return Number(text);
}

async function readCounted(body: ReadableStream<Uint8Array>, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > limit) {
      // Nobody waits for this: a body that can't be cancelled must not hold up the answer.
      reader.cancel().catch(() => {});
      throw new ApiError('body-too-large', { limit });
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * A JSON body as a value; `undefined` where there is none.
 *
 * @throws ApiError `content-type-unsupported` or `json-malformed`.
 */
export function parseJsonBody(text: string, contentType: string | null): unknown {
  if (text === '') return undefined;
  if (contentType !== null && !json.test(contentType)) {
    throw new ApiError('content-type-unsupported', { value: contentType });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('json-malformed', {}, undefined, { cause });
  }
}
