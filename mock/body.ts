import { ApiError } from '../spec/errors.ts';
import { v4Limits } from '../spec/limits.ts';

const json = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * Reads the body of a request as text, never more than the limit.
 *
 * @throws ApiError `body-too-large` as soon as the limit is passed.
 */
export async function readText(request: Request, limit: number = v4Limits.bodyBytes): Promise<string> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  if (declared > limit) throw new ApiError('body-too-large', { limit });
  if (request.body === null) return '';
  // A declared length is enforced by the server below us; without one we count.
  if (declared >= 0) return request.text();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw new ApiError('body-too-large', { limit });
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return new TextDecoder().decode(bytes);
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
