import type { Value } from '../../engines/expressions/index.ts';
import type { ZoneRequest } from '../zone-request.ts';
import type { Fields } from './field.ts';
import { groupPairs, splitPairs } from './pairs.ts';

const formType = 'application/x-www-form-urlencoded';
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The part of the body that was read: text where it is UTF-8, else its bytes. */
function raw({ body }: ZoneRequest): Value {
  const bytes = body?.bytes ?? new Uint8Array();
  try {
    return strict.decode(bytes);
  } catch {
    return bytes;
  }
}

/** Type of the body without its parameters, in lower case. */
function mime(request: ZoneRequest): string {
  return (request.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function formPairs(request: ZoneRequest): [string, string][] {
  const text = mime(request) === formType ? raw(request) : '';
  return typeof text === 'string' ? splitPairs(text) : [];
}

/** Size of the whole body, in bytes. */
function size(request: ZoneRequest): number {
  const { body } = request;
  if (body && !body.truncated) return body.bytes.byteLength;
  const declared = Number(request.header('content-length') ?? Number.NaN);
  return Number.isSafeInteger(declared) ? declared : (body?.bytes.byteLength ?? 0);
}

/** Fields of the body: fact sheet token-validation, section 7.4. They see its beginning only. */
export const bodyFields: Fields = {
  'http.request.body.raw': ({ request }) => raw(request),
  'http.request.body.mime': ({ request }) => mime(request),
  'http.request.body.size': ({ request }) => size(request),
  'http.request.body.truncated': ({ request }) => request.body?.truncated ?? false,
  'http.request.body.form': ({ request }) => groupPairs(formPairs(request)),
  'http.request.body.form.names': ({ request }) => formPairs(request).map(([name]) => name),
  'http.request.body.form.values': ({ request }) => formPairs(request).map(([, value]) => value),
};

/** Whether a field can be read only after the body: its size and type usually stand in headers. */
export function needsBody(field: string): boolean {
  return Object.hasOwn(bodyFields, field) && field !== 'http.request.body.mime';
}
