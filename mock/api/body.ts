import type { z } from 'zod';
import type { Endpoint } from '../../spec/endpoint.ts';
import { ApiError } from '../../spec/errors.ts';
import { v4Limits } from '../../spec/limits.ts';
import type { UploadedBody } from './call.ts';
import { checkBody } from './validate.ts';

/** JSON, and the default types of `fetch` and `curl -d`: their content decides. */
const json = /^(?:application\/(?:[\w.-]+\+)?json|text\/plain|application\/x-www-form-urlencoded)\s*(?:;|$)/i;

interface ReadOptions {
  /** Largest body in bytes. */
  readonly limit?: number;
  /**
   * Whether a server framed the body, so that `content-length` is its length. Requests without a socket may declare
   * anything, so their bytes are counted.
   */
  readonly framed?: boolean;
}

/**
 * Reads a body as text, and never holds more than the limit.
 *
 * @throws ApiError `body-too-large` once the limit is exceeded, or at once for a declared length; `json-malformed` for
 * a broken body.
 */
export async function readText(request: Request, options: ReadOptions = {}): Promise<string> {
  return new TextDecoder().decode(await readWhole(request, options, 'json-malformed'));
}

/**
 * Reads a body as bytes, and never holds more than the limit.
 *
 * @throws ApiError `body-too-large` once the limit is exceeded, `form-malformed` for a broken body.
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
    // A client that disconnects is not our failure; its body is only incomplete.
    throw cause instanceof ApiError ? cause : new ApiError(failure, {}, undefined, { cause });
  }
}

/** @throws ApiError `body-too-large` for a declared length over the limit */
function open(request: Request, { limit = v4Limits.bodyBytes, framed = false }: ReadOptions) {
  const length = declaredLength(request.headers);
  if (length !== undefined && length > limit) throw new ApiError('body-too-large', { limit });
  return { limit, whole: framed && length !== undefined };
}

/** RFC 9112, section 6.3: a transfer coding overrides the length. */
function declaredLength(headers: Headers): number | undefined {
  const text = headers.get('content-length');
  if (text === null || !/^\d+$/.test(text) || headers.has('transfer-encoding')) return undefined;
  return Number(text);
}

function tooLarge(reader: ReadableStreamDefaultReader, limit: number): ApiError {
  // Not awaited: a body that can't be cancelled must not delay the answer.
  reader.cancel().catch(() => {});
  return new ApiError('body-too-large', { limit });
}

/** Checks that a body does not declare another type than JSON. @throws ApiError `content-type-unsupported` */
export function requireJson(text: string, contentType: string | null): void {
  if (text === '' || contentType === null || json.test(contentType)) return;
  throw new ApiError('content-type-unsupported', { value: contentType });
}

/** Parses a text; `undefined` if it is empty. @throws ApiError `json-malformed`, `json-too-deep` */
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
  /** JSON that matches the operation's schema. */
  readonly body: unknown;
  readonly text: string;
  readonly upload: UploadedBody | undefined;
}

export const noBody: SentBody = { body: undefined, text: '', upload: undefined };

/** How to read a body. */
interface Reading {
  /** See {@link ReadOptions}. */
  readonly framed: boolean;
  /** Called with the text of a JSON body before it is checked. */
  readonly seen: (text: string) => void;
}

/** Whether an operation has a body. */
export const takesBody = ({ body, takes }: Endpoint): boolean => body !== undefined || takes !== undefined;

/**
 * Reads the body that an operation accepts: JSON or, by its content type, bytes or a form.
 *
 * @throws ApiError `body-too-large`, `content-type-unsupported`, `json-malformed`, `json-too-deep`, `form-malformed`
 *   or `body-invalid`
 */
