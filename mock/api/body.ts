import type { z } from 'zod';
import type { Endpoint } from '../../spec/endpoint.ts';
import { ApiError } from '../../spec/errors.ts';
import { v4Limits } from '../../spec/limits.ts';
import type { UploadedBody } from './call.ts';
import { checkBody } from './validate.ts';

/** JSON, and what `fetch` and `curl -d` call a text by themselves: what that holds tells whether it is JSON. */
const json = /^(?:application\/(?:[\w.-]+\+)?json|text\/plain|application\/x-www-form-urlencoded)\s*(?:;|$)/i;

interface ReadOptions {
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

/** That a body, where there is one, does not say that it is something else than JSON. @throws ApiError `content-type-unsupported` */
export function requireJson(text: string, contentType: string | null): void {
  if (text === '' || contentType === null || json.test(contentType)) return;
  throw new ApiError('content-type-unsupported', { value: contentType });
}

/** A text as a value; `undefined` where there is none. @throws ApiError `json-malformed`, `json-too-deep` */
export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  if (isDeeper(text, v4Limits.jsonDepth)) throw new ApiError('json-too-deep', { limit: v4Limits.jsonDepth });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('json-malformed', {}, undefined, { cause });
  }
}

/** The body of a request, read and checked. */
export interface SentBody {
  /** JSON that the operation's schema let through. */
  readonly body: unknown;
  readonly text: string;
  readonly upload: UploadedBody | undefined;
}

export const noBody: SentBody = { body: undefined, text: '', upload: undefined };

/** How a body is read. */
interface Reading {
  /** See {@link ReadOptions}. */
  readonly framed: boolean;
  /** Told of the text of a JSON body before it is judged. */
  readonly seen: (text: string) => void;
}

/** Whether an operation reads a body at all. */
export const takesBody = ({ body, takes }: Endpoint): boolean => body !== undefined || takes !== undefined;

/**
 * Reads the body of a request as its operation takes it: as JSON, or by its content type as bytes or a form.
 *
 * @throws ApiError `body-too-large`, `content-type-unsupported`, `json-malformed`, `json-too-deep`, `form-malformed`
 *   or `body-invalid`
 */
export async function readSent(request: Request, endpoint: Endpoint, reading: Reading): Promise<SentBody> {
  const { body: schema, takes = [] } = endpoint;
  const type = request.headers.get('content-type');
  const options = toOptions(endpoint, reading);
  if (takes.includes('multipart') && type !== null && multipart.test(type)) {
    const bytes = await readBytes(request, options);
    return { ...noBody, upload: { type: 'multipart', form: await readForm(bytes, type), bytes } };
  }
  if (!schema) throw new ApiError('content-type-unsupported', { value: type ?? 'none' });
  if (!takes.includes('bytes') || (type !== null && textual.test(type))) {
    return getJson(await readText(request, options), type, schema, reading);
  }
  const bytes = await readBytes(request, options);
  const isUnsaid = type === null || unsaid.test(type);
  if (isUnsaid && beginsAsText(bytes)) return getJson(new TextDecoder().decode(bytes), null, schema, reading);
  return { ...noBody, upload: { type: 'bytes', bytes, mediaType: isUnsaid ? octets : type } };
}

const toOptions = ({ bodyBytes }: Endpoint, { framed }: Reading): ReadOptions =>
  bodyBytes === undefined ? { framed } : { framed, limit: bodyBytes };

/** @param type what the text is called */
function getJson(text: string, type: string | null, schema: z.ZodType, { seen }: Reading): SentBody {
  seen(text);
  requireJson(text, type);
  return { body: checkBody(schema, parseJson(text)), text, upload: undefined };
}

/** A type that says nothing. */
const octets = 'application/octet-stream';
/** The one that `curl` gives to whatever it sends. */
const unsaid = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Whether bytes may be JSON: pictures and recordings begin with a letter, or with what no text has. */
function beginsAsText(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09);
  return first === undefined || first === 0x7b || first === 0x5b || first === 0x22;
}

const multipart = /^multipart\/form-data\s*;/i;
/** JSON, and what is refused as badly typed JSON rather than taken for bytes. */
const textual = /^(?:application\/(?:[\w.-]+\+)?json|text\/.*)\s*(?:;|$)/i;

async function readForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch (cause) {
    throw new ApiError('form-malformed', {}, undefined, { cause });
  }
}

/**
 * Whether objects and lists of a JSON text stand more than so many deep in one another. It is found without building
 * them, and for any text.
 *
 * @example
 * isDeeper('{"a":[1]}', 1) // true
 */
export function isDeeper(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case openBrace:
      case openBracket:
        if (++depth > most) return true;
        break;
      case closeBrace:
      case closeBracket:
        depth--;
    }
  }
  return false;
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d,
];

/** Where the string ends that begins here. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}
