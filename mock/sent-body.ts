import type { z } from 'zod';
import type { Endpoint } from '../spec/endpoint.ts';
import { ApiError } from '../spec/errors.ts';
import { parseJson, type ReadOptions, readBytes, readText, requireJson } from './body.ts';
import type { UploadedBody } from './call.ts';
import { checkBody } from './validate.ts';

/** The body of a request, read and checked. */
export interface SentBody {
  /** JSON that the operation's schema let through. */
  readonly body: unknown;
  readonly text: string;
  readonly upload: UploadedBody | undefined;
}

export const noBody: SentBody = { body: undefined, text: '', upload: undefined };

/** How a body is read. */
export interface Reading {
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
 * @throws ApiError `body-too-large`, `content-type-unsupported`, `json-malformed`, `form-malformed` or `body-invalid`
 */
export async function readSent(request: Request, endpoint: Endpoint, reading: Reading): Promise<SentBody> {
  const { body: schema, takes = [], untyped } = endpoint;
  const type = request.headers.get('content-type');
  const options = optionsOf(endpoint, reading);
  if (takes.includes('multipart') && type !== null && multipart.test(type)) {
    const bytes = await readBytes(request, options);
    return { ...noBody, upload: { type: 'multipart', form: await formOf(bytes, type), bytes } };
  }
  if (!schema) throw new ApiError('content-type-unsupported', { value: type ?? 'none' });
  if (takes.includes('bytes') && type !== null && !textual.test(type)) {
    return {
      ...noBody,
      upload: { type: 'bytes', bytes: await readBytes(request, options), mediaType: type },
    };
  }
  if (!untyped || (type !== null && !unsaid.test(type))) {
    return jsonOf(await readText(request, options), type, schema, reading);
  }
  const bytes = await readBytes(request, options);
  if (!takes.includes('bytes') || beginsAsText(bytes)) {
    return jsonOf(new TextDecoder().decode(bytes), null, schema, reading);
  }
  return { ...noBody, upload: { type: 'bytes', bytes, mediaType: 'application/octet-stream' } };
}

const optionsOf = ({ bodyBytes }: Endpoint, { framed }: Reading): ReadOptions =>
  bodyBytes === undefined ? { framed } : { framed, limit: bodyBytes };

/** @param type what the text is called */
function jsonOf(text: string, type: string | null, schema: z.ZodType, { seen }: Reading): SentBody {
  seen(text);
  requireJson(text, type);
  return { body: checkBody(schema, parseJson(text)), text, upload: undefined };
}

const unsaid = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Whether bytes may be JSON: pictures and recordings begin with a letter, or with what no text has. */
function beginsAsText(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09);
  return first === undefined || first === 0x7b || first === 0x5b || first === 0x22;
}

const multipart = /^multipart\/form-data\s*;/i;
/** JSON, and what is refused as badly typed JSON rather than taken for bytes. */
const textual = /^(?:application\/(?:[\w.-]+\+)?json|application\/x-www-form-urlencoded|text\/.*)\s*(?:;|$)/i;

async function formOf(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch (cause) {
    throw new ApiError('form-malformed', {}, undefined, { cause });
  }
}