export async function readSent(request: Request, endpoint: Endpoint, reading: Reading): Promise<SentBody> {
  const { body: schema, takes = [], mediaTypes } = endpoint;
  const type = request.headers.get('content-type');
  const options = toOptions(endpoint, reading);
  const isFromPage = reading.framed && request.headers.has('origin');
  if (mediaTypes && type !== null && hasContent(request) && !isListed(type, mediaTypes, isFromPage))
    throw unlisted(type, mediaTypes);
  const isForm = mediaTypes !== undefined && essenceOf(type ?? '') === 'multipart/form-data';
  if (takes.includes('multipart') && type !== null && (isForm || multipart.test(type))) {
    const bytes = await readBytes(request, options);
    if (isForm && !/;\s*boundary=/i.test(type)) {
      if (bytes.length === 0) return { ...noBody, upload: { type: 'bytes', bytes, mediaType: type } };
      const problem = `has no boundary in its Content-Type ${type}: let the client that writes the form set the header`;
      throw new ApiError('body-invalid', { field: 'the body', problem }, '');
    }
    return { ...noBody, upload: { type: 'multipart', form: await readForm(bytes, type), bytes } };
  }
  if (!schema && !takes.includes('bytes')) {
    const value = type ?? 'none';
    throw mediaTypes ? unlisted(value, mediaTypes) : new ApiError('content-type-unsupported', { value });
  }
  if (!schema) {
    const bytes = await readBytes(request, options);
    return { ...noBody, upload: { type: 'bytes', bytes, mediaType: type ?? octets } };
  }
  // A document may list texts that are no JSON.
  const isText = type !== null && mediaTypes?.includes(essenceOf(type)) && /^text\//.test(essenceOf(type));
  if (!takes.includes('bytes') || (type !== null && textual.test(type) && !isText)) {
    const text = await readText(request, options);
    // A form, and not the JSON that `curl` sends with its type.
    if (mediaTypes && type !== null && unsaid.test(type) && !/^\s*(?:[{["]|$)/.test(text))
      throw unlisted(type, mediaTypes);
    return getJson(text, type, schema, reading);
  }
  const bytes = await readBytes(request, options);
  const isUnsaid = type === null || unsaid.test(type);
  if (isUnsaid && beginsAsText(bytes)) return getJson(new TextDecoder().decode(bytes), null, schema, reading);
  if (!isUnsaid || mediaTypes?.some((one) => unsaid.test(one)))
    return { ...noBody, upload: { type: 'bytes', bytes, mediaType: type ?? octets } };
  if (type !== null && mediaTypes && !isListed(type, mediaTypes, true)) throw unlisted(type, mediaTypes);
  return { ...noBody, upload: { type: 'bytes', bytes, mediaType: octets } };
}

const essenceOf = (type: string) => type.toLowerCase().replace(/;.*/s, '').trim();

const hasContent = ({ body, headers }: Request) => body !== null && headers.get('content-length') !== '0';

/**
 * Whether a type is among those that an operation lists. Any JSON counts as JSON, and so do the default types of
 * clients. Not from a page: pages send those anywhere, without asking first. Bytes without a type are of any type.
 */
function isListed(type: string, listed: readonly string[], fromPage: boolean): boolean {
  const sent = essenceOf(type);
  const isJson = (one: string) => json.test(one) && one.endsWith('json');
  return listed.some(
    (one) =>
      one === sent ||
      one === '*/*' ||
      one === octets ||
      (one.endsWith('/*') && sent.startsWith(one.slice(0, -1))) ||
      (isJson(one) && (isJson(sent) || (!fromPage && json.test(sent)))),
  );
}

const unlisted = (value: string, types: readonly string[]) =>
  new ApiError('document-media-type', { value, types: types.join(' or ') });

const toOptions = ({ bodyBytes }: Endpoint, { framed }: Reading): ReadOptions =>
  bodyBytes === undefined ? { framed } : { framed, limit: bodyBytes };

/** @param type content type of the text */
function getJson(text: string, type: string | null, schema: z.ZodType, { seen }: Reading): SentBody {
  seen(text);
  requireJson(text, type);
  return { body: checkBody(schema, parseJson(text)), text, upload: undefined };
}

/** A type without information. */
const octets = 'application/octet-stream';
/** The default type of `curl`. */
const unsaid = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Whether bytes may be JSON: pictures and recordings start with a letter, or with a byte that no text has. */
function beginsAsText(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09);
  return first === undefined || first === 0x7b || first === 0x5b || first === 0x22;
}

const multipart = /^multipart\/form-data\s*;/i;
/** JSON, and types that are refused as badly typed JSON rather than read as bytes. */
const textual = /^(?:application\/(?:[\w.-]+\+)?json|text\/.*)\s*(?:;|$)/i;

async function readForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch (cause) {
    throw new ApiError('form-malformed', {}, undefined, { cause });
  }
}

/**
 * Whether a JSON text nests objects and lists deeper than this. Does not parse the text, and accepts any text.
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

/** The end of the string that starts here. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}
