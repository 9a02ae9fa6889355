import { z } from 'zod';

/** Binary input of older models: an array of whole numbers from 0 to 255. */
export const byteArraySchema = z
  .array(z.int().min(0).max(255))
  .min(1)
  .meta({ example: [137, 80, 78, 71] });

/** Base64 of RFC 4648, section 4, with its padding; white space is not allowed. */
export const base64Schema = z
  .string()
  .min(1)
  .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'must be Base64')
  .meta({ contentEncoding: 'base64' });
