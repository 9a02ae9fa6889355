import { ApiError } from '../../../../spec/errors.ts';
import { base64Schema } from '../../../../spec/services/inference/bytes.ts';
import { isBytes } from '../../../../spec/value-kinds.ts';
import { fromBase64 } from '../../../engines/models/base64.ts';

const dataUrlHead = /^data:[^,]{0,300};base64,/i;

/**
 * The bytes of a picture or a recording in each form of inputs: bytes, an array of numbers, Base64, a data URL, or any
 * of these as the `body` of an object with its content type.
 *
 * @throws ApiError `base64-invalid` (5004) for any other value
 */
export function inputBytes(value: unknown): Uint8Array<ArrayBuffer> {
  if (isBytes(value)) return new Uint8Array(value);
  if (Array.isArray(value)) return Uint8Array.from(value, Number);
  if (typeof value === 'string') return bytesOfText(value);
  if (typeof value === 'object' && value !== null && 'body' in value) return inputBytes(value.body);
  throw new ApiError('base64-invalid', { type: value === null ? 'null' : typeof value });
}

function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  const head = dataUrlHead.exec(text.slice(0, 320))?.[0] ?? '';
  const content = text.slice(head.length);
  if (!base64Schema.safeParse(content).success) throw new ApiError('base64-invalid', { type: 'string' });
  return fromBase64(content);
}
