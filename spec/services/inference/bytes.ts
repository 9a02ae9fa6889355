import { z } from 'zod';
import { isBytes } from '../../value-kinds.ts';

/** Bytes in the input of a model: numbers in JSON, or raw bytes from a binary body. */
type InputBytes = Uint8Array | readonly number[];

/**
 * Binary input of older models: an array of whole numbers from 0 to 255. One loop checks it, not a schema for each
 * number: recordings have millions.
 */
export const byteArraySchema: z.ZodType<InputBytes> = z
  .unknown()
  .check((context) => {
    const { value } = context;
    const fault = (code: 'invalid_type' | 'custom', message: string) =>
      context.issues.push(
        code === 'custom'
          ? { code, message, input: value }
          : { code, expected: 'array', message, input: value },
      );
    if (!isBytes(value) && !Array.isArray(value)) {
      fault('invalid_type', 'must be an array of bytes');
    } else if (value.length === 0) {
      fault('custom', 'must not be empty');
    } else if (Array.isArray(value) && !value.every(isByte)) {
      fault('custom', 'must hold whole numbers from 0 to 255 only');
    }
  })
  .meta({
    type: 'array',
    items: { type: 'integer', minimum: 0, maximum: 255 },
    minItems: 1,
    example: [137, 80, 78, 71],
  }) as z.ZodType<InputBytes>; // What passes the check is nothing else.

function isByte(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
}

/**
 * Base64 of RFC 4648, section 4, with padding; white space is not allowed. The pattern has no groups of four, because
 * engines run out of stack on those for megabytes of text.
 */
export const base64Schema = z
  .string()
  .min(1)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be Base64')
  .refine((text) => text.length % 4 === 0, { error: 'must be Base64' })
  .meta({ contentEncoding: 'base64' });
